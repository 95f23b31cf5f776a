"""Which tests belong to which run of `make test`, and on which database.

Test files say it themselves, by marks that `pyproject.toml` explains: the `pytestmark` of a file holds for its tests,
that of a `conftest.py` for its folder, and the nearest counts. The marks are read here without importing a test, so
that a run of pytest collects only what it runs.
"""

import ast
import enum
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tools.environment import ROOT

TESTS = ROOT / "tests"
RULES, SQLITE, POSTGRES = "Rules", "SQLite", "PostgreSQL"


class Extent(enum.Enum):
    """How much is tried where no path is given."""

    DAILY = ""
    ALL = "--all"
    """What is marked `slow`, too."""
    THOROUGH = "--thorough"
    """All, every example where a part of them is enough, and on PostgreSQL whatever could differ there."""


# The names of `pytest.mark.run`; what has no such mark runs in the first. PostgreSQL has the first five: each process
# of theirs has a Redis database, of which there are 16.
REMAINDER = ""
RUNS = (REMAINDER, "asking", "actions", "processes", "races", "at a table", "browsers", "leagues", "pages")
# In which order they begin, where all are made: what takes longest first, what waits beside what computes; what
# remains when the others have ended is short, and computes.
IN_ORDER = (
    (SQLITE, "browsers"),
    (SQLITE, "at a table"),
    (SQLITE, "processes"),
    (SQLITE, "actions"),
    (SQLITE, REMAINDER),
    (SQLITE, "pages"),
    (RULES, REMAINDER),
    (SQLITE, "leagues"),
    (SQLITE, "asking"),
    (POSTGRES, "processes"),
    (POSTGRES, "actions"),
    (POSTGRES, "races"),
    (POSTGRES, REMAINDER),
    (POSTGRES, "asking"),
    (SQLITE, "races"),
)
BOTH = (SQLITE, POSTGRES)
# The first argument of `pytest.mark.database`.
THOROUGH_TOO = (("thorough", "both"),)
DATABASES = {"none": (RULES,), "sqlite": (SQLITE,), "postgres": (POSTGRES,)}


@dataclass(frozen=True)
class Mark:
    """A mark with its arguments, as it is written."""

    arguments: tuple[str, ...] = ()
    options: tuple[tuple[str, str], ...] = ()


class WrongMarkError(ValueError):
    """A mark that `make test` does not know."""


@cache
def marks_of(path: Path) -> dict[str, Mark]:
    """What a file or folder of tests is marked with, by itself or by a folder it lies in."""
    around = marks_of(path.parent) if path != TESTS and path.is_relative_to(TESTS) else {}
    return {**around, **written_in(path / "conftest.py" if path.is_dir() else path)}


def written_in(file: Path) -> dict[str, Mark]:
    """The marks of the `pytestmark` of a module; a dict without any where there is no such file."""
    found = file.exists() and re.search(r"^pytestmark\b.*?(?=^[^\s\])]|\Z)", file.read_text(), re.M | re.S)
    nodes = list(ast.walk(ast.parse(found.group()))) if found else []
    calls = {id(node.func): node for node in nodes if isinstance(node, ast.Call)}
    return {
        node.attr: mark_of(calls.get(id(node)))
        for node in nodes
        if isinstance(node, ast.Attribute) and ast.unparse(node.value) == "pytest.mark"
    }


def mark_of(call: ast.Call | None) -> Mark:
    if call is None:
        return Mark()
    options = ((one.arg or "**", _value(one.value)) for one in call.keywords)
    return Mark(tuple(_value(one) for one in call.args), tuple(options))


def _value(node: ast.expr) -> str:
    return str(node.value) if isinstance(node, ast.Constant) else ast.unparse(node)


def run_of(file: Path) -> str:
    """The run in which a file is tried."""
    mark = marks_of(file).get("run", Mark((REMAINDER,)))
    if len(mark.arguments) != 1 or mark.arguments[0] not in RUNS:
        names = ", ".join(f'"{run}"' for run in RUNS[1:])
        raise WrongMarkError(
            f"{file} is of a run that `make test` does not make. pytest.mark.run takes one of {names}."
        )
    return mark.arguments[0]


def databases_of(file: Path, extent: Extent) -> tuple[str, ...]:
    """Where a file is tried if no path is given."""
    mark = marks_of(file).get("database")
    if mark is None:
        return BOTH
    if (
        len(mark.arguments) != 1
        or mark.arguments[0] not in DATABASES
        or mark.options not in {(), THOROUGH_TOO}
    ):
        raise WrongMarkError(
            f'{file} is of a database that `make test` does not know. pytest.mark.database takes "none", "sqlite" or'
            ' "postgres", and thorough="both" if both are to have it with --thorough.'
        )
    return BOTH if mark.options and extent == Extent.THOROUGH else DATABASES[mark.arguments[0]]


@cache
def files() -> list[Path]:
    return sorted(TESTS.rglob("test_*.py"))


def marked(name: str) -> list[Path]:
    """The files of tests that have this mark."""
    return [file for file in files() if name in marks_of(file)]


def files_of(database: str, run: str, extent: Extent) -> list[Path]:
    """The files that a run tries where no path is given. What needs no database is one run."""
    return [
        file
        for file in files()
        if database in databases_of(file, extent) and (database == RULES or run_of(file) == run)
    ]


def all_runs() -> list[tuple[str, str]]:
    """Every run on every database, in their order; last what nobody has given a place."""
    every = {(RULES, REMAINDER): None} | {(database, run): None for run in RUNS for database in BOTH}
    return list(dict.fromkeys(IN_ORDER) | every)


def is_pure(path: str) -> bool:
    """Is this the path of tests that all need no database?"""
    place = (ROOT / path.partition("::")[0]).resolve()
    there = [file for file in files() if file.is_relative_to(place)]
    return bool(there) and all(databases_of(file, Extent.DAILY) == (RULES,) for file in there)


def lies_in(file: Path, places: Iterable[str]) -> bool:
    """Is this one of these files, or does it lie in one of these folders?"""
    return any(file.is_relative_to((ROOT / place).resolve()) for place in places)
