"""How many games everybody is to play in a stage."""

from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.actions.teams.quotas import set_game_quota
from tournaments.api.api_view import ApiView
from tournaments.api.resources.setup.tournaments import find_stage
from tournaments.api.schemas.teams.quotas import GameQuotaShape, game_quota_shape
from tournaments.models import GameQuota, Stage
from tournaments.models.setup.counting import MOST_GAMES
from tournaments.permissions import can_run
from tournaments.standings.stages.who_takes_part import players_with_games
from web.api.fields import Input, Whole
from web.api.policies import Everybody
from web.api.schema import describe


class GameQuotaInput(Input):
    """How many games everybody plays in the stage; 0: none is needed, or no limit."""

    least = Whole(min_value=0, max_value=MOST_GAMES, default=0)
    most = Whole(min_value=0, max_value=MOST_GAMES, default=0)


class StageGameQuota(ApiView):
    permission_classes = [Everybody]

    @describe(
        "getGameQuota",
        "How many games everybody is to play in a stage, and how many they have",
        gives=GameQuotaShape,
    )
    def get(self, request: Request, pk: int) -> Response:
        stage = find_stage(self, pk)
        return Response(_shape(stage, GameQuota.objects.filter(stage=stage).first()))

    @describe(
        "setGameQuota",
        "Say how many games everybody is to play in a stage",
        takes=GameQuotaInput,
        gives=GameQuotaShape,
        changes=True,
    )
    def post(self, request: Request, pk: int) -> Response:
        stage = find_stage(self, pk)
        self.allow(can_run(self.actor, stage.tournament))
        data = self.validated_data(GameQuotaInput)
        return self.do(lambda: _shape(stage, set_game_quota(stage=stage, by=self.actor, **data)))


def _shape(stage: Stage, quota: GameQuota | None) -> GameQuotaShape:
    return game_quota_shape(stage, quota, players_with_games(stage))
