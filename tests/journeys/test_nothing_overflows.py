"""Every page on every screen: nothing is too wide, cut or over something else, everything can be hit, names lead on.

On phones upright and on their side, with a keyboard up, with larger text, on a laptop and on a large screen; in both
languages. What axe cannot see.
"""

import re
import sqlite3
from collections.abc import Callable, Iterable
from contextlib import closing

import pytest
from django.urls import resolve
from playwright.sync_api import Page, expect

from tests.journeys.all_pages import (
    CLUB,
    EVENT,
    GAME_WITH_TILES,
    LADDER,
    LAST_HAND,
    MORE_ORGANIZERS,
    MORE_PUBLIC,
    NO_PAGES,
    ORGANIZERS,
    PUBLIC,
    SEASONS,
    TEAMS,
    TWO_WINNERS,
)
from tests.journeys.conftest import sign_in
from tests.journeys.geometry import faults_of
from tests.journeys.layout import NARROW, WIDE, Look
from tests.journeys.test_every_page import conditions_of_a_table, tablet_in_play
from tests.registers import LOOKED_AT
from tests.routes import is_a_page
from tests.thorough import THOROUGH, in_turn, part
from tests.tournaments.views.permission_matrix import PAGES
from tools.demo_house import DATABASE, House

pytestmark = [pytest.mark.browser, pytest.mark.timeout(900)]
LANGUAGES = pytest.mark.parametrize("language", ["en", "ja"])
# Of each kind of page, those that are opened most.
FIVE_PUBLIC = ["/", EVENT + "standings/", EVENT + "rounds/4/", SEASONS + "tables/1/", "/players/1/"]
# One of each kind that has a table, a form or a picture.
ENLARGED_PUBLIC = [
    *FIVE_PUBLIC,
    EVENT,
    EVENT + "live/",
    EVENT + "players/",
    GAME_WITH_TILES,
    TEAMS + "standings/2/",
    SEASONS + "teams/1/",
    LADDER + "statistics/",
    "/l/m-league/",
    "/l/m-league/seasons/1/",
    CLUB + "ratings/",
    "/tournaments/",
    "/players/1/against/2/",
    "/players/1/games/",
    "/players/25/",
    "/rulebooks/wsom/",
    "/conditions/?E=180&S=300&W=280&N=240&hand=S4&goal=1&riichi=S",
    TWO_WINNERS,
]
FIVE_OF_ORGANIZERS = [
    EVENT + "desk/" + page for page in ("", "entries/", "draw/plan/", "referee/", "tables/134/")
]
OF_PHONES = ["/seat/table/", "/seat/table/?again=1", "/seat/hands/"]
# Where names of players and teams lead nowhere.
WITHOUT_LINKS = {
    "h1": "the page is about them",
    ".whereami": "a phone says whose it is",
    "label, legend, option, button, summary": "it is ticked, chosen or pressed",
    ".hand-head": "the name of a row of a form",
    ".need h2": "the seats above lead on",
    ".vh, [aria-hidden], svg": "said beside what is shown, or instead of it",
    ".tiles a, .todo > li > a, .found a": "all of it is one link",
    ".words": "a sentence of the ledger, as it was written",
    "form .note": "what a form says of what was typed",
    ".club": "a club has no page",
    ".hall-screen, .prize-screen": "nobody touches a projector",
    "textarea": "text to copy",
    ".paper, .print-only": "nobody touches paper",
    ".kiosk": "a table's tablet stays where it is",
}


def in_language(path: str, language: str) -> str:
    return path if language == "en" else f"/ja{path}"


def open_page(page: Page, path: str, language: str) -> list[str]:
    answer = page.goto(in_language(path, language))
    is_there = path == "/nowhere/" or (answer is not None and answer.status == 200)
    return [] if is_there else ["no such page"]


def names_in(house: House) -> tuple[list[str], list[str]]:
    """The names of all who take part somewhere, and of all teams."""
    with closing(sqlite3.connect(house.folder / DATABASE)) as database:
        players = "SELECT name FROM players_player WHERE id IN (SELECT player_id FROM tournaments_entry)"
        return tuple(  # type: ignore[return-value]
            sorted({name for (name,) in database.execute(query)})
            for query in (players, "SELECT name FROM tournaments_team")
        )


def wrong_with(page: Page, house: House, turns: Iterable[tuple[int, str, str]]) -> list[str]:
    """What is wrong with these pages, each in a language, in all narrow sizes and in the wide ones in turn."""
    look, names = Look(page), names_in(house)
    found = []
    for turn, path, language in turns:
        faults = [
            *open_page(page, path, language),
            *look.faults((*NARROW, *in_turn(WIDE, turn, of=len(WIDE)))),
            *(f"leads nowhere: {name}" for name in look.unlinked(*names, WITHOUT_LINKS)),
        ]
        found += [f"{path} ({language}): {fault}" for fault in faults]
    return found


def all_wrong(page: Page, house: House, paths: list[str], language: str) -> list[str]:
    """Half of the pages in each language; thoroughly all in both. Whether what is there can be hit is asked of every
    fourth, in small sizes in turn, the others are test_every_page.py's.
    """
    found = []
    for turn, path in enumerate(paths):
        if THOROUGH or turn % 4 // 2 == (language == "ja"):
            found += wrong_with(page, house, [(turn, path, language)])
        if THOROUGH or turn % 4 == (1 if language == "en" else 3):
            # In the other language a page is looked at in other sizes.
            found += [f"{path}: {fault}" for fault in faults_of(page, turn // 4 + (language == "ja"))]
    return found


def in_both(paths: list[str]) -> list[tuple[int, str, str]]:
    return [(turn, path, ["en", "ja"][turn % 2]) for turn, path in enumerate(paths)]


def test_five_public_pages(visitor: Callable[..., Page], house: House):
    assert wrong_with(visitor(), house, in_both(FIVE_PUBLIC)) == []


@pytest.mark.slow
def test_enlarged_text_makes_no_public_page_wider_than_the_screen(visitor: Callable[..., Page], house: House):
    page = visitor()
    look = Look(page)

    found = [
        f"{path} ({language}): {fault}"
        for path in ENLARGED_PUBLIC
        for language in ("en", "ja")
        for fault in [*open_page(page, path, language), *look.too_wide_enlarged()]
    ]

    assert found == []


def test_five_pages_of_organizers(visitor: Callable[..., Page], house: House):
    page = visitor()
    sign_in(page)

    assert wrong_with(page, house, in_both(FIVE_OF_ORGANIZERS)) == []


def test_pages_of_phones(visitor: Callable[..., Page], own_house: House):
    page = visitor(base_url=own_house.url)
    page.goto(f"/seat/#{own_house.codes[0]}")
    page.wait_for_url("**/seat/table/")

    assert wrong_with(page, own_house, in_both(OF_PHONES)) == []


def test_every_page_is_in_the_register():
    listed = [*PUBLIC, *MORE_PUBLIC, *ORGANIZERS, *MORE_ORGANIZERS, *OF_PHONES, *FIVE_OF_ORGANIZERS]
    listed += [EVENT + "tables/1/conditions/"]  # found by `conditions_of_a_table`
    looked_at = {resolve(path.split("?")[0]).route for path in listed if path != "/nowhere/"}

    opened = {route for route, page in PAGES.items() if "GET" in page.methods and is_a_page(route)}

    LOOKED_AT.refuse_gaps(opened, (opened & looked_at) | NO_PAGES.keys())
    assert looked_at & NO_PAGES.keys() == set()


@pytest.mark.slow
@LANGUAGES
def test_public_pages(visitor: Callable[..., Page], house: House, language: str):
    page = visitor()
    paths = [*PUBLIC, f"{conditions_of_a_table(page)}?{LAST_HAND}", *MORE_PUBLIC]

    assert all_wrong(page, house, paths, language) == []


@pytest.mark.slow
@LANGUAGES
def test_the_organizers_pages(visitor: Callable[..., Page], house: House, language: str):
    page = visitor()
    sign_in(page)
    page.goto(EVENT + "desk/")
    tables = [
        re.sub(r"^https?://[^/]+", "", link.get_attribute("href") or "")
        for link in page.locator(".tiles a").all()
    ]
    paths = [*ORGANIZERS, tables[0], tables[7], *MORE_ORGANIZERS]

    assert all_wrong(page, house, paths, language) == []


@pytest.fixture
def seats(visitor: Callable[..., Page], own_house: House) -> list[Page]:
    """The phones of East and South at a table that plays."""
    phones = [visitor(base_url=own_house.url) for _seat in range(2)]
    for phone, code in zip(phones, own_house.codes, strict=False):
        phone.goto(f"/seat/#{code}")
        phone.wait_for_url("**/seat/table/")
    return phones


@pytest.mark.slow
@pytest.mark.parametrize("language", part(["en"], more=["ja"]))
def test_the_phones_pages_from_the_empty_form_to_the_dispute(seats: list[Page], language: str):
    east, south = seats
    table = in_language("/seat/table/", language)
    for phone in seats:
        phone.goto(table)
    found = faults_of(east, turn=0)

    for box, figure in zip(
        east.locator("[data-points]").all(), ("-12300", "102300", "28000", "0"), strict=True
    ):
        box.fill(figure)
    found += faults_of(east, turn=1)
    east.locator("[data-submit]").click()
    # The question is there before the answer is, which is a page of its own.
    expect(east.locator("form[data-busy]")).to_have_count(0)
    expect(east.locator("[data-sticks-left='2']")).to_be_visible()
    found += faults_of(east, turn=2)
    east.locator("[data-sticks-left='2']").click()
    with east.expect_navigation():
        east.locator("[data-submit]").click()
    found += faults_of(east, turn=3)
    south.goto(table)
    south.locator("#it-is-wrong > summary").click()
    found += faults_of(south, turn=4)
    south.locator("#it-is-wrong [name=reason]").fill("X" * 60)
    with south.expect_navigation():
        south.locator("button.danger").click()
    found += faults_of(south, turn=5)
    south.goto(f"{table}?again=1")
    south.locator("[data-points]").first.fill("1")
    south.evaluate("document.querySelector('[data-dock] [data-live-bar]').hidden = false")
    found += faults_of(south, turn=6)
    east.goto(table)
    east.locator("#call > summary").click()
    east.locator("#call [name=reason]").fill("X" * 60)
    found += faults_of(east, turn=7)
    with east.expect_navigation():
        east.locator("#call button").click()
    found += faults_of(east, turn=8)

    assert "\n".join(found) == ""


@pytest.mark.slow
@pytest.mark.parametrize("language", part(["ja"], more=["en"]))
def test_the_tablets_pages_with_all_that_opens(
    visitor: Callable[..., Page], own_house: House, language: str
) -> None:
    tablet = tablet_in_play(visitor, own_house)
    found = []

    for turn, path in enumerate(("/kiosk/", "/kiosk/?points=0")):
        tablet.goto(in_language(path, language))
        tablet.locator("#call > summary").click()
        tablet.locator("#call [name=reason]").fill("X" * 60)
        found += faults_of(tablet, turn)

    assert "\n".join(found) == ""


@pytest.mark.slow
@LANGUAGES
def test_on_a_laptop_all_columns_of_hand_statistics_are_seen(visitor: Callable[..., Page], language: str):
    page = visitor(width=1280)
    page.goto(in_language("/t/demo-club-ladder/statistics/", language))

    hidden = page.locator("table.wide").evaluate(
        "(table) => table.scrollWidth - table.parentElement.clientWidth"
    )

    assert hidden <= 0
