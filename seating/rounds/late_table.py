"""The lot that seats a table added to a round in play, repeatable from its seed."""

from collections.abc import Iterable
from typing import TypeVar

from seating.drbg import Drbg

T = TypeVar("T")


def late_table(seed: str, players: Iterable[T]) -> list[T]:
    """Return these players as the seed seats them, East first."""
    return Drbg(seed, "late-table").shuffled(players)
