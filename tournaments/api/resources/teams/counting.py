"""What counts for teams in a stage."""

from rest_framework.request import Request
from rest_framework.response import Response

from scoring.standing.team_matches import MOST_MATCH_POINTS, MOST_PLACES
from tournaments.actions.teams.counting import set_team_counting
from tournaments.api.api_view import ApiView
from tournaments.api.fields import Confirmed
from tournaments.api.resources.setup.tournaments import find_stage
from tournaments.api.schemas.teams.counting import TeamCountingShape, team_counting_shape
from tournaments.models.setup.counting import MOST_GAMES
from tournaments.permissions import can_run
from tournaments.standings.teams.counted import team_counting_of
from web.api.fields import Input, Several, Whole
from web.api.policies import Everybody
from web.api.schema import describe


class TeamCountingInput(Input):
    """Which games count for teams, and their match points by place, from the 1st (none: teams play no matches).

    Once results are in it is refused with the code please_confirm; if it is meant, send it again with
    ranks_may_change.
    """

    best_of_a_round = Whole(min_value=0, max_value=MOST_GAMES, default=0)
    games_of_a_player = Whole(min_value=0, max_value=MOST_GAMES, default=0)
    best_games = Whole(min_value=0, max_value=MOST_GAMES, default=0)
    match_points = Several(
        child=Whole(min_value=0, max_value=MOST_MATCH_POINTS), max_length=MOST_PLACES, default=list
    )
    confirm = Confirmed(default=list)


class StageTeamCounting(ApiView):
    permission_classes = [Everybody]

    @describe("getTeamCounting", "What counts for teams in a stage", gives=TeamCountingShape)
    def get(self, request: Request, pk: int) -> Response:
        stage = find_stage(self, pk)
        return Response(team_counting_shape(stage, team_counting_of(stage)))

    @describe(
        "setTeamCounting",
        "Say what counts for teams in a stage",
        takes=TeamCountingInput,
        gives=TeamCountingShape,
        changes=True,
    )
    def post(self, request: Request, pk: int) -> Response:
        stage = find_stage(self, pk)
        self.allow(can_run(self.actor, stage.tournament))
        data = self.validated_data(TeamCountingInput)
        return self.do(
            lambda: team_counting_shape(stage, set_team_counting(stage=stage, by=self.actor, **data))
        )
