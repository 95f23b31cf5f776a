"""Every preset by the pages alone, as a new organizer: from nothing to the first published round, clicks counted."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.journeys.conftest import sign_in
from tests.journeys.event.hands import Diary, Hands, Tally
from tests.thorough import part
from tools.environment import ROOT
from tournaments.actions.stages.presets import PRESETS
from tournaments.actions.stages.shapes import OTHERS, SHAPES

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300), pytest.mark.slow]

PLAYERS = "name\n" + "".join(f"Player {number:02}\n" for number in range(1, 17))
IN_TEAMS = "name,team\n" + "".join(
    f"Player {team * 4 + number:02},Team {team + 1}\n" for team in range(8) for number in range(1, 5)
)
# Clicks, keys and pages, of sixteen players or eight teams of four who are in a file.
TAKES = {
    "qualifying_final": Tally(15, 11, 10),
    "semifinal_final": Tally(16, 11, 10),
    "best_games_final": Tally(16, 11, 10),
    "pools_final": Tally(24, 11, 16),
    "knockout": Tally(16, 11, 10),
    "revival": Tally(16, 11, 10),
    "m_league": Tally(17, 12, 10),
    "company_league": Tally(18, 11, 10),
    "elimination": Tally(18, 12, 10),
    "ema_event": Tally(15, 11, 10),
    "club_ladder": Tally(22, 10, 10),
}
# Of these each goes another way; the others differ in what the preset types in, and the plain way is also that of
# test_every_league_preset.py.
DAILY = ("pools_final", "m_league", "club_ladder")


def set_up(desk: Hands, preset: str, file: Path) -> None:
    desk.follow("Set up a tournament")
    if preset in OTHERS:
        desk.unfold("Other formats")
    desk.follow(str(SHAPES[preset].title))
    desk.go(desk.page.locator("main a[href*='/new/mleague']").first)
    desk.type("Name", f"Our cup {list(PRESETS).index(preset):02}")
    desk.press("Set up")
    desk.follow("Import a player list")
    desk.bring("XLSX or CSV file", file)
    desk.press("Preview the import")
    desk.go(desk.page.get_by_role("button", name=re.compile("Register .* players")))


def draw(desk: Hands, rounds: int, method: str = "") -> None:
    if method:
        desk.choose("Method", method)
    desk.type("Rounds", str(rounds))
    desk.press("Draw")
    desk.press(f"Publish all {rounds} rounds" if rounds > 1 else "Publish")


def draw_pool(desk: Hands) -> None:
    desk.go(desk.page.get_by_role("link", name=re.compile("Who plays.*Pool A", re.DOTALL)))
    desk.press("Confirm who plays")
    desk.follow("Draw")
    desk.go(desk.page.get_by_role("link", name=re.compile("Who plays.*Pool B", re.DOTALL)))
    desk.press("Confirm who plays")
    desk.follow("Draw")
    desk.choose("Stage", "Pool A")
    draw(desk, 3)


def draw_night(desk: Hands) -> None:
    desk.follow("A free play night: who is here?")
    for number in range(1, 9):
        desk.tick_person(f"Player {number:02}")
    desk.press("Draw and publish")


@pytest.mark.parametrize("preset", part(DAILY, [preset for preset in PRESETS if preset not in DAILY]))
def test_from_nothing_to_the_first_published_round(
    preset: str, visitor: Callable[..., Page], tmp_path: Path
) -> None:
    page = visitor(width=1280)
    sign_in(page)
    desk, file = Hands(page, Diary()), tmp_path / "players.csv"
    file.write_text(IN_TEAMS if "league" in preset or preset == "elimination" else PLAYERS)

    set_up(desk, preset, file)
    desk.follow("Draw")
    match preset:
        case "pools_final":
            draw_pool(desk)
        case "club_ladder":
            draw_night(desk)
        case "m_league" | "elimination":
            draw(desk, 14, "Season of a team league")
        case "company_league":
            draw(desk, 7, "Team matches")
        case "knockout" | "revival":
            draw(desk, 1)
        case _:
            draw(desk, 5)

    desk.see("Round 1")
    assert desk.tally == TAKES[preset]


def test_the_manual_has_what_was_counted() -> None:
    manual = (ROOT / "docs" / "stages.md").read_text(encoding="utf-8")
    rows = [
        f"| `{preset}` | {one.clicks} | {one.keys} | {one.pages} | {one.minutes:.1f} |"
        for preset, one in TAKES.items()
    ]

    assert "\n".join(rows) in manual
