"""Schedules of labels for any number of rounds, with as few rematches as known."""

from __future__ import annotations

from seating.designs.constructions import Design, Tables, lane_capacity
from seating.designs.stored import balanced_design, capacity, no_rematch_design, overfull_design
from seating.drbg import Drbg
from seating.metrics import bounds, meetings
from seating.search.improvement import Board, Players, anneal

LARGE = 64


def base_design(n: int, rounds: int, rng: Drbg, lanes: bool = False) -> Design:
    """Return `rounds` rounds for n labels, n a multiple of four.

    Up to `capacity(n)` rounds there are no rematches. Beyond: a stored schedule; or whole balanced schedules, in
    which all pairs meet equally often, plus the remaining rounds; improved by annealing while above the bound.
    """
    if rounds <= capacity(n):
        return no_rematch_design(n, rounds, lanes)
    if n == 4:
        return Design("one-table", [[[0, 1, 2, 3]] for _ in range(rounds)])
    stored = overfull_design(n, rounds)
    if stored is not None:
        return stored
    even = balanced_design(n)
    parts: list[Tables] = []
    left = rounds
    if even is not None:
        while left >= len(even.rounds):
            parts += _renamed(even.rounds, n, rng, keep=not parts)
            left -= len(even.rounds)
        if left > len(even.rounds) - 3:
            # A balanced schedule without a round or two is as even as possible.
            parts += _renamed(even.rounds[:left], n, rng)
            left = 0
    # Rounds without a rematch are kept, and only the rest is improved, if everybody visits every table in them, or
    # if the search ends sooner because there are many players.
    still, complete = 0, False
    while left:
        stored = overfull_design(n, left)
        some = stored.rounds if stored else no_rematch_design(n, min(left, capacity(n))).rounds
        complete = complete or (not parts and len(some) == lane_capacity(n // 4) == n // 4)
        if not parts and (complete or n >= LARGE):
            still = len(some)
        parts += _renamed(some, n, rng, keep=not parts)
        left -= len(some)
    return Design("joined", _polished(parts, n, rng, still), tables_settled=complete)


def _renamed(rounds: list[Tables], n: int, rng: Drbg, keep: bool = False) -> list[Tables]:
    names = list(range(n)) if keep else rng.shuffled(range(n))
    return [[[names[p] for p in table] for table in tables] for tables in rounds]


def _polished(rounds: list[Tables], n: int, rng: Drbg, still: int) -> list[Tables]:
    weight = sum(m * (m - 1) // 2 for m in meetings(rounds).values())
    if weight <= bounds(n, len(rounds)).repeat_weight:
        return rounds
    board = Board(Players(n), rounds, frozen=still)
    anneal(board, rng, 100_000, hot=40 * 16, cold=12 * 16)
    return board.rounds
