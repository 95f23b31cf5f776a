"""What counts for teams in a stage."""

from collections.abc import Collection, Sequence

from tournaments.actions.actor import Actor
from tournaments.actions.setup.ranking import ask_if_ranks_may_change
from tournaments.actions.setup.settings import set_setting
from tournaments.models import Stage, TeamCountingRule
from tournaments.models.teams.events import TeamCountingSet


def set_team_counting(
    *,
    stage: Stage,
    by: Actor,
    match_points: Sequence[int] = (),
    confirm: Collection[str] = (),
    **limits: int,
) -> TeamCountingRule | None:
    """Let these games of their players make the totals of teams, and rank teams by match points where some are given.

    Of the `limits`: of each round the best `best_of_a_round` count for a team, of one player the first
    `games_of_a_player`, of what is left the best `best_games`; 0: all of them. `match_points` are listed by place,
    from the 1st, for the teams that meet in a round. Players' own totals stay as they are. Without any of it every
    game counts again: None then. Published standings follow at once; once results count it is asked first
    (`RANKS_MAY_CHANGE`). See `set_setting`.
    """

    def ask(_before: TeamCountingRule | None, _after: TeamCountingRule | None) -> None:
        ask_if_ranks_may_change(stage, confirm)

    rule = {**limits, "match_points": [*match_points]}
    found: TeamCountingRule | None = set_setting(TeamCountingSet, rule, stage=stage, by=by, refuse=ask)
    return found
