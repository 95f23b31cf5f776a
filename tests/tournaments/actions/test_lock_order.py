"""Every action locks before it looks, and in the one order of tournaments/actions/locks.py."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Any

import pytest
from django.db import connection

from tests.tournaments.actions.every_action import ROWS, all_actions
from tests.tournaments.hall import Hall

LOCKED = re.compile(r"FOR (?:NO KEY )?UPDATE(?: OF (?P<of>[^)]*))?$")
FROM = re.compile(r'^SELECT .*? FROM "(\w+?)"', re.DOTALL)
CHANGED = re.compile(r'^(?:UPDATE|DELETE FROM) "?(\w+)"?')
# What triggers count locks the rows of the counts (`guards.counters`).
SHEET_WRITTEN = re.compile(r'^INSERT INTO "?tournaments_scoresheet\b')
SHEET_MOVED = re.compile(r'^UPDATE "?tournaments_scoresheet"? SET .*"status" = ')
TABLE_COUNTED = re.compile(r'^(?:INSERT INTO|DELETE FROM) "?tournaments_table\b')

# From the outermost lock to the innermost. What stands together is guarded by what stands before it.
ORDER = [
    {"user", "league", "tournament", "player"},
    {"drawjob"},
    {"round"},
    {"table"},
    {
        "seat",
        "entry",
        "formerteam",
        "staff",
        "leaguestaff",
        "seatingconstraint",
        "season",
        "division",
        "seasonrankingrule",
        "ratingrule",
        "oldleagueaddress",
        "team",
        "lineup",
        "night",
        "nightplayer",
        "standing",
        "teamstanding",
        "publication",
        "gamecount",
        "roundcount",
        "penalty",
        "scoresheet",
        "score",
        "seattoken",
        "playercard",
        "cardphone",
        "tablekiosk",
        "apitoken",
        "invitation",
        "timelimit",
        "announcement",
        "roundclock",
        "tableclock",
        "handrecord",
        "seatdraw",
        "seathands",
        "handstatistics",
        "refereecall",
        "photo",
        "photocontent",
        "move",
    },
    {"licence", "mergedplayer", "rating", "nametrace"},
    {"ledgerhead"},
    {"leagueledgerhead"},
]
# They lock after the head only rows that they made themselves.
OWN_ROWS = {
    "setup.tournaments.create_tournament",
    "transfer.taking_in.take_in_tournament",
    "draws.free_play.draw_night",
    "leagues.founding.create_league",
    "leagues.presets.open_season",
    # The ledgers it reads from are locked first, so that no standing moves meanwhile.
    "seasons.confirming.confirm_next_season",
}
# With newcomers it locks seats and tables after the head, under the lock of their round: who wants one of them waits
# for the round, but for a phone that claims a seat, and its token is locked before the head.
UNDER_THEIR_ROUND = {"draws.repairs.repair_schedule"}
# Licences and the trace of a name go last, with the person, who was locked first: nobody can wait for them.
UNDER_THEIR_PLAYER = {"people.deleting.remove_entry_and_player"}
# Written under the lock of their tournament alone, whenever: nobody can wait for them.
UNDER_ITS_TOURNAMENT = {
    *("tableformat", "oldaddress", "stage", "selfregistration", "registration"),
    *("captain", "countingrule", "gamequota", "lineuprule", "qualification", "qualifyingrule", "qualifier"),
    *("teamcountingrule", "lineupquota", "lineupquotamember", "seatdrawrule"),
}
# Whose tournament a stage is never changes.
NEVER_CHANGES = {"stage"}


@dataclass
class Recorded:
    """What a transaction locked, in order of the first lock, and at what it looked before."""

    locks: list[str] = field(default_factory=list)
    looked_before: list[str] = field(default_factory=list)

    def __call__(self, execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if found := LOCKED.search(sql):
            of = re.findall(r'"(\w+)"', found["of"] or "") or FROM.findall(sql)
            self._lock(of)
        elif changed := CHANGED.match(sql):
            self._lock([changed[1]])
        elif (looked := FROM.match(sql)) and not self.locks:
            self.looked_before.append(_plain(looked[1]))
        self._lock(_counted(sql, params))
        return execute(sql if _locks() else LOCKED.sub("", sql), params, many, context)

    def _lock(self, tables: list[str]) -> None:
        self.locks += [name for name in map(_plain, tables) if name not in self.locks]


def _counted(sql: str, params: Any) -> list[str]:
    """The counts that change with this statement."""
    if SHEET_MOVED.match(sql) or (SHEET_WRITTEN.match(sql) and "confirmed" in params):
        return ["tournaments_roundcount", "tournaments_gamecount"]
    if SHEET_WRITTEN.match(sql):
        return ["tournaments_gamecount"]
    return ["tournaments_roundcount"] if TABLE_COUNTED.match(sql) else []


def _plain(table: str) -> str:
    """A table by its model. A statement written out locks it by its alias, which is that name."""
    return table.partition("_")[2] or table


def _locks() -> bool:
    return connection.vendor == "postgresql"


@contextmanager
def recorded(monkeypatch: pytest.MonkeyPatch) -> Iterator[Recorded]:
    """Record the locks of what runs in the block. SQLite has none, but says where they would be taken."""
    if not _locks():
        for feature in ("has_select_for_update", "has_select_for_update_of", "has_select_for_no_key_update"):
            monkeypatch.setattr(connection.features, feature, True)
    record = Recorded()
    with connection.execute_wrapper(record):
        yield record


def test_every_action_has_a_row() -> None:
    assert all_actions() == set(ROWS)


@pytest.mark.parametrize("name", ROWS)
def test_an_action_locks_what_its_row_says_and_looks_at_nothing_before(
    name: str, hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    act = ROWS[name].scene(hall)

    with recorded(monkeypatch) as record:
        act()

    assert " ".join(record.locks) == ROWS[name].locks
    assert set(record.looked_before) - NEVER_CHANGES == set(ROWS[name].looks.split())


@pytest.mark.parametrize("name", ROWS)
def test_what_belongs_to_a_tournament_is_written_under_its_lock(name: str) -> None:
    locks = ROWS[name].locks.split()

    before = list(takewhile(lambda table: table not in UNDER_ITS_TOURNAMENT, locks))

    assert "tournament" in before or before == locks


@pytest.mark.parametrize("name", sorted(ROWS.keys() - OWN_ROWS - UNDER_THEIR_ROUND - UNDER_THEIR_PLAYER))
def test_locks_are_taken_in_the_one_order(name: str) -> None:
    locks = [table for table in ROWS[name].locks.split() if table not in UNDER_ITS_TOURNAMENT]

    ranks = [next(rank for rank, tables in enumerate(ORDER) if table in tables) for table in locks]

    if "round" in locks:
        # A draft that is deleted: its rows go in the order that Django chooses, under the lock of their round.
        ranks = [
            rank for rank, table in zip(ranks, locks, strict=True) if table != "table" or locks[1] == "table"
        ]
    assert ranks == sorted(ranks)
    counts = [table for table in locks if table in ("roundcount", "gamecount")]
    assert counts in ([], ["roundcount"], ["gamecount"], ["roundcount", "gamecount"])
