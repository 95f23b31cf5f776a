"""Every page on every phone: nothing is too wide, nothing lies on something else, everything can be hit.

Upright and on its side, with a keyboard up, and with text at twice its size; in both languages. What axe cannot see.
"""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.conftest import sign_in
from tests.journeys.geometry import faults_of
from tests.journeys.test_every_page import (
    EVENT,
    LAST_HAND,
    ORGANIZERS,
    PUBLIC,
    conditions_of_a_table,
    tablet_in_play,
)
from tests.thorough import in_turn, part
from tools.demo_house import House

pytestmark = [pytest.mark.browser, pytest.mark.timeout(900)]
LANGUAGES = pytest.mark.parametrize("language", ["en", "ja"])


def in_language(path: str, language: str) -> str:
    return path if language == "en" else f"/ja{path}"


def faults(page: Page, paths: list[str], language: str) -> list[str]:
    """Every day each second page is looked at, in one of the languages; the others are test_every_page.py's."""
    turns = in_turn(range(len(paths)), turn=1 if language == "en" else 3, of=4)
    return [
        f"{paths[turn]}: {fault}" for turn in turns for fault in _faults_at(page, paths[turn], turn, language)
    ]


def _faults_at(page: Page, path: str, turn: int, language: str) -> list[str]:
    answer = page.goto(in_language(path, language))
    is_there = path == "/nowhere/" or (answer is not None and answer.status == 200)
    # In the other language a page is looked at in other sizes.
    return [*([] if is_there else ["no such page"]), *faults_of(page, turn // 4 + (language == "ja"))]


@pytest.mark.slow
@LANGUAGES
def test_public_pages(visitor: Callable[..., Page], language: str):
    page = visitor()

    assert faults(page, [*PUBLIC, f"{conditions_of_a_table(page)}?{LAST_HAND}"], language) == []


@pytest.mark.slow
@LANGUAGES
def test_the_organizers_pages(visitor: Callable[..., Page], language: str):
    page = visitor()
    sign_in(page)
    page.goto(EVENT + "desk/")
    tables = [
        re.sub(r"^https?://[^/]+", "", link.get_attribute("href") or "")
        for link in page.locator(".tiles a").all()
    ]

    assert faults(page, [*ORGANIZERS, tables[0], tables[7]], language) == []


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

    assert found == []


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

    assert found == []


@pytest.mark.slow
@LANGUAGES
def test_on_a_laptop_all_columns_of_hand_statistics_are_seen(visitor: Callable[..., Page], language: str):
    page = visitor(width=1280)
    page.goto(in_language("/t/demo-club-ladder/statistics/", language))

    hidden = page.locator("table.wide").evaluate(
        "(table) => table.scrollWidth - table.parentElement.clientWidth"
    )

    assert hidden <= 0
