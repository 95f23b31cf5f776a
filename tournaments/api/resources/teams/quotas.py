"""How many games each player is to play in a stage."""

from typing import Any

from tournaments.actions.teams.quotas import set_game_quota
from tournaments.api.api_view import ApiView
from tournaments.api.fields import StageSettingInput
from tournaments.api.operations import everybody, reads, writes
from tournaments.api.resources.setup.tournaments import find_stage
from tournaments.api.schemas.teams.quotas import GameQuotaShape, game_quota_shape
from tournaments.models import GameQuota, Stage
from tournaments.models.teams.events import GameQuotaSet
from tournaments.permissions import can_run
from tournaments.standings.stages.who_takes_part import players_with_games
from web.api.policies import Everybody


class GameQuotaInput(StageSettingInput):
    """How many games each player plays in the stage; 0: no minimum, or no limit."""

    event = GameQuotaSet


class StageGameQuota(ApiView):
    permission_classes = [Everybody]

    @reads(
        "getGameQuota",
        "How many games everybody is to play in a stage, and how many they have",
        permission=everybody,
        finds=find_stage,
        gives=GameQuotaShape,
    )
    def get(self, stage: Stage) -> GameQuotaShape:
        return _shape(stage, GameQuota.objects.filter(stage=stage).first())

    @writes(
        "setGameQuota",
        "Say how many games everybody is to play in a stage",
        permission=can_run,
        finds=find_stage,
        of="tournament",
        takes=GameQuotaInput,
        gives=GameQuotaShape,
    )
    def post(self, stage: Stage, data: dict[str, Any]) -> GameQuotaShape:
        return _shape(stage, set_game_quota(stage=stage, by=self.actor, **data))


def _shape(stage: Stage, quota: GameQuota | None) -> GameQuotaShape:
    return game_quota_shape(stage, quota, players_with_games(stage))
