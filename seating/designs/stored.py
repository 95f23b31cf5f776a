"""Stored schedules that were found by search: see `data/README.md`.

* Starters: one base round on the points Z_m x {0, 1, 2} and up to three fixed points; its shifts modulo m give m
  rounds, the most that n players can have without a rematch: floor((n - 1) / 3). For 68, 92 and 104 players there are
  several base rounds, each with a shorter cycle of shifts.
* Overfull schedules: more rounds than that, with as few rematches as could be found.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from typing import TypedDict

from seating.designs.constructions import DATA, Design, Tables, lane_capacity, lane_design, wide_capacity
from seating.designs.finite_fields import ring

# 8, 12 and 20 players fall short of floor((n - 1) / 3): with two or three tables any two rounds repeat a pair, and
# five tables allow at most five rounds. Miller, Valkov and Abel, Symmetry 18 (2026) 269.
SHORT = {4: 1, 8: 1, 12: 1, 20: 5}


# The block of a base round at each table, one letter each.
BLOCK_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"


class _Part(TypedDict):
    turns: int
    blocks: list[list[list[int]]]


class _Starter(TypedDict, total=False):
    n: int
    m: int
    blocks: list[list[list[int]]]
    parts: list[_Part]
    sched: list[Tables]


@lru_cache(maxsize=1)
def _starters() -> dict[int, _Starter]:
    with (DATA / "starters.json").open(encoding="utf-8") as file:
        rows: list[_Starter] = json.load(file)
    return {row["n"]: row for row in rows}


@lru_cache(maxsize=1)
def _starter_tables() -> dict[str, list[str]]:
    with (DATA / "starter_tables.json").open(encoding="utf-8") as file:
        orders: dict[str, list[str]] = json.load(file)["orders"]
    return orders


@lru_cache(maxsize=1)
def _overfull() -> dict[str, list[Tables]]:
    with (DATA / "overfull.json").open(encoding="utf-8") as file:
        rows = json.load(file)["schedules"]
    return {key: rows[key] for key in rows}


@lru_cache(maxsize=1)
def _balanced() -> dict[int, list[list[int]]]:
    with (DATA / "balanced.json").open(encoding="utf-8") as file:
        rows = json.load(file)["starters"]
    return {int(n): rows[n] for n in rows}


def starter_length(n: int) -> int:
    """Return how many rounds the stored starter for n players has; 0 without one."""
    row = _starters().get(n)
    if row is None:
        return 0
    return len(row["sched"]) if "sched" in row else sum(part["turns"] for part in _parts(row))


def _parts(row: _Starter) -> list[_Part]:
    return row["parts"] if "parts" in row else [{"turns": row["m"], "blocks": row["blocks"]}]


def _turned(row: _Starter) -> Iterator[Tables]:
    """Yield all rounds of a starter: the shifts of each base round."""
    m = row["m"]
    for part in _parts(row):
        for r in range(part["turns"]):
            yield [
                [3 * m + i if x < 0 else i * m + (x + r) % m for x, i in block] for block in part["blocks"]
            ]


def starter_design(n: int, rounds: int) -> Design:
    """Return the first `rounds` rounds of the starter, with the most even table numbers known."""
    row = _starters()[n]
    out: list[Tables]
    if "sched" in row:
        out = [[list(table) for table in tables] for tables in islice(row["sched"], rounds)]
    else:
        out = list(islice(_turned(row), rounds))
    orders = _starter_tables().get(f"{n}x{rounds}") or _starter_tables().get(f"{n}")
    if orders:
        out = [
            [tables[BLOCK_LETTERS.index(c)] for c in order]
            for tables, order in zip(out, orders[:rounds], strict=True)
        ]
    return Design("starter", out, tables_settled=orders is not None)


def overfull_design(n: int, rounds: int) -> Design | None:
    """Return the stored schedule with rematches of exactly this size, if any."""
    tables = _overfull().get(f"{n}x{rounds}")
    return None if tables is None else Design("overfull", [[list(t) for t in r] for r in tables])


def balanced_design(n: int) -> Design | None:
    """Return a schedule where all pairs of n players meet equally often: n - 1 rounds with three meetings each, or
    (n - 1) / 3 with one.

    Made from n - 1 cyclic points and a fixed one; None if no such schedule is stored.
    """
    if n == 4:
        return Design("balanced", [[[0, 1, 2, 3]]])
    if n % 12 == 4 and starter_length(n):
        return starter_design(n, starter_length(n))
    if n in (8, 12):
        return overfull_design(n, n - 1)
    blocks = _balanced().get(n)
    if blocks is None:
        return None
    m = n - 1
    turned = [[[m if x == m else (x + r) % m for x in block] for block in blocks] for r in range(m)]
    return Design("balanced", turned, tables_settled=False)


def near_balanced_design(n: int) -> Design | None:
    """For n = 5, 9, 13 ...: return n rounds in which all pairs meet three times and each player sits out once."""
    if n == 9:
        # Modulo 9 none exists; in the field of nine elements, squares and non-squares work.
        field = ring(9)
        squares = sorted({field.multiply(x, x) for x in range(1, 9)})
        rows = [field.plus(r) for r in range(9)]
        halves = (squares, [x for x in range(1, 9) if x not in squares])
        return Design("balanced", [[[row[x] for x in half] for half in halves] for row in rows])
    blocks = _balanced().get(n) if n % 4 == 1 else None
    if blocks is None:
        return None
    return Design("balanced", [[[(x + r) % n for x in block] for block in blocks] for r in range(n)])


def upper_limit(n: int) -> int:
    """Return an upper bound for rounds without a rematch for n players, a multiple of four.

    >>> upper_limit(40), upper_limit(20)
    (13, 5)
    """
    return SHORT.get(n, (n - 1) // 3)


def capacity(n: int) -> int:
    """Return how many rounds without a rematch this package can build for n players, a multiple of four."""
    return max(wide_capacity(n // 4), starter_length(n), filled_capacity(n // 4))


def filled_capacity(g: int) -> int:
    """Return how many rounds there are if the four lanes of g players then play among themselves; 0 unless 4 divides
    g.
    """
    return 0 if g % 4 else wide_capacity(g) + capacity(g)


def filled_design(n: int, rounds: int) -> Design:
    """Return rounds across four lanes, then rounds within the lanes in parallel.

    After g cross rounds all have visited every table, so the numbering of the others does not matter.
    """
    g = n // 4
    cross = lane_design(g, min(rounds - 1, wide_capacity(g)))
    if cross is None:
        raise AssertionError("checked by filled_capacity")
    inner = no_rematch_design(g, rounds - len(cross.rounds))
    out = list(cross.rounds)
    for tables in inner.rounds:
        out.append([[lane * g + p for p in table] for lane in range(4) for table in tables])
    return Design("filled-lanes", out, tables_settled=cross.tables_settled and len(cross.rounds) == g)


def no_rematch_design(n: int, rounds: int, lanes: bool = False) -> Design:
    """Return 1 <= rounds <= capacity(n) rounds without a rematch.

    Lanes with distinct table numbers come first, filled if there are more rounds than tables; then, unless `lanes`
    are required, the long starters.
    """
    g = n // 4
    if g < rounds <= filled_capacity(g) and lane_capacity(g) == g and not lanes:
        return filled_design(n, rounds)
    if rounds > lane_capacity(g) and not lanes and rounds <= starter_length(n):
        return starter_design(n, rounds)
    design = lane_design(g, rounds)
    if design is not None:
        return design
    if rounds <= starter_length(n):
        return starter_design(n, rounds)
    return filled_design(n, rounds)
