"""Which games of a stage count."""

from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.actions.stages.counting import set_counting
from tournaments.api.api_view import ApiView
from tournaments.api.fields import Confirmed
from tournaments.api.resources.setup.tournaments import find_stage
from tournaments.api.schemas.stages.counting import CountingShape, counting_shape
from tournaments.models import CountingRule
from tournaments.models.setup.counting import MOST_GAMES, MOST_UNITS
from tournaments.permissions import can_run
from tournaments.standings.stages.counted import counting_of
from web.api.fields import Input, OneOf, Whole
from web.api.policies import Everybody
from web.api.schema import describe


class CountingInput(Input):
    """Which games count, and from how many on somebody is ranked, or what each missing one costs in smallest units;
    and what a round brings whoever sits it out, or is absent, from the next one that is closed on.

    Once results are in it is refused with the code please_confirm; if it is meant, send it again with
    ranks_may_change.
    """

    selection = OneOf(CountingRule.Selection.choices, default=CountingRule.Selection.ALL)
    number = Whole(min_value=0, max_value=MOST_GAMES, default=0)
    minimum_games = Whole(min_value=0, max_value=MOST_GAMES, default=0)
    maximum_games = Whole(min_value=0, max_value=MOST_GAMES, default=0)
    missing_game_penalty = Whole(min_value=0, max_value=MOST_UNITS, default=0)
    sitting_out_score = Whole(min_value=-MOST_UNITS, max_value=MOST_UNITS, default=0)
    absence_score = Whole(min_value=-MOST_UNITS, max_value=MOST_UNITS, default=0)
    confirm = Confirmed(default=list)


class StageCounting(ApiView):
    permission_classes = [Everybody]

    @describe("getCounting", "Which games of a stage count", gives=CountingShape)
    def get(self, request: Request, pk: int) -> Response:
        stage = find_stage(self, pk)
        return Response(counting_shape(stage, counting_of(stage)))

    @describe(
        "setCounting",
        "Say which games of a stage count",
        takes=CountingInput,
        gives=CountingShape,
        changes=True,
    )
    def post(self, request: Request, pk: int) -> Response:
        stage = find_stage(self, pk)
        self.allow(can_run(self.actor, stage.tournament))
        data = self.validated_data(CountingInput)
        return self.do(lambda: counting_shape(stage, set_counting(stage=stage, by=self.actor, **data)))
