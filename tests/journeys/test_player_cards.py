"""One card for the whole event: the referee prints, a player scans once, and a lost phone comes back two ways."""

import os
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.conftest import follow, press, sign_in
from tools.demo_house import House

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300), pytest.mark.slow, pytest.mark.run("at a table")]
CARDS = "/t/demo-spring-open/desk/cards/"


def test_a_player_scans_once_and_comes_back_after_losing_the_browser(
    visitor: Callable[..., Page], own_house: House
):
    rob = visitor(width=1280, base_url=own_house.url)
    sign_in(rob)
    rob.goto(CARDS)
    with rob.expect_navigation():
        rob.get_by_role("button", name=re.compile("Make .* missing card")).click()
    follow(rob, "Print the cards")
    picture(rob, "print-1280")
    printed(rob, "cards")
    card = rob.locator(".player-card").first
    code = card.locator(".code").inner_text().replace(" ", "")
    pin = card.locator(".pin strong").inner_text()
    rob.goto(f"{CARDS}tables/")
    picture(rob, "posters-1280")
    printed(rob, "posters")

    phone, lost = (visitor(width=390, base_url=own_house.url) for _each in range(2))
    phone.goto(f"/seat/#{code}")
    phone.wait_for_url("**/seat/table/")
    picture(phone, "table-390")
    assert code not in phone.url

    # The same player in another browser: by the PIN.
    lost.goto(f"/seat/#{code}")
    expect(lost.get_by_text("card is already in use on another phone")).to_be_visible()
    picture(lost, "waiting-390")
    narrow(lost)
    lost.get_by_label("PIN on the card").fill(pin)
    press(lost, "Let me in")
    lost.wait_for_url("**/seat/table/")

    # And in a third one: by the referee's tap, upon which the page goes on by itself.
    third = visitor(width=390, base_url=own_house.url)
    third.goto(f"/seat/#{code}")
    expect(third.get_by_label("PIN on the card")).to_be_visible()
    rob.goto(CARDS)
    picture(rob, "list-1280")
    with rob.expect_navigation():
        rob.get_by_role("button", name="Let in").click()
    third.wait_for_url("**/seat/table/", timeout=15_000)

    for one in (phone, lost):
        one.reload()
        assert one.url.endswith("/seat/table/")
    rob.set_viewport_size({"width": 390, "height": 844})
    rob.goto(CARDS)
    picture(rob, "list-390")
    narrow(rob)
    rob.goto(f"{CARDS}print/")
    narrow(rob)


def narrow(page: Page) -> None:
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def picture(page: Page, name: str) -> None:
    """For whoever wants to look: JANTAKU_PICTURES names a folder."""
    if folder := os.environ.get("JANTAKU_PICTURES"):
        page.screenshot(path=f"{folder}/{name}.png", full_page=True)


def printed(page: Page, name: str) -> None:
    if folder := os.environ.get("JANTAKU_PICTURES"):
        page.pdf(path=f"{folder}/{name}.pdf", format="A4")
