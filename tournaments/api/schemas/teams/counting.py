"""What counts for teams in a stage."""

from typing import Annotated, TypedDict

from tournaments.models import Stage, TeamCountingRule
from web.api.answers import Given, filled


class TeamCountingShape(TypedDict):
    """Which games of its players make a team's total: of one player the first `games_of_a_player`, of each round the
    best `best_of_a_round`, of what is left the best `best_games` (0: all of them).

    Where `match_points` are listed, by place from the 1st, the teams that meet in a round share them by what their
    players made there, and are ranked by them first.
    """

    stage: Annotated[int, Given()]
    best_of_a_round: int
    games_of_a_player: int
    best_games: Annotated[int, "Best games of what is left that count for the team; 0 for all."]
    match_points: list[int]


_rule = filled(TeamCountingShape, TeamCountingRule)


def team_counting_shape(stage: Stage, counting: TeamCountingRule | None) -> TeamCountingShape:
    return _rule(counting or TeamCountingRule(), stage=stage.pk)
