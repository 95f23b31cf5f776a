"""Every preset of a league by the pages alone: from founding it to the first published round, clicks counted."""

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

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300), pytest.mark.slow]

DIVISIONS = {preset: chosen.divisions for preset, chosen in SEASON_PRESETS.items()}
# Clicks, keys and pages, with sixteen players in a file for each division, or for the first event.
TAKES = {
    "two_divisions": Tally(38, 41, 24),
    "three_divisions": Tally(55, 53, 36),
    "quarters": Tally(55, 53, 36),
    "points_kept": Tally(38, 41, 24),
    "series": Tally(21, 29, 12),
    "club_year": Tally(21, 29, 12),
}
# One of each kind; the others differ in how many divisions there are, or in what the preset types in.
DAILY = ("two_divisions",)


def found_league(desk: Hands, preset: str) -> None:
    desk.follow("Create a league")
    desk.type("Name", f"Our league {list(SEASON_PRESETS).index(preset):02}")
    desk.type("First season", "2026")
    desk.choose("How a season is played", str(SEASON_PRESETS[preset].title))
    desk.press("Create the league")


def set_up(desk: Hands, name: str, file: Path, division: str) -> None:
    """A tournament of the league with sixteen players from a file, and its first five rounds published."""
    desk.follow("Set up a tournament", f"2026 {division}".strip())
    desk.follow("One day")
    desk.go(desk.page.locator("main a[href*='/new/mleague']").first)
    desk.see(division or "2026")
    desk.type("Name", name)
    desk.press("Set up")
    desk.follow("Import a player list")
    desk.bring("XLSX or CSV file", file)
    desk.press("Preview the import")
    desk.go(desk.page.get_by_role("button", name=re.compile("Register .* players")))
    desk.follow("Draw")
    desk.type("Rounds", "5")
    desk.press("Draw")
    desk.press("Publish all 5 rounds")
    desk.see("Round 1")


@pytest.mark.parametrize("preset", part(DAILY, [preset for preset in SEASON_PRESETS if preset not in DAILY]))
def test_from_founding_to_the_first_published_round_of_every_division(
    preset: str, visitor: Callable[..., Page], tmp_path: Path
) -> None:
    page = visitor(width=1280)
    sign_in(page)
    desk, number = Hands(page, Diary()), list(SEASON_PRESETS).index(preset)

    found_league(desk, preset)
    for level in range(1, (DIVISIONS[preset] or 1) + 1):
        file = tmp_path / f"players-{level}.csv"
        file.write_text("name\n" + "".join(f"Player {level}{number:02}\n" for number in range(1, 17)))
        set_up(desk, f"Our cup {number}-{level}", file, f"Division {level}" if DIVISIONS[preset] else "")
        if level < DIVISIONS[preset]:
            desk.go(page.get_by_role("link", name="Account"))
            desk.follow(f"Our league {number:02}")

    assert desk.tally == TAKES[preset]


def test_the_manual_has_what_was_counted() -> None:
    manual = (ROOT / "docs" / "leagues.md").read_text(encoding="utf-8")
    rows = [
        f"| `{preset}` | {one.clicks} | {one.keys} | {one.pages} | {one.minutes:.1f} |"
        for preset, one in TAKES.items()
    ]

    assert "\n".join(rows) in manual
