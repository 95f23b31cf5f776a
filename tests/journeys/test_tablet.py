"""A tablet for a table: handed out at the desk, four people use it, and nobody acts for another."""

import os
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.journeys.conftest import follow, press, sign_in
from tests.journeys.geometry import faults_of
from tests.journeys.test_every_page import complaints
from tools.demo_house import House

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300), pytest.mark.slow, pytest.mark.run("at a table")]
LIST = "name,club\nAlice,Dragons\n佐藤 健太,Winds\nChloé,Dragons\nDmitri,Winds\n"
CLUB = "/t/tuesday-club/"
POINTS = ("412", "208", "180", "200")
SIZE = {"width": 768, "height": 1024}


@pytest.fixture
def desk(visitor: Callable[..., Page], own_house: House) -> Page:
    """The desk of a club night whose first round is in play, with a card for each player."""
    desk = visitor(width=1280, base_url=own_house.url)
    sign_in(desk)
    desk.goto("/new/mleague/")
    desk.get_by_label("Name", exact=True).fill("Tuesday club")
    press(desk, "Set up")
    follow(desk, "Import a player list")
    desk.get_by_label("Or paste the list here").fill(LIST)
    press(desk, "Preview the import")
    press(desk, "Register 4 players")
    start_a_round(desk)
    desk.goto(f"{CLUB}desk/cards/")
    press(desk, "Make 4 missing cards")
    return desk


def start_a_round(desk: Page) -> None:
    desk.goto(f"{CLUB}desk/")
    press(desk, "Draw")
    press(desk, "Publish")
    desk.goto(f"{CLUB}desk/")
    press(desk, "Start the round")


def pins(desk: Page) -> dict[str, str]:
    """The PIN of each player, off the printed cards."""
    desk.goto(f"{CLUB}desk/cards/print/")
    cards = desk.locator(".player-card")
    names, codes = cards.locator(".name").all_inner_texts(), cards.locator(".pin strong").all_inner_texts()
    return dict(zip(names, codes, strict=True))


def hand_out(desk: Page) -> str:
    """The code for a tablet at table 1, from the page that shows it."""
    desk.goto(f"{CLUB}desk/tablets/?table=1")
    press(desk, "Hand out a tablet : 1")
    return desk.locator(".player-card .code").inner_text().replace(" ", "")


@pytest.fixture
def tablet(desk: Page, visitor: Callable[..., Page], own_house: House) -> Page:
    tablet = visitor(base_url=own_house.url, viewport=SIZE, has_touch=True)
    tablet.goto(f"/kiosk/#{hand_out(desk)}")
    expect(tablet.get_by_role("heading", name="Table 1")).to_be_visible()
    return tablet


def names_at(tablet: Page) -> list[str]:
    """Who sits there, East first."""
    return tablet.locator("form[data-hand] .who-acts bdi").all_inner_texts()


def tap(place: Locator, name: str) -> None:
    place.locator(".who-acts .tick", has_text=name).click()


def save_a_hand(tablet: Page, who: str, *ticks: str) -> None:
    """Tap these ticks, and the name of whoever enters it."""
    hands = tablet.locator(".hands-log > li").count()
    form = tablet.locator("form[data-hand]")
    for tick in ticks:
        name, _hyphen, value = tick.partition("-")
        form.locator(f".tick:has([name={name}][value='{value}'])").click()
    tap(form, who)
    press(tablet, "Save the hand")
    expect(tablet.locator(".hands-log > li")).to_have_count(hands + 1)


def at(tablet: Page, name: str) -> Locator:
    """The place on the page where this player confirms."""
    return tablet.locator(".four > li", has_text=name)


def confirm(tablet: Page, name: str, pin: str) -> None:
    place = at(tablet, name)
    place.get_by_label("PIN on the card").fill(pin)
    with tablet.expect_navigation():
        place.get_by_role("button").click()


def wrong(pin: str) -> str:
    return f"{(int(pin) + 1) % 10_000:04}"


def wrong_with(tablet: Page, turn: int) -> list[str]:
    """In every size; afterwards it is a tablet again."""
    found = [*complaints(tablet), *faults_of(tablet, turn)]
    tablet.set_viewport_size(SIZE)  # type: ignore[arg-type]
    return found


def test_four_at_a_table_play_a_round_at_one_tablet(desk: Page, tablet: Page) -> None:
    pin = pins(desk)
    east, south, west, north = names_at(tablet)
    assert "#" not in tablet.url
    picture(tablet, "in-play")
    assert wrong_with(tablet, 0) == []

    # Two hands by taps alone; the second was a slip, and somebody else takes it back.
    save_a_hand(tablet, east, "what-tsumo0", "han0-2", "fu0-30")
    save_a_hand(tablet, south, "what-draw")
    tablet.get_by_text("Undo hands").click()
    undo = tablet.locator("form.undo")
    undo.get_by_label("The first hand to undo").select_option("2")
    tap(undo, west)
    press(tablet, "Undo it and everything after it")
    expect(tablet.locator(".hands-log > li")).to_have_count(1)

    # East reports, first with a wrong PIN: what was typed is still there, and the focus is where the mistake is.
    follow(tablet, "Enter the final points instead")
    picture(tablet, "points")
    for box, typed in zip(tablet.locator("input.points").all(), POINTS, strict=True):
        box.fill(typed)
    tap(tablet.locator("form:has(.points)"), east)
    tablet.get_by_label("PIN on the card").fill(wrong(pin[east]))
    press(tablet, "Send the result")
    expect(tablet.get_by_text("This is not the PIN on the card of")).to_be_visible()
    expect(tablet.get_by_text("The PIN is the four digits on your card.")).to_be_visible()
    expect(tablet.get_by_label("PIN on the card")).to_be_focused()
    picture(tablet, "wrong-pin")
    assert [box.input_value() for box in tablet.locator("input.points").all()] == list(POINTS)
    assert complaints(tablet) == []
    tablet.keyboard.type(pin[east])
    tablet.keyboard.press("Enter")

    # Whoever reported is not asked; the others are, each by their own PIN.
    expect(tablet.get_by_role("heading", name="Is this right?")).to_be_visible()
    expect(at(tablet, east).get_by_role("button")).to_have_count(0)
    picture(tablet, "to-confirm")
    assert wrong_with(tablet, 1) == []
    confirm(tablet, south, pin[east])
    expect(at(tablet, south).get_by_text("This is not the PIN on the card of")).to_be_visible()
    expect(at(tablet, south).get_by_label("PIN on the card")).to_be_focused()
    picture(tablet, "not-your-pin")
    for name in (south, west, north):
        confirm(tablet, name, pin[name])
        expect(tablet.get_by_text(f"{name} has confirmed.")).to_be_visible()
    expect(tablet.get_by_role("heading", name="The result is final")).to_be_visible()

    # The round is over, and the next begins: the page goes on by itself.
    desk.goto(f"{CLUB}desk/")
    press(desk, "Close the round")
    expect(tablet.get_by_text("No game at this table now.")).to_be_visible()
    expect(tablet.get_by_text("has confirmed.")).to_have_count(0)
    picture(tablet, "idle")
    start_a_round(desk)
    expect(tablet.locator("form[data-hand]")).to_be_visible()
    expect(tablet.get_by_text("Round 2")).to_be_visible()

    # The referee takes the tablet away.
    desk.goto(f"{CLUB}desk/tablets/")
    expect(desk.get_by_text(re.compile("In use since"))).to_be_visible()
    picture(desk, "desk-1280")
    press(desk, "End it : 1")
    expect(tablet.get_by_text("This tablet is no longer in use.")).to_be_visible()
    expect(tablet.get_by_text("Round 2")).to_have_count(0)


def test_a_result_is_reported_and_confirmed_by_keyboard_alone(desk: Page, tablet: Page) -> None:
    pin = pins(desk)
    east, south, *_ = names_at(tablet)

    def tab_to(what: str) -> None:
        """Press Tab until this has the focus, as somebody would who cannot see where it is."""
        for _step in range(80):
            tablet.keyboard.press("Tab")
            if tablet.evaluate("(what) => document.activeElement.matches(what)", what):
                return
        raise AssertionError(f"Tab never came to {what}")

    tab_to("a[href*='points=']")
    with tablet.expect_navigation():
        tablet.keyboard.press("Enter")
    for typed in POINTS:
        tab_to("input.points")
        tablet.keyboard.type(typed)
    tab_to("[name=seat]")
    tablet.keyboard.press("Space")
    tab_to("[name=pin]")
    tablet.keyboard.type(pin[east])
    tablet.keyboard.press("Enter")
    expect(tablet.get_by_role("heading", name="Is this right?")).to_be_visible()
    tab_to("[name=pin]")
    tablet.keyboard.type(pin[south])
    tablet.keyboard.press("Enter")

    expect(at(tablet, south).get_by_text("agreed")).to_be_visible()


def test_what_a_phone_reports_meanwhile_goes_before_a_form_that_nobody_has_touched(
    desk: Page, tablet: Page, visitor: Callable[..., Page], own_house: House
) -> None:
    desk.goto(f"{CLUB}desk/cards/print/")
    code = desk.locator(".player-card .code").first.inner_text().replace(" ", "")
    follow(tablet, "Enter the final points instead")
    phone = visitor(base_url=own_house.url)
    phone.goto(f"/seat/#{code}")
    phone.wait_for_url("**/seat/table/")
    for box, typed in zip(phone.locator("[data-points]").all(), POINTS, strict=True):
        box.fill(typed)
    press(phone, "Send the result")

    expect(tablet.get_by_role("heading", name="Is this right?")).to_be_visible()


def picture(page: Page, name: str) -> None:
    """For whoever wants to look: JANTAKU_PICTURES names a folder."""
    if folder := os.environ.get("JANTAKU_PICTURES"):
        page.screenshot(path=f"{folder}/{name}.png", full_page=True)
