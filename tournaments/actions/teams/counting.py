"""Which games count for teams in a stage."""

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
    """Set which games of their players count for teams, and rank teams by match points if some are given.

    `limits`: a team's best `best_of_a_round` games of each round count, the first `games_of_a_player` of each player,
    and the best `best_games` of what remains; 0: all. `match_points` are listed by place, from the 1st, for the teams
    that meet in a round. Players' own totals are not affected. Without any limits every game counts (returns None).
    Published standings follow at once; asks first once results count (`RANKS_MAY_CHANGE`). See `set_setting`.
    """

    def ask(_before: TeamCountingRule | None, _after: TeamCountingRule | None) -> None:
        ask_if_ranks_may_change(stage, confirm)

    rule = {**limits, "match_points": [*match_points]}
    found: TeamCountingRule | None = set_setting(TeamCountingSet, rule, stage=stage, by=by, refuse=ask)
    return found
