from typing import Any

from scoring.standing.team_matches import MOST_MATCH_POINTS, MOST_PLACES
from tournaments.actions.teams.counting import set_team_counting
from tournaments.api.api_view import ApiView
from tournaments.api.fields import Confirmed, StageSettingInput
from tournaments.api.operations import everybody, reads, writes
from tournaments.api.resources.setup.tournaments import find_stage
from tournaments.api.schemas.teams.counting import TeamCountingShape, team_counting_shape
from tournaments.models import Stage
from tournaments.models.teams.events import TeamCountingSet
from tournaments.permissions import can_run
from tournaments.standings.teams.counted import team_counting_of
from web.api.fields import Several, Whole
from web.api.policies import Everybody


class TeamCountingInput(StageSettingInput):
    """Which games count for teams, and match points by place from the 1st (none: teams play no matches).

    Once there are results, it is refused with the code please_confirm; repeat the call with ranks_may_change in
    `confirm` to proceed.
    """

    event = TeamCountingSet

    match_points = Several(
        child=Whole(min_value=0, max_value=MOST_MATCH_POINTS), max_length=MOST_PLACES, default=list
    )
    confirm = Confirmed(default=list)


class StageTeamCounting(ApiView):
    permission_classes = [Everybody]

    @reads(
        "getTeamCounting",
        "What counts for teams in a stage",
        permission=everybody,
        finds=find_stage,
        gives=TeamCountingShape,
    )
    def get(self, stage: Stage) -> TeamCountingShape:
        return team_counting_shape(stage, team_counting_of(stage))

    @writes(
        "setTeamCounting",
        "Say what counts for teams in a stage",
        permission=can_run,
        finds=find_stage,
        of="tournament",
        takes=TeamCountingInput,
        gives=TeamCountingShape,
    )
    def post(self, stage: Stage, data: dict[str, Any]) -> TeamCountingShape:
        return team_counting_shape(stage, set_team_counting(stage=stage, by=self.actor, **data))
