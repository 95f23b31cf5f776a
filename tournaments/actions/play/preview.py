"""What a referee's decision would move, before it is made."""

from collections.abc import Callable
from dataclasses import dataclass

from django.db import transaction

from tournaments.models import Stage
from tournaments.standings import add_up, ranked, tie_breaks_of


@dataclass(frozen=True)
class Move:
    """How one entry or team would move in the standings: ranks as published (None: without one), totals in the
    rulebook's smallest units. `key` is the id of the entry or team.
    """

    key: int
    rank_before: int | None
    rank_after: int | None
    total_before: int
    total_after: int


def preview(*, stage: Stage, action: Callable[[], object], teams: bool = False) -> list[Move]:
    """Return how the standings of `stage` would move if `action` were done; it is done and taken back, unseen.
    With `teams` how its teams would move, else its players.

    A refusal of the action is raised as it would be. Those who would not move are left out, and so are those who have
    made nothing and would only come onto the list or go from it; best new rank first.
    """
    with transaction.atomic():
        before = _table(stage, teams)
        action()
        after = _table(stage, teams)
        # Taken back with its ledger entry; what waits for the commit (a worker's call) never comes.
        transaction.set_rollback(True)
    moves = [
        Move(key, *_rank(before, after, key), *_total(before, after, key))
        for key in {**after, **before}
        if before.get(key) != after.get(key)
        and ((key in before and key in after) or any(_total(before, after, key)))
    ]
    return sorted(moves, key=lambda move: (move.rank_after is None, move.rank_after or 0, move.key))


def _table(stage: Stage, teams: bool) -> dict[int, tuple[int | None, int]]:
    """Rank and total by entry or team, from the facts as they are now."""
    tallies = add_up(stage)
    rows = ranked(tallies.teams if teams else tallies.entries, tie_breaks_of(stage.tournament))
    return {row.key: (place.shared_rank, row.total) for place, row in rows}


def _rank(
    before: dict[int, tuple[int | None, int]], after: dict[int, tuple[int | None, int]], key: int
) -> tuple[int | None, int | None]:
    old, new = before.get(key), after.get(key)
    return old[0] if old else None, new[0] if new else None


def _total(
    before: dict[int, tuple[int | None, int]], after: dict[int, tuple[int | None, int]], key: int
) -> tuple[int, int]:
    return before.get(key, (0, 0))[1], after.get(key, (0, 0))[1]
