"""Titles of a stage besides its ranking, from what is published of it."""

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from scoring.standing.titles import Holder, Record, of_all, titles
from tournaments.models import Stage
from tournaments.standings.stages.counted import counting_of
from tournaments.standings.stages.published_rows import PublishedRow

# So many ranks of each title are shown.
FIRST = 5


class Titled(NamedTuple):
    """A contender for a title."""

    holder: Holder
    row: PublishedRow


def usual_minimum(stage: Stage) -> int:
    """How many games a title needs: as many as everybody is to play in the stage, or as a rank needs; else none.

    Expects `game_quota` and `counting` to be loaded.
    """
    quota, counting = getattr(stage, "game_quota", None), counting_of(stage)
    return (quota.least if quota is not None else 0) or (
        counting.minimum_games if counting is not None else 0
    )


def stage_titles(rows: Sequence[PublishedRow], minimum: int) -> list[tuple[str, list[Titled]]]:
    """By title, those on the first ranks. Substitutes who are not ranked are left out."""
    by_key = {row.entry_id: row for row in rows if row.is_ranked or not row.is_substitute}
    found = titles(map(_record, by_key.values()), minimum=minimum, first=FIRST)
    return [(name, [Titled(one, by_key[int(str(one.key))]) for one in holders]) for name, holders in found]


def stage_averages(rows: Sequence[PublishedRow]) -> dict[str, Fraction]:
    """The rates of all games of a stage, by title."""
    return of_all(map(_record, rows))


def _record(row: PublishedRow) -> Record:
    return Record(row.entry_id, row.games, row.total, row.places, row.best or 0, row.lasts)
