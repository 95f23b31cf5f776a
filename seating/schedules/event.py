"""A whole event while its schedule is drawn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from seating.constraints import SeatingConstraints
from seating.drbg import Drbg
from seating.metrics import Pair
from seating.requests import ScheduleRequest

Rows = list[list[list[int]]]


@dataclass(frozen=True, slots=True)
class Event:
    """The request, its players, and the random generator.

    `people` are in order, and may include walk-ons (below 0); `prices` are those of meetings.
    """

    request: ScheduleRequest
    people: Sequence[int]
    prices: Mapping[Pair, int]
    seed: str
    rng: Drbg

    @property
    def constraints(self) -> SeatingConstraints:
        return self.request.constraints

    @property
    def rounds(self) -> int:
        return self.request.rounds

    def fixed(self) -> dict[int, int]:
        """Return players whose table must stay, with its index."""
        return {p: number - 1 for p, number in self.constraints.tables.items()}
