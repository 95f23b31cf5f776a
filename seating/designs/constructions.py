"""Schedules from algebra: no rematches, without search.

All of them seat labels 0 ... n - 1, n a multiple of four; players are assigned to labels elsewhere.

* Transversal designs. Four lanes of g = n / 4 labels; in round c the label x of lane i joins the table group
  x - a_i c. Two lanes meet in the same group in rounds c and c' only if (a_i - a_j)(c - c') = 0, which a field
  excludes: g rounds without a rematch if g is a prime power. A fifth coefficient numbers the tables so that no label
  visits one twice. Labels of the same lane never meet.
* Difference matrices. For other g the products a_i c become rows of shifts whose pairwise differences modulo g are
  all distinct: multiples 0, 1, 2, 3, 4 of the round while those stay distinct, else the first rows found by a fixed
  pseudo-random search (`data/difference_matrices.json` lists which of its seeds reaches how far).
* Products of fields with factors of at least four (g = 20, 28, 36 ...): g rounds; table numbers repeat.
* Filled lanes: after the rounds above, the four lanes play among themselves.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from math import gcd
from pathlib import Path
from typing import TypeAlias, TypedDict

from seating.designs.finite_fields import ring

DATA = Path(__file__).parent / "data"

Tables: TypeAlias = list[list[int]]


@dataclass(frozen=True, slots=True)
class Design:
    """Rounds of tables of labels; labels of one of `lanes` never meet."""

    name: str
    rounds: list[Tables]
    lanes: tuple[tuple[int, ...], ...] = ()
    tables_settled: bool = True  # the numbering of tables is optimal or the best known


def _lanes(g: int) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(range(i * g, i * g + g)) for i in range(4))


def transversal(g: int, rounds: int, still_lane: bool = False) -> Design:
    """Return `rounds` <= g rounds at g tables, for g whose prime powers are all at least four.

    `still_lane` keeps the first lane at the same tables.
    """
    field = ring(g)
    lane = field.spread(4)
    number = 0 if still_lane else field.spread(5)[4] if field.weakest > 4 else 0
    out = []
    for c in range(rounds):
        groups = [field.plus(field.multiply(a, c)) for a in lane]
        places = field.plus(field.multiply(number, c))
        tables: Tables = [[] for _ in range(g)]
        for t in range(g):
            tables[places[t]] = [i * g + group[t] for i, group in enumerate(groups)]
        out.append(tables)
    return Design("transversal-design", out, _lanes(g), still_lane or field.weakest > 4)


def _linear_capacity(g: int, columns: int) -> int:
    """Return how many rounds the shifts 0, c, 2c, 3c (, 4c) give before a difference repeats."""
    return min(g // gcd(g, step) for step in range(1, columns))


@lru_cache(maxsize=1)
def _matrix_seeds() -> dict[tuple[int, int], tuple[int, int]]:
    """(g, columns) -> (rows reached, seed)."""
    with (DATA / "difference_matrices.json").open(encoding="utf-8") as file:
        rows = json.load(file)["searches"]
    return {(g, columns): (reached, seed) for g, columns, reached, seed in rows}


def matrix_capacity(g: int, columns: int) -> int:
    """Return how many rounds a difference matrix with this many columns gives for g tables.

    Five columns (the fifth numbers the tables) or four.
    """
    searched = _matrix_seeds().get((g, columns), (0, 0))[0]
    # Beyond the sizes tried, the search never failed before half of g.
    return max(searched, _linear_capacity(g, columns), g // 2 if g > 150 else 0)


def shift_rows(g: int, columns: int, rounds: int) -> list[list[int]]:
    """Return rows of shifts, the first 0, whose differences modulo g are distinct in every pair of columns."""
    if rounds <= _linear_capacity(g, columns):
        return [[i * c % g for i in range(columns)] for c in range(rounds)]
    search = _RowSearch(g, columns, _matrix_seeds().get((g, columns), (0, 1))[1])
    return [search.next_row() for _ in range(rounds)]


class _RowSearch:
    """Depth-first search for the next row, in an order from a linear congruential generator (MMIX)."""

    def __init__(self, g: int, columns: int, seed: int) -> None:
        self.g, self.columns, self.state = g, columns, seed
        self.used = [[bytearray(g) for _ in range(columns)] for _ in range(columns)]

    def _below(self, limit: int) -> int:
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) & 0xFFFFFFFFFFFFFFFF
        return (self.state >> 32) * limit >> 32

    def _shuffled(self) -> list[int]:
        out = list(range(self.g))
        for i in range(self.g - 1, 0, -1):
            j = self._below(i + 1)
            out[i], out[j] = out[j], out[i]
        return out

    def next_row(self) -> list[int]:
        orders = [[0]] + [self._shuffled() for _ in range(1, self.columns)]
        row = self._extend([0], orders)
        if row is None:
            raise AssertionError(f"no further row for {self.g} tables")
        for i in range(self.columns):
            for j in range(i):
                self.used[j][i][(row[i] - row[j]) % self.g] = 1
        return row

    def _extend(self, row: list[int], orders: Sequence[Sequence[int]]) -> list[int] | None:
        column = len(row)
        if column == self.columns:
            return row
        for shift in orders[column]:
            if not any(self.used[j][column][(shift - s) % self.g] for j, s in enumerate(row)):
                extended = self._extend([*row, shift], orders)
                if extended is not None:
                    return extended
        return None


def difference_matrix(g: int, rounds: int, columns: int = 5, still_lane: bool = False) -> Design:
    """Return `rounds` <= `matrix_capacity(g, columns)` rounds at g tables, for any g."""
    out = []
    for row in shift_rows(g, columns, rounds):
        number = 0 if still_lane or columns == 4 else row[4]
        tables: Tables = [[] for _ in range(g)]
        for t in range(g):
            tables[(t + number) % g] = [i * g + (t + row[i]) % g for i in range(4)]
        out.append(tables)
    return Design("difference-matrix", out, _lanes(g), still_lane or columns == 5)


class _Matrix(TypedDict):
    g: int
    moduli: list[int]
    rows: list[list[int]]
    turned: list[list[int]]


@lru_cache(maxsize=1)
def _stored_matrices() -> dict[int, _Matrix]:
    with (DATA / "difference_matrices.json").open(encoding="utf-8") as file:
        rows: list[_Matrix] = json.load(file)["matrices"]
    return {row["g"]: row for row in rows}


def stored_rows(g: int) -> list[list[int]]:
    """Return the stored matrix with five columns for g tables; empty if there is none."""
    row = _stored_matrices().get(g)
    if row is None:
        return []
    return [*row["rows"], *(v[i:] + v[:i] for v in row["turned"] for i in range(5))]


def stored_matrix(g: int, rounds: int, still_lane: bool = False) -> Design:
    """As `difference_matrix` with five columns, but over another group or with rows that the search does not find."""
    elements = list(product(*(range(m) for m in _stored_matrices()[g]["moduli"])))
    number = {e: i for i, e in enumerate(elements)}

    def plus(a: int, b: int) -> int:
        sums = zip(elements[a], elements[b], _stored_matrices()[g]["moduli"], strict=True)
        return number[tuple((x + y) % m for x, y, m in sums)]

    out = []
    for row in stored_rows(g)[:rounds]:
        tables: Tables = [[] for _ in range(g)]
        for t in range(g):
            tables[plus(t, row[0 if still_lane else 4])] = [i * g + plus(t, row[i]) for i in range(4)]
        out.append(tables)
    return Design("difference-matrix", out, _lanes(g))


def lane_capacity(g: int) -> int:
    """Return how many rounds there are with four lanes, no rematch, and no table visited twice."""
    if g < 2:
        return 1
    weakest = ring(g).weakest
    return g if weakest > 4 else max(1, matrix_capacity(g, 5), len(stored_rows(g)))


def wide_capacity(g: int) -> int:
    """As `lane_capacity`, with table numbers allowed to repeat."""
    if g < 2:
        return 1
    return g if ring(g).weakest >= 4 else max(lane_capacity(g), matrix_capacity(g, 4))


def lane_design(g: int, rounds: int, still_lane: bool = False) -> Design | None:
    """Return the best design with lanes, or None if lanes cannot give that many rounds."""
    if g == 1 or rounds == 1:
        one = [[i * g + t for i in range(4)] for t in range(g)]
        return Design("one-round", [one], _lanes(g)) if rounds == 1 else None
    weakest = ring(g).weakest
    if weakest > 4 and rounds <= g:
        return transversal(g, rounds, still_lane)
    if rounds <= matrix_capacity(g, 5):
        return difference_matrix(g, rounds, 5, still_lane)
    if rounds <= len(stored_rows(g)):
        return stored_matrix(g, rounds, still_lane)
    if weakest == 4 and rounds <= g:
        return transversal(g, rounds, still_lane)
    if rounds <= matrix_capacity(g, 4):
        return difference_matrix(g, rounds, 4, still_lane)
    return None
