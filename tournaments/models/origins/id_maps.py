"""Ids of another server mapped to local ids of the same rows, as runs of consecutive numbers."""

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from operator import itemgetter

# The first id there, the first id here, the length of the run.
Run = tuple[int, int, int]
Runs = Mapping[str, Sequence[Run]]

# Rows deleted there and never imported get unique ids below all others.
GONE = 10**12
MOST_ID = GONE - 1


def runs_of(pairs: Iterable[tuple[int, int]]) -> list[Run]:
    """Combine pairs of ids (there, here) into runs.

    >>> runs_of([(8, 3), (7, 2), (20, 4)])
    [(7, 2, 2), (20, 4, 1)]
    """
    runs: list[Run] = []
    for there, here in sorted(pairs):
        if runs:
            first, stands_for, count = runs[-1]
            if (there, here) == (first + count, stands_for + count):
                runs[-1] = first, stands_for, count + 1
                continue
        runs.append((there, here, 1))
    return runs


class IdMap:
    """Maps ids of one kind of row in both directions."""

    def __init__(self, runs: Sequence[Sequence[int]], number: int = 0) -> None:
        """`number` distinguishes deleted rows of several servers."""
        self._there = sorted((there, here, count) for there, here, count in runs)
        self._here = sorted(((here, there, count) for there, here, count in runs), key=itemgetter(0))
        self._gone = GONE * (number + 1)

    def here(self, there: int) -> int:
        """Return the local id; a negative id, which no row has, for rows deleted before the file was written."""
        found = _found(self._there, there)
        return -(self._gone + there) if found is None else found

    def there(self, here: int) -> int:
        """Return the id there; for local rows their own id."""
        found = _found(self._here, here)
        if found is None:
            return -here - self._gone if here <= -self._gone else here
        return found

    def pairs(self) -> list[tuple[int, int]]:
        return [(there + more, here + more) for there, here, count in self._there for more in range(count)]


def _found(runs: Sequence[Run], key: int) -> int | None:
    at = bisect_right(runs, key, key=itemgetter(0)) - 1
    if at < 0:
        return None
    first, stands_for, count = runs[at]
    return stands_for + key - first if key < first + count else None
