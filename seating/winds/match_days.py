"""Winds of match days: several games in a row at one table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from seating.drbg import Drbg
from seating.metrics import Round, Schedule, Table, wind_counts, wind_spread
from seating.winds.exact import assign_winds
from seating.winds.exact_with_threes import assign_odd_winds
from seating.winds.mixed_tables import keep_winds
from seating.winds.one_round import order_by_need


def seat_match_days(
    days: Schedule, games: int, history: Schedule, rng: Drbg, fixed: Mapping[int, int]
) -> list[list[Table]]:
    """Return the games of match days, `games` in a row for each of `days`, with the tables of the day.

    Each table of four players whose winds are even so far gives everybody each wind once in four games. Winds are
    exact if those of `history` are even and no table has five; else each game is seated by need. Players in `fixed`
    keep their wind.
    """
    repeated = [tables for tables in days for _ in range(games)]
    sizes = {len(table) for tables in repeated for table in tables}
    counts = wind_counts(history)
    if sizes <= {3, 4} and not any(wind_spread(row) for row in counts.values()):
        seated = assign_winds(repeated, rng) if sizes == {4} else assign_odd_winds(repeated, rng)
    else:
        seated = _by_need(repeated, counts, rng)
    return keep_winds(seated, fixed) if fixed else seated


def _by_need(games: Sequence[Round], counts: Mapping[int, Sequence[int]], rng: Drbg) -> list[list[Table]]:
    so_far = {player: list(row) for player, row in counts.items()}
    seated = []
    for tables in games:
        seated.append([order_by_need(rng.shuffled(table), so_far) for table in tables])
        for table in seated[-1]:
            for wind, player in enumerate(table):
                row = so_far.setdefault(player, [0, 0, 0, 0])
                row += [0] * (wind + 1 - len(row))
                row[wind] += 1
    return seated
