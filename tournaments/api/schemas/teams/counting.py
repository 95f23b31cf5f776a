"""What counts for teams in a stage."""

from typing import Annotated, TypedDict

from tournaments.api.schemas.stage_settings import setting_answer
from tournaments.models import Stage, TeamCountingRule
from tournaments.models.teams.events import TeamCountingSet
from web.api.fields import meaning


class TeamCountingShape(TypedDict):
    """Which games of its players make a team's total: of one player the first `games_of_a_player`, of each round the
    best `best_of_a_round`, of what is left the best `best_games` (0: all of them).

    Where `match_points` are listed, by place from the 1st, the teams that meet in a round share them by what their
    players made there, and are ranked by them first.
    """

    stage: int
    best_of_a_round: int
    games_of_a_player: int
    best_games: Annotated[int, meaning(TeamCountingRule, "best_games")]
    match_points: list[int]


def team_counting_shape(stage: Stage, counting: TeamCountingRule | None) -> TeamCountingShape:
    found: TeamCountingShape = setting_answer(TeamCountingSet, stage, counting)
    return found
