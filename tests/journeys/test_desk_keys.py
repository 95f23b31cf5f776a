"""The desk by keyboard: tables by number, single keys for what is done most, and a palette that finds the rest."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.all_pages import EVENT
from tests.journeys.conftest import sign_in
from tools.demo_house import House

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300), pytest.mark.slow]
DESK = EVENT + "desk/"


@pytest.fixture
def desk(visitor: Callable[..., Page], own_house: House) -> Page:
    page = visitor(width=1280, base_url=own_house.url)
    sign_in(page)
    page.goto(DESK)
    return page


def test_a_round_is_run_by_keys(desk: Page) -> None:
    desk.keyboard.press("?")
    expect(desk.get_by_role("dialog", name="Keys")).to_be_visible()
    expect(desk.get_by_text("Open the table of this number")).to_be_visible()
    desk.keyboard.press("Escape")

    with desk.expect_navigation(url="**/desk/tables/*/"):
        desk.keyboard.press("2")
    expect(desk.get_by_role("heading", name="Table 2").first).to_be_visible()

    desk.goto(DESK)
    with desk.expect_navigation(url="**/desk/sheets/?round=*"):
        desk.keyboard.press("s")
    # What is typed into a field is typed, and does nothing else.
    desk.goto(DESK + "entries/")
    field = desk.get_by_role("searchbox").first
    field.press("s")
    expect(field).to_have_value("s")
    assert desk.url.endswith("/entries/")


def test_the_palette_finds_a_player_and_a_page(desk: Page) -> None:
    desk.keyboard.press("Control+k")
    box = desk.get_by_role("dialog", name="Find").get_by_role("searchbox")
    expect(box).to_be_focused()
    box.press_sequentially("brand")
    expect(desk.locator("#palette-found a")).to_have_text(["Brand and poster"])
    desk.keyboard.press("Escape")
    expect(box).to_be_hidden()

    desk.keyboard.press("Control+k")
    with desk.expect_navigation(url="**/desk/brand/"):
        desk.keyboard.press("Enter")

    desk.goto(DESK)
    desk.keyboard.press("/")
    desk.keyboard.type("1")
    expect(desk.locator("#palette-found a").first).to_be_visible()
    desk.keyboard.press("ArrowDown")
    expect(desk.locator("#palette-found a").first).to_be_focused()
    desk.keyboard.press("Escape")
    expect(box).to_be_hidden()


def test_single_keys_can_be_switched_off_and_stay_off(desk: Page) -> None:
    desk.keyboard.press("?")
    desk.get_by_label("Single keys work on this device").uncheck()
    desk.keyboard.press("Escape")
    desk.reload()

    desk.keyboard.press("s")
    desk.keyboard.press("2")

    expect(desk.locator(".keyed")).to_be_hidden()
    assert desk.url.endswith("/desk/")
