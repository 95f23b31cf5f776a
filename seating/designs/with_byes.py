"""Schedules in which a few sit out each round and nobody meets twice, where search does not always get there.

Stored for some numbers of players (`data/with_byes.json`), found once by annealing. Any first rounds of them are such
a schedule, too: who sat out waits until all others have.
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
    """(players, table size) of which there are schedules."""
    return [(int(n), int(size)) for n, size in (key.split(" at ") for key in _schedules())]


def design_with_byes(n: int, rounds: int, table_size: int) -> list[Tables] | None:
    """`rounds` rounds of labels 0 ... n - 1, the last list of each those who sit out; None if none is stored."""
    stored = _schedules().get(f"{n} at {table_size}", [])
    return (
        [[list(table) for table in tables] for tables in stored[:rounds]] if rounds <= len(stored) else None
    )
