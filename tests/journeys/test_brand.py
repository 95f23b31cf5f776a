"""A made-up club puts its face on its event: typed in the browser, seen on its pages and on nobody else's."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.conftest import press, sign_in
from tests.tournaments.brands import sent_picture
from tools.demo_house import House

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300), pytest.mark.slow]
EVENT = "/t/demo-spring-open/"


def test_a_clubs_brand_is_on_its_event_and_nowhere_else(
    visitor: Callable[..., Page], own_house: House, tmp_path: Path
):
    desk, guest = visitor(width=1280, base_url=own_house.url), visitor(base_url=own_house.url)
    logo = tmp_path / "logo.png"
    logo.write_bytes(sent_picture().getvalue())
    sign_in(desk)

    # The organizer types it, looks at it, and saves it.
    desk.goto(f"{EVENT}desk/brand/")
    card = desk.locator("form.said")
    card.get_by_label("Name").first.fill("Ueno Mahjong Club")
    card.get_by_label("Main colour").fill("#7a1f5c")
    press(desk, "Preview")
    expect(desk.locator(".brand")).to_have_text("Ueno Mahjong Club")
    guest.goto(EVENT)
    expect(guest.locator(".brand")).not_to_contain_text("Ueno")
    desk.get_by_label("Logo").first.set_input_files(logo)
    press(desk, "Save")
    expect(desk.get_by_text("The brand is saved")).to_be_visible()

    # Everybody sees it there within seconds, in the club's colour and with its logo.
    for _second in range(20):
        guest.goto(EVENT)
        if "Ueno" in guest.locator(".brand").inner_text():
            break
        guest.wait_for_timeout(1_000)
    expect(guest.locator(".brand")).to_contain_text("Ueno Mahjong Club")
    assert guest.evaluate("document.querySelector('.brand .logo').naturalWidth") == 300
    felt = guest.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--felt')")
    assert "#0d4438" not in felt
    # And nobody sees it anywhere else.
    for other in ("/", "/t/demo-team-league/", "/tournaments/"):
        guest.goto(other)
        expect(guest.locator("body")).not_to_contain_text("Ueno")
