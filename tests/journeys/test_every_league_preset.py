"""Every preset of a league by the pages alone, as a new organizer: from founding it to the first published round of
its first division or first event, clicks counted.
"""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.journeys.conftest import sign_in
from tests.journeys.event.hands import Diary, Hands, Tally
from tests.thorough import part
from tools.environment import ROOT
from tournaments.actions.leagues.presets import SEASON_PRESETS

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]

PLAYERS = "name\n" + "".join(f"Player {number:02}\n" for number in range(1, 17))
# Clicks, keys and pages, of sixteen players who are in a file.
TAKES = {
    "two_divisions": Tally(22, 28, 11),
    "three_divisions": Tally(22, 28, 11),
    "quarters": Tally(22, 28, 11),
    "points_kept": Tally(22, 28, 11),
    "series": Tally(22, 28, 11),
    "club_year": Tally(22, 28, 11),
}
# The others differ from it in what the preset types in.
DAILY = ("two_divisions",)


@pytest.mark.parametrize("preset", part(DAILY, [preset for preset in SEASON_PRESETS if preset not in DAILY]))
def test_from_founding_to_the_first_published_round(
    preset: str, visitor: Callable[..., Page], tmp_path: Path
) -> None:
    page = visitor(width=1280)
    sign_in(page)
    desk, file = Hands(page, Diary()), tmp_path / "players.csv"
    file.write_text(PLAYERS)
    number = list(SEASON_PRESETS).index(preset)

    desk.follow("Found a league")
    desk.type("Name", f"Our league {number}")
    desk.type("First season", "2026")
    page.locator("[name=preset]").select_option(preset)
    desk.tally.clicks += 2
    desk.press("Found the league")
    desk.follow("Set up a tournament")
    desk.go(page.locator("main a[href*='/new/mleague']").first)
    desk.type("Name", f"Our first {number}")
    desk.choose_by("Season of a league", f"Our league {number}")
    desk.press("Set up")
    desk.follow("Import a player list")
    desk.bring("XLSX or CSV file", file)
    desk.press("Preview the import")
    desk.go(page.get_by_role("button", name=re.compile("Register .* players")))
    desk.follow("Draw")
    desk.type("Rounds", "5")
    desk.press("Draw")
    desk.press("Publish all 5 rounds")

    desk.see("Round 1")
    assert desk.tally == TAKES[preset]
    page.goto(f"/l/our-league-{number}/")
    desk.see(f"Our first {number}")


def test_the_manual_has_what_was_counted() -> None:
    manual = (ROOT / "docs" / "leagues.md").read_text(encoding="utf-8")
    rows = [
        f"| `{preset}` | {one.clicks} | {one.keys} | {one.pages} | {one.minutes:.1f} |"
        for preset, one in TAKES.items()
    ]

    assert "\n".join(rows) in manual
