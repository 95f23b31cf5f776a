"""Progress of long searches, for a callback that may stop them by raising `Stopped`.

The callback is not an input of a draw: it cannot change a table, and does not change the random numbers drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

Watch = Callable[[str, int, int], None]
"""(phase, steps done, steps in all), called every few thousand steps."""

# The phases of a search in order; a draw passes through some of them.
PHASES = ("seating", "annealing", "mending", "proving", "reseating", "numbering", "reporting")


class Stopped(Exception):
    """Raised by the callback to stop a search. Nothing was drawn."""


def _ignore(phase: str, done: int, total: int) -> None:
    """The callback outside any `watched` block."""


_watch: ContextVar[Watch] = ContextVar("watch", default=_ignore)


@contextmanager
def watched(watch: Watch) -> Iterator[None]:
    """Call `watch` with the progress of searches in this block, including those called indirectly."""
    token = _watch.set(watch)
    try:
        yield
    finally:
        _watch.reset(token)


@contextmanager
def part(index: int, parts: int) -> Iterator[None]:
    """Count the progress reported in this block as one of `parts` equal parts of its phase."""
    outer = _watch.get()
    with watched(lambda phase, done, total: outer(phase, index * total + done, parts * total)):
        yield


def report_progress(phase: str, done: int, total: int) -> None:
    """Report `done` of `total` steps of a phase to the callback, whose `Stopped` ends the search."""
    _watch.get()(phase, done, total)
