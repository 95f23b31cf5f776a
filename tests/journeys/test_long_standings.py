"""Standings of more rows than a page holds: whoever scrolls gets the next ones, and keeps them when there is news."""

import sqlite3
from collections.abc import Callable
from contextlib import closing

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.all_pages import EVENT
from tests.journeys.conftest import press
from tests.journeys.test_open_pages import opened, reported
from tests.journeys.test_phones_at_a_table import learn
from tools.demo_house import DATABASE, House

__all__ = ["reported"]
pytestmark = [pytest.mark.browser, pytest.mark.timeout(300), pytest.mark.slow]
MORE = 650
ROWS = "table.players tbody tr"


@pytest.fixture
def crowd(own_house: House) -> House:
    """The demo, with hundreds more who have not played yet."""
    with closing(sqlite3.connect(own_house.folder / DATABASE, timeout=30)) as db, db:
        [[tournament]] = db.execute(
            "SELECT id FROM tournaments_tournament WHERE slug = ?", [EVENT.split("/")[2]]
        )
        [[stage]] = db.execute(
            "SELECT id FROM tournaments_stage WHERE tournament_id = ? ORDER BY ordinal LIMIT 1", [tournament]
        )
        [[entry, player]] = db.execute(
            "SELECT id, player_id FROM tournaments_entry WHERE tournament_id = ? LIMIT 1", [tournament]
        )
        [[standing]] = db.execute("SELECT id FROM tournaments_standing WHERE entry_id = ?", [entry])
        for number in range(1_000, 1_000 + MORE):
            new = _copy(db, "players_player", player, name=f"Guest {number}", user_id=None)
            guest = _copy(
                db, "tournaments_entry", entry, player_id=new, number=number, lot=number, team_id=None
            )
            _copy(db, "tournaments_standing", standing, stage_id=stage, entry_id=guest, position=number)
    return own_house


def _copy(db: sqlite3.Connection, table: str, pk: int, **other: object) -> int:
    """Another row like this one, but for what is given; return its number."""
    names = [row[1] for row in db.execute(f"PRAGMA table_info({table})") if row[1] != "id"]
    values = ", ".join("?" if name in other else name for name in names)
    given = [other[name] for name in names if name in other]
    done = db.execute(
        f"INSERT INTO {table} ({', '.join(names)}) SELECT {values} FROM {table} WHERE id = ?",
        [*given, pk],
    )
    assert done.lastrowid
    return done.lastrowid


def test_whoever_scrolls_to_the_end_gets_the_next_rows_and_keeps_them(
    visitor: Callable[..., Page], crowd: House, reported: Page
) -> None:
    watcher = opened(visitor(base_url=crowd.url), "standings/")
    expect(watcher.locator(ROWS)).to_have_count(100)

    for count in (*range(200, 700, 100), None):
        watcher.locator(ROWS).last.scroll_into_view_if_needed()
        watcher.clock.run_for(100)
        if count:
            expect(watcher.locator(ROWS)).to_have_count(count)
    expect(watcher.get_by_role("link", name="Next")).to_have_count(0)
    everybody = watcher.locator(ROWS).count()
    ids = watcher.locator(ROWS).evaluate_all("rows => rows.map((row) => row.id)")
    assert (everybody > MORE, len(set(ids))) == (True, everybody)
    said = watcher.locator(".as-of").text_content() or ""

    press(reported, "Confirm as referee")
    learn(watcher)

    expect(watcher.locator(".as-of")).not_to_have_text(said)
    expect(watcher.locator(ROWS)).to_have_count(everybody)
