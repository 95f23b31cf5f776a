"""Which games of a stage count."""

from typing import Any

from tournaments.actions.stages.counting import set_counting
from tournaments.api.api_view import ApiView
from tournaments.api.fields import Confirmed
from tournaments.api.operations import everybody, reads, writes
from tournaments.api.resources.setup.tournaments import find_stage
from tournaments.api.schemas.stages.counting import CountingShape, counting_shape
from tournaments.models import CountingRule, Stage
from tournaments.permissions import can_run
from tournaments.standings.stages.counted import counting_of
from web.api.fields import Input, OneOf, Whole, within
from web.api.policies import Everybody


class CountingInput(Input):
    """Which games count, and from how many on somebody is ranked, or what each missing one costs in smallest units;
    and what a round brings whoever sits it out, or is absent, from the next one that is closed on.

    Once results are in it is refused with the code please_confirm; if it is meant, send it again with
    ranks_may_change.
    """

    selection = OneOf(CountingRule.Selection.choices, default=CountingRule.Selection.ALL)
    number = Whole(
        **within(CountingRule, "number"),
        default=0,
        help_text="How many games `selection` takes; 0 if it takes all.",
    )
    minimum_games = Whole(**within(CountingRule, "minimum_games"), default=0)
    maximum_games = Whole(**within(CountingRule, "maximum_games"), default=0)
    missing_game_penalty = Whole(**within(CountingRule, "missing_game_penalty"), default=0)
    sitting_out_score = Whole(**within(CountingRule, "sitting_out_score"), default=0)
    absence_score = Whole(**within(CountingRule, "absence_score"), default=0)
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
