"""How many rounds a stage has and when they begin, before they are drawn."""

from typing import Any, cast

from tournaments.actions.play.round_times import set_planned_rounds
from tournaments.api.api_view import ApiView
from tournaments.api.fields import StageSettingInput
from tournaments.api.operations import everybody, reads, writes
from tournaments.api.resources.setup.tournaments import find_stage
from tournaments.api.schemas.planned_rounds import PlannedRoundsShape
from tournaments.api.schemas.stage_settings import setting_answer
from tournaments.models import PlannedRounds, Stage
from tournaments.models.play.events import PlannedRoundsSet
from tournaments.permissions import can_run
from web.api.policies import Everybody


class PlannedRoundsInput(StageSettingInput):
    """How many rounds the stage has and their rhythm; 0 rounds: open. Rounds that exist keep their times."""

    event = PlannedRoundsSet


class StagePlannedRounds(ApiView):
    permission_classes = [Everybody]

    @reads(
        "getPlannedRounds",
        "How many rounds a stage has and when they begin, before they are drawn",
        permission=everybody,
        finds=find_stage,
        gives=PlannedRoundsShape,
    )
    def get(self, stage: Stage) -> PlannedRoundsShape:
        return _shape(stage, PlannedRounds.objects.filter(stage=stage).first())

    @writes(
        "setPlannedRounds",
        "Set how many rounds a stage has and when they begin",
        permission=can_run,
        finds=find_stage,
        of="tournament",
        takes=PlannedRoundsInput,
        gives=PlannedRoundsShape,
    )
    def post(self, stage: Stage, data: dict[str, Any]) -> PlannedRoundsShape:
        return _shape(stage, set_planned_rounds(stage=stage, by=self.actor, **data))


def _shape(stage: Stage, plan: PlannedRounds | None) -> PlannedRoundsShape:
    return cast(PlannedRoundsShape, setting_answer(PlannedRoundsSet, stage, plan))
