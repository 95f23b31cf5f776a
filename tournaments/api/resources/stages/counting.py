from typing import Any

from tournaments.actions.stages.counting import set_counting
from tournaments.api.api_view import ApiView
from tournaments.api.fields import Confirmed, StageSettingInput
from tournaments.api.operations import everybody, reads, writes
from tournaments.api.resources.setup.tournaments import find_stage
from tournaments.api.schemas.stages.counting import CountingShape, counting_shape
from tournaments.models import Stage
from tournaments.models.setup.events import CountingSet
from tournaments.permissions import can_run
from tournaments.standings.stages.counted import counting_of
from web.api.policies import Everybody


class CountingInput(StageSettingInput):
    """Which games count, the minimum for a rank or the cost of each missing game in smallest units, and what a round
    scores for players who sit out or are absent, from the next round closed.

    Once there are results, it is refused with the code please_confirm; repeat the call with ranks_may_change in
    `confirm` to proceed.
    """

    event = CountingSet

    confirm = Confirmed(default=list)


class StageCounting(ApiView):
    permission_classes = [Everybody]

    @reads(
        "getCounting",
        "Which games of a stage count",
        permission=everybody,
        finds=find_stage,
        gives=CountingShape,
    )
    def get(self, stage: Stage) -> CountingShape:
        return counting_shape(stage, counting_of(stage))

    @writes(
        "setCounting",
        "Say which games of a stage count",
        permission=can_run,
        finds=find_stage,
        of="tournament",
        takes=CountingInput,
        gives=CountingShape,
    )
    def post(self, stage: Stage, data: dict[str, Any]) -> CountingShape:
        return counting_shape(stage, set_counting(stage=stage, by=self.actor, **data))
