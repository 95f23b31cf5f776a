"""A club's evening in browsers: four cards, a table that one of them opens, the others led to it, an unranked one."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.conftest import follow, press, sign_in

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300), pytest.mark.slow]
LIST = "name\nAlice\n佐藤 健太\nChloé\nDmitri\n"


def seat(phone: Page, *names: str) -> None:
    """Name who sits where, East first."""
    for wind, name in zip(("East", "South", "West", "North"), names, strict=True):
        option = phone.get_by_label(wind, exact=True).locator("option", has_text=name)
        phone.get_by_label(wind, exact=True).select_option(option.get_attribute("value"))


def test_players_open_a_table_report_and_open_the_next(visitor: Callable[..., Page]) -> None:
    desk = visitor(width=1280)
    sign_in(desk)

    # The organizer sets the ladder up by its preset, and prints cards.
    desk.goto("/new/mleague/?shape=club_ladder")
    desk.get_by_label("Name", exact=True).fill("Ladder of the club")
    press(desk, "Set up")
    follow(desk, "Import a player list")
    desk.get_by_label("Or paste the list here").fill(LIST)
    press(desk, "Preview the import")
    press(desk, "Register 4 players")
    desk.goto("/t/ladder-of-the-club/desk/cards/")
    with desk.expect_navigation():
        desk.get_by_role("button", name=re.compile("Make .* missing card")).click()
    follow(desk, "Print the cards")
    cards = desk.locator(".player-card .code")
    expect(cards).to_have_count(4)
    codes = [text.replace(" ", "") for text in cards.all_inner_texts()]

    # They scan their cards, and nobody sits anywhere.
    phones = [visitor(width=390) for _card in codes]
    for phone, code in zip(phones, codes, strict=True):
        phone.goto(f"/seat/#{code}")
        expect(phone.get_by_text("You are not at a table now.")).to_be_visible()

    # One opens a table; the phones of the others are led to it by themselves.
    opener, *others = phones
    follow(opener, "Open the next table")
    seat(opener, "佐藤 健太", "Alice", "Dmitri", "Chloé")
    press(opener, "Open the table")
    opener.wait_for_url("**/seat/table/")
    for phone in others:
        phone.wait_for_url("**/seat/table/")
    for box, typed in zip(opener.locator("[data-points]").all()[:3], ("412", "-15", "303"), strict=False):
        box.fill(typed)
    press(opener, "Send the result")
    expect(opener.get_by_role("heading", name="You reported")).to_be_visible()
    for phone in others:
        phone.reload()
        press(phone, "Confirm: this is right")
    expect(others[-1].get_by_role("heading", name="The result is final")).to_be_visible()

    # The next one is for fun, and the ladder does not know of it.
    opener.goto("/seat/table/")
    follow(opener, "Open the next table")
    seat(opener, "Alice", "佐藤 健太", "Chloé", "Dmitri")
    opener.get_by_label("This game is unranked").check()
    press(opener, "Open the table")
    opener.wait_for_url("**/seat/table/")
    expect(opener.get_by_text("Unranked")).to_be_visible()

    watcher = visitor(width=390)
    watcher.goto("/t/ladder-of-the-club/standings/")
    expect(watcher.get_by_text("1 of 1 games confirmed")).to_be_visible()
    expect(watcher.locator("tbody .sum").first).to_have_text("+61.2")
