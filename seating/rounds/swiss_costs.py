"""Prices of pairs at a table of the next round; byes; odd tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from seating.constraints import HARD as BARRED
from seating.constraints import SeatingConstraints, check_constraints
from seating.metrics import Pair, Schedule, meetings
from seating.requests import RoundRequest
from seating.rounds.fixed_places import parted
from seating.table_sizes import table_sizes

REMATCH = 400  # for each earlier meeting
RELUCTANT = 60  # a soft pair, in ranks
APART = 50_000  # two walk-ons, or two empty chairs, at one table
HARD = 1_000_000  # a forbidden pair


@dataclass(frozen=True, slots=True)
class Hall:
    """Places 0 ... n - 1, n a multiple of four: players in order of the standings, then blanks.

    A blank is a walk-on, or an empty chair at a table of three.
    """

    people: list[int]
    blanks: int
    byes: tuple[int, ...]
    fifths: tuple[int, ...]  # who joins a table of four as the fifth player
    costs: list[list[int]]
    met: Counter[Pair]
    constraints: Mapping[Pair, int]
    closeness: int = 1  # the price of one rank of distance
    fives: Mapping[int, int] = field(default_factory=dict)  # earlier games at tables of five
    table_size: int = 4  # three: every table has one empty chair

    @property
    def size(self) -> int:
        return len(self.people) + self.blanks

    @property
    def closest(self) -> int:
        """Return the sum of distances at one table if ranks are consecutive."""
        return 10 if self.table_size == 4 else 4


def round_prices(
    request: RoundRequest, players: Sequence[int], rather_not: Iterable[Pair] = ()
) -> dict[Pair, int]:
    """Return the prices of pairs in one round; refuses contradictions as `check_constraints` does."""
    constraints = SeatingConstraints(never=parted(request.constraints), rather_not=list(rather_not))
    sizes = table_sizes(len(players), request.remainder, request.table_size)
    prices = check_constraints(constraints, players, len(sizes), request.table_size)
    return {who: HARD if price >= BARRED else RELUCTANT for who, price in prices.items()}


def build_hall(
    standing: Sequence[int],
    request: RoundRequest,
    constraints: Mapping[Pair, int],
    closeness: int = 1,
    sat_out: Mapping[int, int] | None = None,
) -> Hall:
    """Choose byes, fifths and blanks, balanced over the history, and price all pairs.

    `constraints` are prices as in `round_prices`. `sat_out` counts byes; without it, all rounds of the history
    without the player count.
    """
    history, remainder, table_size = request.history, request.remainder, request.table_size
    over = len(standing) % table_size
    is_of_threes = table_size == 3
    byes: tuple[int, ...] = ()
    fifths: tuple[int, ...] = ()
    if over and (is_of_threes or remainder in ("byes", "five")):
        sits_out = is_of_threes or remainder == "byes"
        if sits_out:
            served = Counter(sat_out) if sat_out is not None else _absences(standing, history)
        else:
            served = _visits(history, 5, 5)
        place = {p: i for i, p in enumerate(standing)}
        again = request.last_byes if sits_out else ()
        chosen = tuple(sorted(standing, key=lambda p: (served[p], p in again, -place[p]))[:over])
        byes, fifths = (chosen, ()) if sits_out else ((), chosen)
    away = {*byes, *fifths}
    people = [p for p in standing if p not in away]
    has_blanks = is_of_threes or (over and remainder in ("three", "substitutes"))
    tables = len(table_sizes(len(standing), remainder, table_size))
    blanks = 4 * tables - len(people) if has_blanks else 0
    met = meetings(history)
    costs = _prices_of_meeting(people, blanks, closeness, {REMATCH: met, 1: constraints})
    # If all tables are of three, everybody gets blanks, and two empty chairs at one table are forbidden.
    served = Counter[int]() if is_of_threes else _visits(history, 3, 3)
    _price_blanks(costs, people, served, HARD if is_of_threes else APART)
    fives = _visits(history, 5, 5)
    return Hall(people, blanks, byes, fifths, costs, met, constraints, closeness, fives, table_size)


def _prices_of_meeting(
    people: Sequence[int], blanks: int, closeness: int, prices: Mapping[int, Mapping[Pair, int]]
) -> list[list[int]]:
    """Return the prices of pairs of places from ranks and `prices` by unit."""
    n = len(people) + blanks
    distances = [abs(i) * closeness for i in range(-n, n + 1)]
    costs = [distances[n - i : 2 * n - i] for i in range(n)]
    at = {p: i for i, p in enumerate(people)}
    for unit, pairs in prices.items():
        for (one, other), number in pairs.items():
            i, j = at.get(one, -1), at.get(other, -1)
            if i >= 0 and j >= 0:
                costs[i][j] += number * unit
                costs[j][i] += number * unit
    return costs


def _price_blanks(
    costs: list[list[int]], people: Sequence[int], served: Mapping[int, int], apart: int
) -> None:
    """Price blanks, the last places, by who has `served` with one; two together cost `apart`."""
    n, k = len(costs), len(people)
    least = min((served.get(p, 0) for p in people), default=0)
    for blank in range(k, n):
        for i, p in enumerate(people):
            costs[i][blank] = costs[blank][i] = REMATCH * 5 * (served.get(p, 0) - least)
        for other in range(k, n):
            costs[blank][other] = apart


def _absences(standing: Sequence[int], history: Schedule) -> Counter[int]:
    played = Counter(p for tables in history for table in tables for p in table)
    return Counter({p: len(history) - played[p] for p in standing})


def _visits(history: Schedule, smallest: int, largest: int) -> Counter[int]:
    """Count each player's tables of such sizes or (three) with a walk-on."""
    out: Counter[int] = Counter()
    for tables in history:
        for table in tables:
            people = [p for p in table if p >= 0]
            if smallest <= len(table) <= largest or (smallest == 3 and len(people) < len(table)):
                out.update(people)
    return out
