"""Exhaustive draws from payments alone: who was tenpai, who had a nagashi mangan."""

from collections.abc import Collection, Sequence
from itertools import combinations

from scoring.hand.exhaustive_draw import mangan_payments


def paid_as_tenpai(change: Sequence[int], *, riichi: Collection[int], stays: bool) -> tuple[int, ...]:
    """Return who was tenpai, by who was paid. Without payments all or none were: all if a player declared riichi, or
    if the dealer deals again (``stays``).
    """
    paid = tuple(seat for seat, points in enumerate(change) if points > 0)
    if paid or not (riichi or stays):
        return paid
    return tuple(range(len(change)))


def paid_as_nagashi(change: Sequence[int], dealer: int) -> tuple[int, ...]:
    """Return who had a nagashi mangan if these are payments of one or several; else an empty tuple."""
    players = len(change)
    for count in range(1, players):
        for seats in combinations(range(players), count):
            delta = [0] * players
            for seat in seats:
                for other, paid in mangan_payments(dealer, seat, players).items():
                    delta[seat] += paid
                    delta[other] -= paid
            if delta == list(change):
                return seats
    return ()
