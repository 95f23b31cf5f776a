"""An axis with round grid values."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple


class Scale(NamedTuple):
    """Values from `low` to `high`, and the distance of grid lines."""

    low: int
    high: int
    step: int

    @classmethod
    def of(cls, values: Iterable[int], *, unit: int = 1, lines: int = 5) -> "Scale":
        """Return the scale for these values, which may all be equal, with at most `lines` grid lines at multiples of
        `unit`.

        >>> Scale.of([-120_000, 284_000], unit=1000)
        Scale(low=-120000, high=284000, step=100000)
        >>> Scale.of([25_000]).ticks()
        [25000]
        """
        found = list(values)
        low, high = min(found), max(found)
        if low == high:
            return cls(low - unit, high + unit, abs(low) or 2 * unit)
        return cls(low, high, next(step for step in _round_steps(unit) if (high - low) // step < lines))

    def ticks(self) -> list[int]:
        """The values at which a line is drawn."""
        first = -(-self.low // self.step) * self.step
        return list(range(first, self.high + 1, self.step))

    def down(self, value: float) -> float:
        """Return the distance of a value from the top, as a share."""
        return (self.high - value) / (self.high - self.low)

    def along(self, value: float) -> float:
        """Return the distance of a value from the left, as a share."""
        return (value - self.low) / (self.high - self.low)


def _round_steps(unit: int) -> Iterator[int]:
    while True:
        yield from (unit, 2 * unit, 5 * unit)
        unit *= 10
