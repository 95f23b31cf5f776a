"""Where the deal starts, and whose wall that is.

The dealer rolls once. The total points to a wall; as many stacks of two tiles as the total, counted from its
right end as its owner sees it, stay behind, and the deal starts with the next stack, clockwise. How the marked
wall moves while tiles are drawn (dokasen) stands in `scoring.overlay`.
(開門: JPML art. 七, Shin-Hochi art. 14, WSOM 牌山からの配牌, beginners' guide.)
"""

from __future__ import annotations

from dataclasses import dataclass

from scoring.ceremony.dice import CHAIRS, combinations, indicated
from scoring.errors import ScoringError

STACKS = 17


@dataclass(frozen=True, slots=True)
class Break:
    """An opened wall. `seat` is its owner, who is also the doubled player where wareme (割れ目) is played."""

    seat: int
    stacks_right: int
    stacks_left: int


def break_wall(dealer: int, total: int) -> Break:
    """The wall opened by the dealer's roll.

    >>> break_wall(0, 7)
    Break(seat=2, stacks_right=7, stacks_left=10)
    """
    if dealer not in range(CHAIRS):
        raise ScoringError("no_such_seat", f"Seats are numbered 0 to 3, not {dealer}.", fields=("dealer",))
    return Break(indicated(dealer, total), total, STACKS - total)


def wareme_odds() -> tuple[int, int, int, int]:
    """In how many of 36 ways the dealer, the right, the opposite and the left wall is opened.

    >>> wareme_odds()
    (8, 9, 10, 9)
    """
    odds = [0] * CHAIRS
    for total in range(2, 13):
        odds[indicated(0, total)] += combinations(total)
    return odds[0], odds[1], odds[2], odds[3]
