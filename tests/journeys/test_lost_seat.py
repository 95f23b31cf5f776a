"""A phone has lost its seat in mid-round: the referee gives it back on the spot, from a phone of their own."""

import os
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.conftest import press, sign_in
from tools.demo_house import House

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300), pytest.mark.slow]
YES = "Yes, continue with this"
PHONES = "/t/demo-spring-open/desk/phones/"


def test_one_seat_is_given_back_and_the_others_play_on(visitor: Callable[..., Page], own_house: House):
    rob = visitor(width=390, base_url=own_house.url)
    sign_in(rob)
    rob.goto(PHONES)
    press(rob, "Print seat cards")
    press(rob, YES)
    codes = [text.replace(" ", "") for text in rob.locator(".code strong").all_inner_texts()[:4]]
    east, south = (visitor(base_url=own_house.url) for _seat in range(2))
    for phone, code in zip((east, south), codes, strict=False):
        phone.goto(f"/seat/#{code}")
        phone.wait_for_url("**/seat/table/")

    # East has cleared the browser, so the cookie is gone; the card no longer helps, the seat is taken.
    east.context.clear_cookies()
    east.goto(f"/seat/#{codes[0]}")
    expect(east.get_by_text("Another phone already holds this seat.")).to_be_visible()

    # The refused phone is an alarm, so the table's cards stand open.
    rob.goto(PHONES)
    picture(rob, "phones")
    with rob.expect_navigation():
        rob.get_by_role("button", name="New card").first.click()
    press(rob, YES)
    picture(rob, "card")
    expect(rob.get_by_text("Have the player scan or enter this code")).to_be_visible()
    expect(rob.locator(".seat-card")).to_have_count(1)
    assert rob.evaluate("document.documentElement.scrollWidth") <= 390

    code = rob.locator(".code strong").inner_text().replace(" ", "")
    east.goto("/seat/")
    east.get_by_label("Code").fill(code)
    press(east, "Take this seat")
    east.wait_for_url("**/seat/table/")
    south.reload()
    assert south.url.endswith("/seat/table/")


def picture(page: Page, name: str) -> None:
    """For whoever wants to look: JANTAKU_PICTURES names a folder."""
    if folder := os.environ.get("JANTAKU_PICTURES"):
        page.screenshot(path=f"{folder}/{name}.png", full_page=True)
