"""Schedules at tables of three in which every pair meets; with an even number of players, each misses one other.

* 9, 15, 21 ... players: a Kirkman triple system, (n - 1) / 2 rounds (Ray-Chaudhuri and Wilson, Solution of Kirkman's
  schoolgirl problem, 1971).
* 18, 24, 30 ... players: a nearly Kirkman triple system, n / 2 - 1 rounds (Kotzig and Rosa 1974; Baker and Wilson
  1977). None exists for 6 and 12.

Systems for up to 60 players, except 57, are stored as base rounds (`data/kirkman.json`): points (x, i) with x modulo
m, and fixed points (-1, i). Shifting a base round by 0 ... m - 1 gives m rounds. If these are not all, `across`
holds shifts (a, b, c): the round of the triples (x + a, 0), (x + b, 1), (x + c, 2).
"""

from __future__ import annotations

import json
from functools import lru_cache
from typing import TypedDict

from seating.designs.constructions import DATA, Design, Tables, lane_design


class _System(TypedDict):
    n: int
    m: int
    bases: list[list[list[list[int]]]]
    across: list[list[int]]


@lru_cache(maxsize=1)
def _systems() -> dict[int, _System]:
    with (DATA / "kirkman.json").open(encoding="utf-8") as file:
        rows: list[_System] = json.load(file)["systems"]
    return {row["n"]: row for row in rows}


def kirkman_capacity(n: int) -> int:
    """Return how many rounds the stored system for n players has; 0 without one.

    >>> kirkman_capacity(15), kirkman_capacity(18), kirkman_capacity(12)
    (7, 8, 0)
    """
    row = _systems().get(n)
    return row["m"] * len(row["bases"]) + len(row["across"]) if row else 0


def kirkman_design(n: int, rounds: int) -> Design:
    """Return the first 1 <= `rounds` <= `kirkman_capacity(n)` rounds of the stored system: no rematches."""
    row = _systems()[n]
    m = row["m"]
    turned: list[Tables] = [
        [[n - 1 - i if x < 0 else i * m + (x + turn) % m for x, i in table] for table in base]
        for base in row["bases"]
        for turn in range(m)
    ]
    across: list[Tables] = [
        [[i * m + (x + shift) % m for i, shift in enumerate(shifts)] for x in range(m)]
        for shifts in row["across"]
    ]
    name = "kirkman" if n % 2 else "nearly-kirkman"
    return Design(name, [*turned, *across][:rounds], tables_settled=False)


def design_of_threes(n: int, rounds: int) -> Design | None:
    """Return a stored system if lanes do not last for `rounds` rounds; None without one."""
    if lane_design(n // 3, rounds) is not None or rounds > kirkman_capacity(n):
        return None
    return kirkman_design(n, rounds)
