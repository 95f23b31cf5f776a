"""Schedules at tables of three in which every two meet, but for one pair each where the players are even in number.

* 9, 15, 21 ... players: a Kirkman triple system, (n - 1) / 2 rounds (Ray-Chaudhuri and Wilson, Solution of Kirkman's
  schoolgirl problem, 1971).
* 18, 24, 30 ... players: a nearly Kirkman triple system, n / 2 - 1 rounds (Kotzig and Rosa 1974; Baker and Wilson
  1977). There is none for 6 and for 12.

Those for up to 60 players, but for 57, are stored as base rounds (`data/kirkman.json`): points (x, i) with x
modulo m, and fixed points (-1, i). A base round moved on by one again and again gives m rounds. Where these are
not all, `across` holds shifts (a, b, c): the round of the triples (x + a, 0), (x + b, 1), (x + c, 2).
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
    """Rounds of the stored system for n players, 0 if there is none.

    >>> kirkman_capacity(15), kirkman_capacity(18), kirkman_capacity(12)
    (7, 8, 0)
    """
    row = _systems().get(n)
    return row["m"] * len(row["bases"]) + len(row["across"]) if row else 0


def kirkman_design(n: int, rounds: int) -> Design:
    """The first 1 <= `rounds` <= `kirkman_capacity(n)` rounds of the stored system: nobody meets twice."""
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
    """A stored system where lanes that play each other do not last for `rounds` rounds; None if there is none."""
    if lane_design(n // 3, rounds) is not None or rounds > kirkman_capacity(n):
        return None
    return kirkman_design(n, rounds)
