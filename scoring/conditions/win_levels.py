"""All worths of a winning hand under a rulebook, in ascending order."""

from functools import lru_cache
from typing import NamedTuple

from scoring.errors import NeedsEventSetting, ScoringError
from scoring.hand.han_and_fu import ANY, least_han
from scoring.hand.value import (
    Value,
    is_riichi,
    is_unlimited,
    most_yakuman,
    up_to_100,
    value_of_han,
    value_of_yakuman,
)
from scoring.hand.win import Win
from scoring.rulebook.rulebook import Rulebook

_FU = (30, 40, 20, 25, 50, 60, 70, 80, 90, 100, 110)
_MOST_HAN = 13
_MOST_UNLIMITED_HAN = 26
_MOST_UNITS = 6
MOST_PATTERN_POINTS = 500


class Level(NamedTuple):
    """Hands with the same payment. ``worth``: the total payment without counters and sticks; ``child`` and
    ``parent``: what one payer pays (on a ron, the discarder). ``hands``: the (han, fu) with this worth, ``limit``
    its name.
    """

    worth: int
    child: int
    parent: int
    hands: tuple[tuple[int, int], ...] = ()
    limit: str = ""
    units: int = 0

    def win(self, winner: int) -> Win:
        """Return a win of this worth."""
        if self.units:
            return Win(winner, units=self.units, fu=30)
        if self.hands:
            han, fu = self.hands[0]
            return Win(winner, han=han, fu=fu or None)
        return Win(winner, points=self.child)


@lru_cache(maxsize=256)
def levels(rulebook: Rulebook, *, tsumo: bool, dealer: bool, how: str = ANY) -> tuple[Level, ...]:
    """Return all worths of a hand won by tsumo or ron, by the dealer or a child, ascending. ``how`` is what is known
    of the winner (see ``scoring.hand.han_and_fu``): in riichi, a self-drawn hand has at least two han.
    """
    if not is_riichi(rulebook):
        least = max(rulebook.score.min_han, 1)
        return tuple(Level(v, v, v) for v in range(least, MOST_PATTERN_POINTS + 1))
    by_payment: dict[tuple[int, int, int], list[Value]] = {}
    for value in _values(rulebook, tsumo=tsumo, how=how):
        by_payment.setdefault(
            _paid(value.basic, rulebook.hand_players, tsumo=tsumo, dealer=dealer), []
        ).append(value)
    return tuple(
        Level(
            *paid,
            hands=tuple((v.han, v.fu) for v in values if not v.units),
            limit=next((v.limit for v in values if v.limit), ""),
            units=min((v.units for v in values if v.units), default=0) if all(v.units for v in values) else 0,
        )
        for paid, values in sorted(by_payment.items())
    )


def _values(rulebook: Rulebook, *, tsumo: bool, how: str) -> list[Value]:
    values = []
    simple = rulebook.score.table == "simple_seed003"
    unlimited = is_unlimited(rulebook)
    for han in range(max(rulebook.score.min_han, 1), (_MOST_UNLIMITED_HAN if unlimited else _MOST_HAN) + 1):
        for fu in (None,) if simple else _FU:
            if fu is not None and not _exists(rulebook, han, fu, tsumo=tsumo, how=how):
                continue
            try:
                values.append(value_of_han(rulebook, han, fu, tsumo=tsumo, how=how))
            except NeedsEventSetting:
                raise
            except ScoringError:
                continue  # no hand has this many han with these fu
    if not unlimited:
        most = min(_MOST_UNITS, most_yakuman(rulebook))
        values += [value_of_yakuman(rulebook, (), units) for units in range(1, most + 1)]
    return values


def _exists(rulebook: Rulebook, han: int, fu: int, *, tsumo: bool, how: str) -> bool:
    """Whether such a hand exists. From a mangan up, the score table ignores fu."""
    least = least_han(rulebook, fu, tsumo=tsumo, how=how)
    return least is not None and han >= least


def _paid(basic: int, players: int, *, tsumo: bool, dealer: bool) -> tuple[int, int, int]:
    if not tsumo:
        paid = up_to_100(basic * (6 if dealer else 4))
        return paid, paid, paid
    parent = up_to_100(2 * basic)
    if dealer:
        return parent * (players - 1), parent, parent
    child = up_to_100(basic)
    return child * (players - 2) + parent, child, parent
