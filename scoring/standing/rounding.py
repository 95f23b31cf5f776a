"""Rounding to a multiple, by the mode of a regulation.

>>> [str(rounded(Fraction(-2075, 100), Fraction(1, 10), mode)) for mode in ("half_up", "half_away", "toward_zero")]
['-207/10', '-104/5', '-207/10']
"""

from collections.abc import Callable
from fractions import Fraction
from math import ceil, floor, trunc

from scoring.errors import ScoringError

_HALF = Fraction(1, 2)


def _half_away(value: Fraction) -> int:
    return floor(value + _HALF) if value >= 0 else ceil(value - _HALF)


ROUNDINGS: dict[str, Callable[[Fraction], int]] = {
    # Halves go up, toward the better total: -20.75 becomes -20.7 (M-League between its stages).
    "half_up": lambda value: floor(value + _HALF),
    "half_down": lambda value: ceil(value - _HALF),
    "half_away": _half_away,
    "half_even": round,
    "up": ceil,
    "down": floor,
    "toward_zero": trunc,
}


def rounded(value: Fraction, quantum: Fraction, mode: str) -> Fraction:
    """Round to a multiple of `quantum` (more than 0) by `mode`, a name of ROUNDINGS; ScoringError for others."""
    if mode not in ROUNDINGS:
        raise ScoringError("unknown_rounding", f"There is no rounding {mode!r}.", fields=["mode"])
    if quantum <= 0:
        raise ScoringError("invalid_quantum", "Rounding needs a step above 0.", fields=["quantum"])
    return ROUNDINGS[mode](value / quantum) * quantum
