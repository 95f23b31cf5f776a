from typing import Annotated, TypedDict

from tournaments.api.schemas.stage_settings import setting_answer
from tournaments.models import Stage, TeamCountingRule
from tournaments.models.teams.events import TeamCountingSet
from web.api.fields import meaning


class TeamCountingShape(TypedDict):
    """Which games make a team's total: of a player the first `games_of_a_player`, of each round the best
    `best_of_a_round`, of the rest the best `best_games` (0: all).

    If `match_points` are listed, by place from the 1st, the teams that meet in a round share them by their players'
    results there, and match points rank first.
    """

    stage: int
    best_of_a_round: int
    games_of_a_player: int
    best_games: Annotated[int, meaning(TeamCountingRule, "best_games")]
    match_points: list[int]


def team_counting_shape(stage: Stage, counting: TeamCountingRule | None) -> TeamCountingShape:
    found: TeamCountingShape = setting_answer(TeamCountingSet, stage, counting)
    return found
