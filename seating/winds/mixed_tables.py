"""Winds that Euler splits cannot assign: tables of three or five, and players with a fixed wind."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import permutations

from seating.drbg import Drbg
from seating.metrics import Schedule, Table, wind_spread


def _counts(schedule: Schedule, width: int) -> dict[int, list[int]]:
    counts: dict[int, list[int]] = {}
    for tables in schedule:
        for table in tables:
            if len(table) == width or width == 0:
                for wind, player in enumerate(table):
                    counts.setdefault(player, [0] * 5)[wind] += 1
    return counts


def seat_odd_tables(schedule: Sequence[Sequence[Table]], rng: Drbg) -> list[list[Table]]:
    """Seat tables of three and five by need, round by round; tables of four keep their exact winds.

    Each player gets the seats of such tables in turn; among equals the wind they have least in the whole schedule,
    so that the winds of all games stay even too.
    """
    total = _counts(schedule, 4)
    odd: dict[int, list[int]] = {}
    out: list[list[Table]] = []
    for tables in schedule:
        seated: list[Table] = []
        for table in tables:
            if len(table) == 4:
                seated.append(table)
                continue
            chosen = min(permutations(rng.shuffled(table)), key=lambda order: _need(order, odd, total))
            for wind, player in enumerate(chosen):
                odd.setdefault(player, [0] * 5)[wind] += 1
                total.setdefault(player, [0] * 5)[wind] += 1
            seated.append(chosen)
        out.append(seated)
    return out


def _need(
    order: Sequence[int], odd: Mapping[int, list[int]], total: Mapping[int, list[int]]
) -> tuple[int, int, int]:
    nothing = [0] * 5
    off = same = seen = 0
    for wind, player in enumerate(order):
        row = total.get(player, nothing)[:]
        row[wind] += 1
        off += wind_spread(row) > 1
        seen += 2 * row[wind]
        same += odd.get(player, nothing)[wind]
    return off, same, seen


def smooth_winds(
    schedule: Sequence[Sequence[Table]], work: int = 400_000, *, since: int = 0, only_fives: bool = False
) -> list[list[Table]]:
    """Reorder single tables while that keeps players' winds balanced after more rounds.

    For schedules with tables of five, where no exact method is known, and with tables of three if the exact one
    (`exact_with_threes`) is not used; the end counts as four rounds. Bounded by `work`, the number of seats tried.
    Rounds before index `since` stay; with `only_fives`, only the four who play first at tables of five change seats.
    """
    out = [list(tables) for tables in schedule]
    path: dict[int, list[int]] = {}  # the winds of each player's games, in order
    spot: list[list[list[int]]] = []  # the index of the game for each seat's player
    for tables in out:
        spot.append([])
        for table in tables:
            spot[-1].append([])
            for wind, player in enumerate(table):
                spot[-1][-1].append(len(path.setdefault(player, [])))
                path[player].append(wind)
    price = {player: _unevenness(winds) for player, winds in path.items()}
    moved = True
    while moved and work > 0:
        moved = False
        for r, tables in enumerate(out[since:], since):
            for t, table in enumerate(tables):
                now = sum(price[p] for p in table)
                if not now or work <= 0 or (only_fives and len(table) < 5):
                    continue
                at = dict(zip(table, spot[r][t], strict=True))
                options = {}
                for player in table:
                    for wind in range(len(table)):
                        winds = path[player][:]
                        winds[at[player]] = wind
                        options[player, wind] = _unevenness(winds)
                        work -= len(winds)
                best, chosen = min(
                    (sum(options[p, w] for w, p in enumerate(order)), order)
                    for order in (_orders_of_four(table) if only_fives else permutations(table))
                )
                if best < now:
                    moved = True
                    tables[t] = chosen
                    spot[r][t] = [at[p] for p in chosen]
                    for wind, player in enumerate(chosen):
                        path[player][at[player]] = wind
                        price[player] = options[player, wind]
    return out


def _orders_of_four(table: Table) -> list[Table]:
    """Return all orders in which the fifth player stays."""
    return [(*order, table[4]) for order in permutations(table[:4])]


def _unevenness(winds: Sequence[int]) -> int:
    counts, off, bad = [0, 0, 0, 0, 0], 0, False
    for wind in winds:
        counts[wind] += 1
        bad = max(counts[:4]) - min(counts[:4]) > 1
        off += bad
    return off + 4 * bad


def keep_winds(schedule: Sequence[Sequence[Table]], fixed: Mapping[int, int]) -> list[list[Table]]:
    """Give fixed players their seat; the others at their tables share the rest by need.

    Only tables with a fixed player change. Passes over them until nothing improves, at most eight. Two players fixed
    to the same wind should not meet; if they do, the lower id keeps it.
    """
    out = [list(tables) for tables in schedule]
    touched = [
        (r, t)
        for r, tables in enumerate(out)
        for t, table in enumerate(tables)
        if any(p in fixed for p in table)
    ]
    counts = _counts(out, 0)
    for _ in range(8):
        moved = False
        for r, t in touched:
            table = out[r][t]
            for wind, player in enumerate(table):
                counts[player][wind] -= 1
            chosen = min(permutations(sorted(table)), key=lambda order: _fit(order, counts, fixed))
            moved = moved or chosen != table
            out[r][t] = chosen
            for wind, player in enumerate(chosen):
                counts[player][wind] += 1
        if not moved:
            break
    return out


def _fit(order: Sequence[int], counts: Mapping[int, list[int]], fixed: Mapping[int, int]) -> tuple[int, int]:
    wrong = sum(1 for wind, p in enumerate(order) if fixed.get(p, wind) != wind)
    return wrong, sum(2 * counts[p][wind] + 1 for wind, p in enumerate(order) if p not in fixed)
