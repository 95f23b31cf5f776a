"""Winds at the tables of one round, balanced against earlier games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import permutations

from seating.drbg import Drbg
from seating.metrics import Round, Schedule, Table, wind_counts, wind_spread


def seat_by_need(tables: Round, history: Schedule, rng: Drbg) -> list[Table]:
    """Choose E, S, W, N (, fifth) at each table, as even as this round alone allows.

    Tables are independent, so each is solved by trying every order: first the fewest players whose winds would
    differ by more than one, then the smallest sum of squared counts; the seed breaks ties.
    """
    counts = wind_counts(history)
    return [order_by_need(rng.shuffled(table), counts) for table in tables]


def order_by_need(table: Sequence[int], counts: Mapping[int, Sequence[int]]) -> Table:
    """Return the first best order of `table`, given each player's winds so far."""
    nothing = (0, 0, 0, 0)
    width = min(len(table), 4)
    cost: dict[tuple[int, int], tuple[int, int]] = {}
    for player in table:
        for wind in range(len(table)):
            row = list(counts.get(player, nothing)) if player >= 0 else list(nothing)
            row += [0] * (len(table) - len(row))
            seen = row[wind]
            row[wind] += 1
            # A table of three has no North: judge its own winds.
            off = player >= 0 and wind_spread(row[:width]) > 1
            cost[player, wind] = (int(off), 2 * seen + 1 if player >= 0 else 0)
    return min(
        permutations(table),
        key=lambda order: (
            sum(cost[p, w][0] for w, p in enumerate(order)),
            sum(cost[p, w][1] for w, p in enumerate(order)),
        ),
    )
