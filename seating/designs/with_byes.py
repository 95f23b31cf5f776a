"""Stored schedules with byes and without rematches, for sizes where search often fails.

They are stored for some numbers of players (`data/with_byes.json`), found by annealing. Their first rounds are such
schedules too: nobody sits out twice before all have.
"""

from __future__ import annotations

import json
from functools import lru_cache

from seating.designs.constructions import DATA, Tables


@lru_cache(maxsize=1)
def _schedules() -> dict[str, list[Tables]]:
    with (DATA / "with_byes.json").open(encoding="utf-8") as file:
        schedules: dict[str, list[Tables]] = json.load(file)["schedules"]
    return schedules


def stored_sizes() -> list[tuple[int, int]]:
    """Return (players, table size) of all stored schedules."""
    return [(int(n), int(size)) for n, size in (key.split(" at ") for key in _schedules())]


def design_with_byes(n: int, rounds: int, table_size: int) -> list[Tables] | None:
    """Return `rounds` rounds of labels 0 ... n - 1, the last list of each sitting out; None if none is stored."""
    stored = _schedules().get(f"{n} at {table_size}", [])
    return (
        [[list(table) for table in tables] for tables in stored[:rounds]] if rounds <= len(stored) else None
    )
