"""The lot by which a table that is added to a round in play is seated; from its seed everybody can draw it again."""

from collections.abc import Iterable
from typing import TypeVar

from seating.drbg import Drbg

T = TypeVar("T")


def late_table(seed: str, players: Iterable[T]) -> list[T]:
    """Return these players as the seed seats them, East first."""
    return Drbg(seed, "late-table").shuffled(players)
