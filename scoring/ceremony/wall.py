"""Where the deal starts, and whose wall that is.

The dealer rolls once. The total points to a wall; as many stacks of two tiles as the total, counted from its
right end as its owner sees it, stay behind, and the deal starts with the next stack, clockwise.
(開門: JPML art. 七, Shin-Hochi art. 14, WSOM 牌山からの配牌, beginners' guide.)
"""

from __future__ import annotations

from dataclasses import dataclass

from scoring.ceremony.dice import CHAIRS, combinations, indicated
from scoring.errors import ScoringError

STACKS = 17
DEALT = 53
"""Tiles taken by the deal: four times thirteen and the dealer's fourteenth."""
LIVE = 136 - 14
"""Tiles of the live wall, from the first of the deal to the last draw."""


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


def dokasen_seat(dealer: int, total: int, drawn: int) -> int:
    """Whose wall the next draw comes from: the doubled player where dokasen (導火線) is played.

    `drawn` is the number of draws from the live wall after the deal (a kan's replacement tile comes from the
    other end and is not one of them; it shortens the live wall). The walls are used up clockwise: what lies
    left of the break, then the walls of the players before its owner in the order of play, at last the stacks
    that stayed behind. Refuses (`ScoringError`, code `no_such_draw`) more draws than the wall holds. When the
    wall is used up there is no next draw; the wall of the last drawn tile is meant then.

    >>> [dokasen_seat(0, 5, drawn) for drawn in (0, 4, 5, 38, 39, 69)]
    [3, 3, 2, 2, 1, 1]
    """
    opened = break_wall(dealer, total)
    if not 0 <= drawn <= LIVE - DEALT:
        raise ScoringError(
            "no_such_draw",
            f"After the deal {LIVE - DEALT} tiles can be drawn, not {drawn}.",
            fields=("drawn",),
        )
    # The deal is longer than what lies left of the break, so the first draw is in another wall already.
    place = min(DEALT + drawn, LIVE - 1) - 2 * opened.stacks_left
    return (opened.seat - 1 - place // (2 * STACKS)) % CHAIRS


def wareme_odds() -> tuple[int, int, int, int]:
    """In how many of 36 ways the dealer, the right, the opposite and the left wall is opened.

    >>> wareme_odds()
    (8, 9, 10, 9)
    """
    odds = [0] * CHAIRS
    for total in range(2, 13):
        odds[indicated(0, total)] += combinations(total)
    return odds[0], odds[1], odds[2], odds[3]
