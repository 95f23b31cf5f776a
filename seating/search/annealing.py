"""Deterministic proposals and integer acceptance thresholds for annealing.

Simulated annealing accepts a change that costs d with probability exp(-d / T), that is if d < T e for an
exponential random e. Here e comes from a fixed table of integers (in 1/256), so no floating-point library
can change a draw, and the walk is bounded by steps, never by time.
"""

from __future__ import annotations

import struct
from hashlib import shake_256

from seating.drbg import Drbg

_UNITS = 1021  # a prime, so that the table does not align with the proposals


def _log2_scaled(number: int, of: int) -> int:
    """Return floor(65536 * log2(of / number)) for 0 < number <= of, by repeated squaring of integers."""
    whole = 0
    while number << 1 <= of:
        number <<= 1
        whole += 1
    mantissa, fraction = (of << 62) // number, 0
    for _ in range(16):
        mantissa = mantissa * mantissa >> 62
        fraction <<= 1
        if mantissa >> 63:
            mantissa >>= 1
            fraction |= 1
    return (whole << 16) + fraction


# -256 ln(u) for u = 1/2042, 3/2042, ...: the exponential distribution in integers. 45426 = 65536 ln 2.
EXPONENTIAL = [_log2_scaled(2 * i + 1, 2 * _UNITS) * 45426 >> 24 for i in range(_UNITS)]


def exponentials(rng: Drbg) -> list[int]:
    """Return the table above in a seeded order."""
    return rng.shuffled(EXPONENTIAL)


def thresholds(order: list[int], temperature: int) -> list[int]:
    """Return the smallest refused cost for each e of the table at `temperature` (in 1/16)."""
    return [(e * temperature >> 12) + 1 for e in order]


def numbers(rng: Drbg, count: int) -> tuple[int, ...]:
    """Return `count` numbers below 65,536 from one long SHAKE-256 output keyed by the generator."""
    return struct.unpack(f">{count}H", shake_256(rng.take(32)).digest(2 * count))
