"""A win as reported and as paid. Seats are 0, 1, 2 (, 3) in turn order."""

from typing import NamedTuple

from scoring.hand.details import Details
from scoring.hand.value import Value

new = tuple.__new__
"""Makes a named tuple of all its values, in half the time of calling its class."""


class Hand(NamedTuple):
    """Dealer, counters and sticks at a win. ``marked``: the doubled seat of wareme or dokasen, if played."""

    dealer: int
    honba: int = 0
    deposits: int = 0
    riichi: tuple[int, ...] = ()
    marked: int | None = None


class Liability(NamedTuple):
    """The seat liable for a yakuman, and which yakuman."""

    seat: int
    yaku: str


class Win(NamedTuple):
    """A player's win: han and fu, or yakuman, or pattern points.

    ``pao``: liability for one of its yakuman; ``open_kan_from``: who discarded the tile of the open kan whose
    replacement tile won. ``details``: its yaku and dora, or its tiles, if reported; they do not change the payment.
    """

    winner: int
    han: int | None = None
    fu: int | None = None
    yakuman: tuple[str, ...] = ()
    units: int | None = None
    points: int | None = None
    pao: Liability | None = None
    open_kan_from: int | None = None
    details: Details | None = None


class Transfer(NamedTuple):
    """A payment: ``points`` of the hand and ``counters``, both already multiplied by ``times``."""

    payer: int
    winner: int
    points: int
    counters: int
    times: int = 1


class Award(NamedTuple):
    """A winner's award: the valued hand, the payments, and the number of sticks taken."""

    winner: int
    value: Value
    transfers: tuple[Transfer, ...]
    sticks: int
    tsumo: bool

    @property
    def points(self) -> int:
        """What the hand itself paid, without counters and sticks."""
        return sum(one.points for one in self.transfers)


class Payment(NamedTuple):
    """A settled win. ``abort``: with this many winners the hand is drawn instead (nothing is paid, sticks stay)."""

    delta: tuple[int, ...]
    awards: tuple[Award, ...]
    abort: bool = False
