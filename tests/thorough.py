"""The number of examples: by default some of each kind, all with `make test ARGS=--thorough`.

Tests assert the same either way; only the number of examples differs.
"""

import os
from collections.abc import Sequence
from typing import TypeVar

import pytest

T = TypeVar("T")

THOROUGH = bool(os.environ.get("JANTAKU_THOROUGH"))
IS_SECOND_DATABASE = bool(os.environ.get("JANTAKU_TESTED_ON_SQLITE"))
"""Is this the run on PostgreSQL of a `make test` that runs the same on SQLite beside it?"""


def examples(usually: int, of: int) -> int:
    """Return the number of examples."""
    return of if THOROUGH else usually


def in_turn(things: Sequence[T], turn: int, of: int) -> Sequence[T]:
    """Return every `of`-th item, with an offset that changes each turn: after `of` turns all have been tried."""
    return things if THOROUGH else things[turn % of :: of]


def only_thoroughly(why: str) -> pytest.MarkDecorator:
    """Mark a test for `--thorough` alone, with the reason."""
    return pytest.mark.skipif(not THOROUGH, reason=f"only thoroughly: {why}")


def part(usual: Sequence[T], more: Sequence[T]) -> list[T]:
    """Return the usual cases, and in thorough runs also those that repeat them in another size."""
    return [*usual, *(more if THOROUGH else ())]
