"""Exact rates and averages of counts, shown once there are enough.

>>> rates(Counts(hands=40, wins=9, win_points=51_300))["win_rate"]
Rate(count=9, of=40, minimum=20, what='hands')
>>> rates(Counts(hands=40, wins=9, win_points=51_300))["average_win"].value
Fraction(5700, 1)
>>> rates(Counts(hands=12, wins=3))["win_rate"].value is None
True
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from scoring.statistics.counts import Counts

FEWEST_HANDS = 20
"""From so many hands on a rate of hands is told."""
FEWEST_TIMES = 5
"""From so many wins, deal-ins, riichi or draws on what is a rate or an average of these is told."""


@dataclass(frozen=True, slots=True)
class Rate:
    """``count`` of ``of``: a rate, or an average if points are counted. ``what`` is the unit of ``of``."""

    count: int
    of: int
    minimum: int
    what: str

    @property
    def value(self) -> Fraction | None:
        """Return the exact value; None while there is too little data."""
        return Fraction(self.count, self.of) if self.of >= self.minimum else None


_MADE_OF = {
    "win_rate": ("wins", "hands"),
    "deal_in_rate": ("deal_ins", "hands"),
    "riichi_rate": ("riichi", "riichi_hands"),
    "call_rate": ("calls", "call_hands"),
    "tsumo_share": ("tsumo", "wins"),
    "average_win": ("win_points", "wins"),
    "average_deal_in": ("deal_in_points", "deal_ins"),
    "riichi_success": ("riichi_wins", "riichi"),
    "tenpai_rate": ("tenpai", "draws"),
    "average_dora": ("dora", "yaku_wins"),
}
RATES = tuple(_MADE_OF)
OF_POINTS = ("average_win", "average_deal_in")
"""Averages of points."""
OF_TILES = ("average_dora",)
"""Averages of tiles. All others are parts of a whole, from 0 to 1."""
LESS_IS_BETTER = ("deal_in_rate", "average_deal_in")


def rates(counts: Counts) -> Mapping[str, Rate]:
    """All rates, in the order of ``RATES``."""
    return {
        name: Rate(getattr(counts, count), getattr(counts, of), _minimum(of), _WHAT.get(of, of))
        for name, (count, of) in _MADE_OF.items()
    }


def yaku_rates(won: Mapping[str, int], counts: Counts) -> Mapping[str, Rate]:
    """Return how many wins with known yaku had each: the most frequent first, ties by code."""
    in_order = sorted(won.items(), key=lambda one: (-one[1], one[0]))
    return {code: Rate(number, counts.yaku_wins, FEWEST_TIMES, "yaku_wins") for code, number in in_order}


_WHAT = {"riichi_hands": "hands", "call_hands": "hands"}


def _minimum(of: str) -> int:
    return FEWEST_HANDS if _WHAT.get(of, of) == "hands" else FEWEST_TIMES
