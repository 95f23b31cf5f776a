"""All actions, run once per process: several tests check what they locked and wrote."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import pytest
from django.db import connection

from tests.permissions import undone
from tests.tournaments.actions.every_action import ROWS
from tests.tournaments.hall import open_hall
from tournaments.models import LedgerEntry, LedgerHead

LOCKED = re.compile(r"(?: FOR SHARE OF (?P<share>[^)]*?))?(?: FOR (?:NO KEY )?UPDATE(?: OF (?P<of>[^)]*))?)$")
FROM = re.compile(r'^SELECT .*? FROM "(\w+?)"', re.DOTALL)
CHANGED = re.compile(r'^(?:UPDATE|DELETE FROM) "?(\w+)"?')
# Counting triggers lock the rows of counts (`guards.counters`).
SHEET_WRITTEN = re.compile(r'^INSERT INTO "?tournaments_scoresheet\b')
SHEET_MOVED = re.compile(r'^UPDATE "?tournaments_scoresheet"? SET .*"status" = ')
# PostgreSQL appends a single entry by one statement (`actions.ledger.APPEND`).
APPENDED = re.compile(
    r"^WITH .*\bUPDATE (tournaments_ledgerhead)\b.*\bINSERT INTO tournaments_ledgerentry\b", re.DOTALL
)
TABLE_COUNTED = re.compile(r'^(?:INSERT INTO|DELETE FROM) "?tournaments_table\b')


@dataclass
class Recorded:
    """The tables a transaction locked, in order of the first lock, and what it read before."""

    locks: list[str] = field(default_factory=list)
    looked_before: list[str] = field(default_factory=list)
    shared: set[str] = field(default_factory=set)
    """What it shares with others, and has not locked for itself before."""
    taken_from_others: set[str] = field(default_factory=set)
    """What it shared, and then locked for itself or changed: two who do so wait for each other for ever."""

    def __call__(self, execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if found := LOCKED.search(sql):
            self._share(re.findall(r'"(\w+)"', found["share"] or ""))
            of = re.findall(r'"(\w+)"', found["of"] or "") or FROM.findall(sql)
            self._lock(of)
        elif changed := CHANGED.match(sql) or APPENDED.match(sql.lstrip()):
            self._lock([changed[1]])
        elif (looked := FROM.match(sql)) and not self.locks:
            self.looked_before.append(_plain(looked[1]))
        self._lock(_counted(sql, params))
        return execute(sql if _locks() else LOCKED.sub("", sql), params, many, context)

    def _share(self, tables: list[str]) -> None:
        self.shared |= {name for name in map(_plain, tables) if name not in self.locks}
        self.locks += [name for name in map(_plain, tables) if name not in self.locks]

    def _lock(self, tables: list[str]) -> None:
        self.taken_from_others |= self.shared & set(map(_plain, tables))
        self.locks += [name for name in map(_plain, tables) if name not in self.locks]


def _counted(sql: str, params: Any) -> list[str]:
    """Return the counts that this statement changes."""
    if SHEET_MOVED.match(sql) or (SHEET_WRITTEN.match(sql) and "confirmed" in _values(params)):
        return ["tournaments_roundcount", "tournaments_gamecount"]
    if SHEET_WRITTEN.match(sql):
        return ["tournaments_gamecount"]
    return ["tournaments_roundcount"] if TABLE_COUNTED.match(sql) else []


def _values(params: Any) -> Any:
    return params.values() if isinstance(params, dict) else params


def _plain(table: str) -> str:
    """Return a table by its model. Hand-written statements lock it by its alias, which is the same."""
    return table.partition("_")[2] or table


def _locks() -> bool:
    return connection.vendor == "postgresql"


@contextmanager
def recorded() -> Iterator[Recorded]:
    """Record the locks taken in the block. SQLite has none, but shows where they would be taken."""
    record = Recorded()
    with pytest.MonkeyPatch.context() as patch, connection.execute_wrapper(record):
        if not _locks():
            for name in ("has_select_for_update", "has_select_for_update_of", "has_select_for_no_key_update"):
                patch.setattr(connection.features, name, True)
        yield record


@dataclass(frozen=True)
class Done:
    """The result of an action in its scene."""

    locks: list[str]
    looked_before: list[str]
    taken_from_others: set[str]
    entries: list[LedgerEntry]
    """All that are in any ledger then, those of the scene, too."""
    written: list[LedgerEntry]
    """Those of them that the action wrote."""
    marks_before: dict[int, int]
    """Of which entry the standings last moved, by each ledger's head, before the action and after it."""
    marks_after: dict[int, int]


@cache
def done(name: str) -> Done:
    """Run the action in a new hall, and roll it back."""
    with undone():
        act = ROWS[name].scene(open_hall())
        there, marks = set(LedgerEntry.objects.values_list("pk", flat=True)), _marks()
        with recorded() as record:
            act()
        entries = list(LedgerEntry.objects.order_by("tournament", "seq"))
        written = [entry for entry in entries if entry.pk not in there]
        taken = record.taken_from_others
        return Done(record.locks, record.looked_before, taken, entries, written, marks, _marks())


def _marks() -> dict[int, int]:
    return dict(LedgerHead.objects.values_list("pk", "standings_seq"))
