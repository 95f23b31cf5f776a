"""Which games of a stage count."""

from collections.abc import Collection
from typing import Any

from tournaments.actions.actor import Actor
from tournaments.actions.setup.ranking import ask_if_ranks_may_change
from tournaments.actions.setup.settings import set_setting
from tournaments.models import CountingRule, Stage
from tournaments.models.events import explaining_events
from tournaments.models.setup.events import CountingSet

# Applies only to rounds closed from now on, so no rank moves.
OF_ROUNDS_TO_COME = ("sitting_out_score", "absence_score")


def set_counting(
    *, stage: Stage, by: Actor, confirm: Collection[str] = (), **rule: Any
) -> CountingRule | None:
    """Set which games count; published standings follow at once. Returns None if all count.

    `rule` has columns of `CountingRule`. A player with fewer than `minimum_games` is unranked or, if
    `missing_game_penalty` is positive, ranked with that many smallest units off for each missing game. Only the first
    `maximum_games` count (0: no limit). Rounds closed from now on give `sitting_out_score` units to players without a
    seat and `absence_score` to absent players. Asks first once results count (`RANKS_MAY_CHANGE`). See `set_setting`.
    """

    def ask(before: CountingRule | None, after: CountingRule | None) -> None:
        if _games(before) != _games(after):
            ask_if_ranks_may_change(stage, confirm)

    found: CountingRule | None = set_setting(CountingSet, rule, stage=stage, by=by, refuse=ask)
    return found


def _games(rule: CountingRule | None) -> dict[str, Any]:
    """Return the part of a rule that concerns games played."""
    columns = explaining_events()[CountingSet].of_row(CountingSet, rule)
    return {name: value for name, value in columns.items() if name not in OF_ROUNDS_TO_COME}
