"""The step of points under a rulebook: all its payments are multiples, and results must accept them."""

from functools import lru_cache
from math import gcd

from scoring.hand.exhaustive_draw import noten_amounts
from scoring.hand.value import is_riichi, is_unlimited
from scoring.rulebook.rulebook import Rulebook

HUNDRED = 100
_HALF = 50


@lru_cache(maxsize=256)
def point_step(rulebook: Rulebook) -> int:
    """Return the largest common divisor of all scores under this rulebook; 1 if points are counted singly.

    A hundred in riichi, where payments are rounded up to it. House rules may pay less: a noten penalty of 3,000 with
    shares doubled by wareme moves 2,250 (no source mentions rounding), half of a yakuman without limits may end in
    50, and events set freely what each opponent gets for a chombo.

    >>> from scoring.rulebook.rulebook import load
    >>> house = {"overlay.wareme": "wareme", "overlay.wareme_on_noten": True}
    >>> point_step(load("mleague")), point_step(load("mleague").with_house_rules("x", house)), point_step(load("mcr"))
    (100, 50, 1)
    """
    if rulebook.result.kind != "points" or not is_riichi(rulebook):
        return 1
    step = gcd(HUNDRED, *noten_amounts(rulebook))
    chombo = rulebook.chombo
    if chombo.kind == "each" and isinstance(chombo.amount, int):
        step = gcd(step, chombo.amount)
    if is_unlimited(rulebook) and rulebook.settlement.pao_yaku:
        step = gcd(step, _HALF)
    return step
