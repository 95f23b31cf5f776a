"""How much is tried: usually a part that reaches every kind of thing, and all with `make test ARGS=--thorough`.

What a test asserts is the same either way; only how many examples of one kind it is asserted of differs.
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
    """How many examples are looked at."""
    return of if THOROUGH else usually


def in_turn(things: Sequence[T], turn: int, of: int) -> Sequence[T]:
    """Each `of`-th of them, beginning with another one every turn: over as many turns all of them are tried."""
    return things if THOROUGH else things[turn % of :: of]


def only_thoroughly(why: str) -> pytest.MarkDecorator:
    """Marks what is tried with `--thorough` alone, and says why."""
    return pytest.mark.skipif(not THOROUGH, reason=f"only thoroughly: {why}")


def part(usual: Sequence[T], more: Sequence[T]) -> list[T]:
    """The usual cases, and with `more` those that repeat them in another size."""
    return [*usual, *(more if THOROUGH else ())]
