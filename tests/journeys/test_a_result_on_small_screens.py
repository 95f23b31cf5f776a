"""A result is typed with all players in view: rows, sum, number pad and button, on every phone, either way up."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, nullcontext
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.geometry import out_of_view
from tests.journeys.test_number_pad import Thumb, typed
from tests.thorough import part
from tools.demo_house import DATABASE, House

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]
PHONE = {"has_touch": True, "is_mobile": True}
SIZES = [(320, 568), (360, 740), (390, 844), (568, 320), (740, 360), (844, 390)]
ROWS, SUM, PLACES = ".entry-row", "[data-balance]", "[data-previewed]"
ALWAYS = [ROWS, "[data-pad]", "[data-submit]"]
# What is typed, and what is then to be seen at once.
STATES = [("", ALWAYS), ("4123", [*ALWAYS, SUM]), ("412308180", [*ALWAYS, SUM, PLACES, "[data-parts]"])]


@contextmanager
def text_at_twice_its_size(page: Page) -> Iterator[None]:
    browser = page.context.new_cdp_session(page)
    browser.send("Page.setFontSizes", {"fontSizes": {"standard": 32, "fixed": 26}})
    yield
    browser.send("Page.setFontSizes", {"fontSizes": {"standard": 16, "fixed": 13}})
    browser.detach()


def faults_while_typing(page: Page, how: str) -> list[str]:
    """Everything that is not in view in any size, from the empty form to the complete one."""
    found = []
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        for keys, parts in STATES:
            page.evaluate("localStorage.clear()")
            page.reload()
            page.locator("form[data-settled]").wait_for()
            page.locator("[data-points]").first.tap()
            page.locator("form.typing [data-pad]").wait_for()
            Thumb(page).type(keys)
            found += [f"{width}×{height}{how}, {keys!r}: {fault}" for fault in out_of_view(page, parts)]
    return found


@contextmanager
def running_clock(house: House) -> Iterator[None]:
    """The round that is played has a quarter of an hour left."""
    ends = datetime.now(UTC).replace(tzinfo=None) + timedelta(minutes=15)
    with closing(sqlite3.connect(house.folder / DATABASE, timeout=30)) as database:
        with database:
            database.execute(
                "INSERT INTO tournaments_roundclock (round_id, ends_at, minutes, after_gong)"
                " SELECT id, ?, 60, 'finish_hand' FROM tournaments_round WHERE status = 'started'",
                [ends.isoformat(" ")],
            )
        yield
        with database:
            database.execute("DELETE FROM tournaments_roundclock")


@pytest.mark.slow
@pytest.mark.parametrize("language", part(["en"], more=["ja"]))
@pytest.mark.parametrize("clock", [running_clock, nullcontext])
def test_everything_is_in_view_while_somebody_types(
    visitor: Callable[..., Page], playing: tuple[House, Any], language: str, clock: Any
) -> None:
    house, state = playing
    phone = visitor(base_url=house.url, storage_state=state, **PHONE)
    with clock(house):
        phone.goto("/seat/table/" if language == "en" else "/ja/seat/table/")
        found = [] if phone.locator(".clock").count() == (clock is running_clock) else ["no clock"]
        found += faults_while_typing(phone, "")
        with text_at_twice_its_size(phone):
            found += faults_while_typing(phone, " at 200 %")

    assert found == []


def test_the_page_opens_whole_and_folds_with_the_first_figure(phone: Page) -> None:
    header, heading = phone.locator("header.top"), phone.get_by_role("heading", name="Enter the result")
    expect(phone.locator("[data-points]").first).to_be_focused()
    expect(header).to_be_visible()
    expect(heading).to_be_visible()
    four = phone.locator('[data-key="4"]')
    before = four.bounding_box()

    Thumb(phone).type("4")

    expect(header).to_be_hidden()
    expect(heading).to_be_hidden()
    # The thumb finds every key where it was.
    assert four.bounding_box() == before
    assert out_of_view(phone, [*ALWAYS, SUM]) == []


def test_a_tap_in_a_box_folds_the_page_and_what_is_beside_the_form_brings_it_back(phone: Page) -> None:
    header, box = phone.locator("header.top"), phone.locator("[data-points]").nth(1)
    box.tap()
    expect(header).to_be_hidden()

    phone.get_by_role("button", name="Show the whole page").tap()
    expect(header).to_be_visible()
    expect(phone.locator(".pad")).to_be_hidden()
    box.tap()
    expect(header).to_be_hidden()
    expect(phone.locator(".pad")).to_be_visible()
    Thumb(phone).type("308")
    # Sticks are part of what is typed; what follows the form is not.
    phone.get_by_label("Riichi sticks left on the table").focus()
    expect(header).to_be_hidden()
    phone.get_by_role("button", name="What do I need?").focus()

    expect(header).to_be_visible()
    assert typed(phone) == ["", "308", "", ""]


def test_without_scripts_nothing_folds(visitor: Callable[..., Page], playing: tuple[House, Any]) -> None:
    house, state = playing
    phone = visitor(base_url=house.url, storage_state=state, java_script_enabled=False, **PHONE)

    phone.goto("/seat/table/")

    expect(phone.locator("header.top")).to_be_visible()
    expect(phone.get_by_role("heading", name="Enter the result")).to_be_visible()
    expect(phone.get_by_text("412 means 41,200.")).to_be_visible()
    expect(phone.locator("[data-unfold]")).to_be_hidden()
