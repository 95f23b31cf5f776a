"""A whole evening: an organizer, four phones and somebody who watches, each with a browser of their own."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.conftest import follow, press, sign_in
from tools.demo_house import House

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300), pytest.mark.slow]
LIST = "name,club\nAlice,Dragons\n佐藤 健太,Winds\nChloé,Dragons\nDmitri,Winds\n"


def test_an_evening_from_a_player_list_to_the_final_standings(visitor: Callable[..., Page], house: House):
    desk = visitor(width=1280)
    sign_in(desk)

    # The organizer sets up a tournament, pastes the player list, draws, publishes and prints the seat cards.
    desk.goto("/new/mleague/")
    desk.get_by_label("Name", exact=True).fill("Tuesday club")
    press(desk, "Set up")
    follow(desk, "Import a player list")
    desk.get_by_label("Or paste the list here").fill(LIST)
    press(desk, "Preview the import")
    press(desk, "Register 4 players")
    expect(desk.get_by_text("4 players registered.")).to_be_visible()
    desk.goto("/t/tuesday-club/desk/")
    press(desk, "Draw")
    press(desk, "Publish")
    desk.get_by_text("More for this round").click()
    press(desk, "Print seat cards")
    cards = desk.locator(".code strong")
    expect(cards).to_have_count(4)
    codes = [text.replace(" ", "") for text in cards.all_inner_texts()]

    # Four phones scan them. The code leaves the address bar at once.
    phones = [visitor() for _seat in codes]
    for phone, code in zip(phones, codes, strict=True):
        phone.goto(f"/seat/#{code}")
        phone.wait_for_url("**/seat/table/")
        expect(phone.get_by_text("The round has not started yet.")).to_be_visible()
    desk.goto("/t/tuesday-club/desk/")
    press(desk, "Start the round")

    # East types three scores with its thumbs; the page fills in the fourth.
    east, *others = phones
    east.reload()
    boxes = east.locator("[data-points]")
    for box, typed in zip(boxes.all()[:3], ("412", "-15", "303"), strict=False):
        box.fill(typed)
    expect(boxes.nth(3)).to_have_value("300")
    expect(east.get_by_text("Adds up")).to_be_visible()
    press(east, "Send the result")
    expect(east.get_by_role("heading", name="You reported")).to_be_visible()

    # Somebody watches; the others look at the same figures and confirm.
    watcher = visitor(width=1280)
    watcher.goto("/t/tuesday-club/standings/")
    expect(watcher.get_by_text("0 of 1 games confirmed")).to_be_visible()
    for phone in others:
        phone.reload()
        expect(phone.get_by_text("−1,500")).to_be_visible()
        press(phone, "Confirm: this is right")
        expect(phone.get_by_text("Proof of your entry")).to_be_visible()
    expect(others[-1].get_by_role("heading", name="The result is final")).to_be_visible()

    # The watcher's page asks by itself (here: as when one comes back to it), and says so politely.
    watcher.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(watcher.get_by_text("1 of 1 games confirmed")).to_be_visible()
    expect(watcher.get_by_role("status").first).to_have_text("Standings updated.")
    expect(watcher.locator("tbody .sum").first).to_have_text("+61.2")

    # The round is closed: the phones are out, the result stays.
    desk.goto("/t/tuesday-club/desk/")
    press(desk, "Close the round")
    # Led there by itself: a visit meanwhile would meet the page's own.
    expect(east.get_by_text("Round 1 is over. Thank you for playing.")).to_be_visible()
    desk.get_by_text("Stages and finishing").click()
    press(desk, "Finish the tournament")
    expect(desk.get_by_text("The tournament is finished.")).to_be_visible()


def test_a_dead_wi_fi_loses_nothing_and_reports_once(visitor: Callable[..., Page], own_house: House, witness):
    phone = visitor()
    phone.goto(f"{own_house.url}/seat/#{own_house.codes[0]}")
    phone.wait_for_url("**/seat/table/")
    for box in phone.locator("[data-points]").all():
        box.fill("300")

    phone.context.set_offline(True)
    phone.get_by_role("button", name="Send the result").click()
    expect(phone.get_by_text("Not at the server yet.")).to_be_visible()
    phone.context.set_offline(False)

    expect(phone.get_by_role("heading", name="You reported")).to_be_visible()
    expect(phone.get_by_text("Version 1", exact=True)).to_have_count(1)
    witness.complaints.clear()  # the browser's own complaints that the Wi-Fi was away


def test_everything_works_without_javascript(visitor: Callable[..., Page], house: House):
    reporter, other = visitor(java_script_enabled=False), visitor(java_script_enabled=False)
    south, west = house.codes[1], house.codes[2]
    for phone, code in ((reporter, south), (other, west)):
        phone.goto("/seat/")
        phone.get_by_label("Code").fill(code)
        press(phone, "Take this seat")

    # The table before has reported (see above) or not: either way this phone may enter the points again.
    reporter.goto("/seat/table/?again=1")
    for box, typed in zip(
        reporter.locator("[name^=points_]").all(), ("41200", "300", "288", ""), strict=True
    ):
        box.fill(typed)
    press(reporter, "Send the result")
    expect(reporter.get_by_text(re.compile("was filled in with 20,000"))).to_be_visible()
    press(reporter, "Send the result")
    expect(reporter.get_by_role("heading", name="You reported")).to_be_visible()
    other.goto("/seat/table/")
    press(other, "Confirm: this is right")

    expect(other.get_by_text("Proof of your entry")).to_be_visible()


def test_the_table_is_found_by_keyboard_alone(visitor: Callable[..., Page], house: House):
    page = visitor()
    page.goto("/t/demo-spring-open/rounds/1/")

    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the content")).to_be_focused()
    page.get_by_label("Find my table").focus()
    page.keyboard.type("player 13")

    expect(page.locator(".cards > li:visible")).to_have_count(1)
    expect(page.locator(".cards > li:visible")).to_contain_text("Player 13")


def test_a_result_is_reported_and_confirmed_by_keyboard_alone(
    visitor: Callable[..., Page], own_house: House
) -> None:
    reporter, other = visitor(), visitor()

    def tab_to(page: Page, name: str) -> None:
        """Press Tab until the button has the focus, as somebody would who cannot see where it is."""
        for _step in range(40):
            page.keyboard.press("Tab")
            if page.evaluate("document.activeElement.textContent.trim()") == name:
                return
        raise AssertionError(f"Tab never came to {name}")

    for page, code in ((reporter, own_house.codes[1]), (other, own_house.codes[2])):
        page.goto(f"{own_house.url}/seat/")
        page.keyboard.press("Tab")
        while page.evaluate("document.activeElement.name") != "code":
            page.keyboard.press("Tab")
        page.keyboard.type(code)
        page.keyboard.press("Enter")
        page.wait_for_url("**/seat/table/")

    # Enter goes from box to box, and to the button that sends when nothing is open any more.
    while reporter.evaluate("document.activeElement.dataset.points") is None:
        reporter.keyboard.press("Tab")
    for typed in ("412", "308", "180"):
        reporter.keyboard.type(typed)
        reporter.keyboard.press("Enter")
    expect(reporter.locator("[data-points]").nth(3)).to_have_value("300")
    expect(reporter.get_by_role("button", name="Send the result")).to_be_focused()
    reporter.keyboard.press("Enter")
    expect(reporter.get_by_role("heading", name="You reported")).to_be_visible()

    other.reload()
    tab_to(other, "Confirm: this is right")
    other.keyboard.press("Space")
    expect(other.get_by_text("Proof of your entry")).to_be_visible()
