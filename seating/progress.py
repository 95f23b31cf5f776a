"""Somebody may watch a long search: see how far it is, and stop it by raising `Stopped`.

A watch is told things and answers nothing. It is no input of a draw, so it stands in no signature and cannot
change a table: with and without one the same random numbers are drawn in the same order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

Watch = Callable[[str, int, int], None]
"""(what is being done, steps of it that are done, steps of it in all), called every few thousand steps."""

# What a search does, in the order in which it does it; a draw passes through some of these.
PHASES = ("seating", "annealing", "mending", "proving", "reseating", "numbering", "reporting")


class Stopped(Exception):
    """Whoever watches has had enough. Nothing was drawn."""


def _nobody(phase: str, done: int, total: int) -> None:
    """Nobody watches."""


_watch: ContextVar[Watch] = ContextVar("watch", default=_nobody)


@contextmanager
def watched(watch: Watch) -> Iterator[None]:
    """While this block runs, `watch` is told how far the searches in it are."""
    token = _watch.set(watch)
    try:
        yield
    finally:
        _watch.reset(token)


@contextmanager
def part(index: int, parts: int) -> Iterator[None]:
    """What is told in this block is one of `parts` equal parts of its phase."""
    outer = _watch.get()
    with watched(lambda phase, done, total: outer(phase, index * total + done, parts * total)):
        yield


def tell(phase: str, done: int, total: int) -> None:
    """Say that `done` of `total` steps of a phase are done; does not come back if the search is to stop."""
    _watch.get()(phase, done, total)
