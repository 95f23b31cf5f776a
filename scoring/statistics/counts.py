"""A player's counts over games entered hand by hand: integers that can be added, and two maxima."""

from collections.abc import Iterable
from dataclasses import dataclass, fields
from typing import Self


@dataclass(frozen=True, slots=True)
class Counts:
    """Counts of one player. A hand is finished: won, drawn or aborted. Chombo and corrections do not count.

    ``win_points`` and ``best_win``: payments for the hand itself, without counters and riichi sticks.
    ``deal_in_points``: what the player paid as the discarder, without counters. Two winners of one discard are one
    deal-in. ``riichi_hands``: hands in which riichi was possible. ``call_hands``: hands of games whose log names
    callers. ``draws``: exhaustive draws with the tenpai state of all players. ``undecided``: other hands without a
    winner. ``yaku_wins``: wins with known yaku, without yakuman; ``dora``: all dora of these, of every kind.
    ``dealer_streak``: the most consecutive hands as dealer. ``mangan`` to ``yakuman``: wins of that limit, including
    counted yakuman in the last.
    """

    games: int = 0
    hands: int = 0
    wins: int = 0
    tsumo: int = 0
    win_points: int = 0
    best_win: int = 0
    deal_ins: int = 0
    deal_in_points: int = 0
    riichi_hands: int = 0
    riichi: int = 0
    riichi_wins: int = 0
    riichi_deal_ins: int = 0
    call_hands: int = 0
    calls: int = 0
    draws: int = 0
    tenpai: int = 0
    undecided: int = 0
    dealer_streak: int = 0
    mangan: int = 0
    haneman: int = 0
    baiman: int = 0
    sanbaiman: int = 0
    yakuman: int = 0
    yaku_wins: int = 0
    dora: int = 0

    def __add__(self, other: Self) -> "Counts":
        return Counts(**{name: _both(name, getattr(self, name), getattr(other, name)) for name in NAMES})


NAMES = tuple(field.name for field in fields(Counts))
MOST = ("best_win", "dealer_streak")
"""Of these the larger one stands; all others are added."""
LIMITS = ("mangan", "haneman", "baiman", "sanbaiman", "yakuman")


def sum_of(several: Iterable[Counts]) -> Counts:
    """Return the sum of all counts.

    >>> sum_of([Counts(hands=8, best_win=8_000), Counts(hands=4, best_win=3_900)])
    ... # doctest: +ELLIPSIS
    Counts(games=0, hands=12, wins=0, tsumo=0, win_points=0, best_win=8000, ...)
    """
    total = Counts()
    for one in several:
        total += one
    return total


def _both(name: str, one: int, other: int) -> int:
    return max(one, other) if name in MOST else one + other
