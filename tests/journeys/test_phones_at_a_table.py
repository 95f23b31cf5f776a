"""Four phones at one table: what one of them sends, the others show by themselves."""

import re
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.conftest import press, sign_in
from tests.journeys.geometry import faults_of
from tools.demo_house import House

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300), pytest.mark.run("at a table")]
KEPT = 1  # seconds for which the server may say that there is no news yet
SOON = 2_000  # milliseconds of the page's own clock after which it asks again


def take_seats(
    visitor: Callable[..., Page], house: House, phones_needed: int = 4, **more: object
) -> list[Page]:
    """Phones that have scanned the cards of a table in play, from East's on; their clocks stand still."""
    phones = []
    for code in house.codes[:phones_needed]:
        phone = visitor(base_url=house.url, service_workers="allow", **more)
        phone.clock.install()
        phone.goto(f"/seat/#{code}")
        phone.wait_for_url("**/seat/table/")
        stand_still(phone)
        phones.append(phone)
    return phones


def stand_still(page: Page) -> None:
    """From now on the page's clock moves only when the test says so."""
    # Not "networkidle": a page that listens is never idle.
    page.wait_for_timeout(500)
    page.clock.pause_at(datetime.now(UTC) + timedelta(seconds=30))
    page.wait_for_timeout(500)


def points(phone: Page) -> list[str]:
    return [box.input_value() for box in phone.locator("[data-points]").all()]


def report(phone: Page, *typed: str) -> None:
    for box, figure in zip(phone.locator("[data-points]").all(), typed, strict=True):
        box.fill(figure)
    press(phone, "Send the result")


def learn(*phones: Page) -> None:
    """What was done is shown within three seconds: one of them passes here, two on the phones."""
    time.sleep(KEPT)
    for phone in phones:
        phone.clock.run_for(SOON)


@pytest.mark.slow
def test_an_untouched_form_becomes_the_question_whether_it_is_right(
    visitor: Callable[..., Page], own_house: House
):
    east, south, west, north = take_seats(visitor, own_house)
    west.locator("[data-points]").first.fill("41")
    north.locator("[data-points]").first.focus()

    report(east, "412", "308", "180", "300")
    learn(south, west, north)

    for phone in (south, north):
        expect(phone.get_by_role("heading", name="Is this right?")).to_be_visible()
        expect(phone.get_by_role("cell", name="41,200")).to_be_visible()
        expect(phone.get_by_role("status").first).to_have_text(re.compile("has reported"))
    bar = west.locator("[data-dock] [data-live-bar]")
    expect(bar).to_be_in_viewport()
    expect(bar).to_contain_text("has reported.")
    assert points(west)[0] == "41"
    bar.get_by_role("link", name="Load the update").click()
    expect(west.get_by_role("heading", name="Is this right?")).to_be_visible()


def test_the_confirmations_of_others_arrive_and_the_result_stands_on_all_phones(
    visitor: Callable[..., Page], own_house: House
):
    east, *others = take_seats(visitor, own_house)
    report(east, "412", "308", "180", "300")
    for phone in others:
        learn(phone)
        press(phone, "Confirm: this is right")

    learn(east, *others)

    for phone in (east, *others):
        expect(phone.get_by_role("heading", name="The result is final")).to_be_visible()
    # Published by whoever looked first; the others look again by themselves.
    learn(east, *others)
    for phone in (east, *others):
        expect(phone.locator(".after .now")).to_contain_text(re.compile(r"You are now \d+\w\w of \d+"))


def test_a_phone_in_a_pocket_asks_nothing_and_asks_at_once_when_it_is_taken_out(
    visitor: Callable[..., Page], own_house: House
):
    (phone,) = take_seats(visitor, own_house, 1)
    asked: list[str] = []
    phone.evaluate("Object.defineProperty(document, 'hidden', {value: true, configurable: true})")
    phone.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    phone.wait_for_load_state("networkidle")
    phone.on("request", lambda request: asked.append(request.url))

    phone.clock.run_for(60_000)
    in_the_pocket = list(asked)
    phone.evaluate("Object.defineProperty(document, 'hidden', {value: false, configurable: true})")
    with phone.expect_response("**/news/") as taken_out:
        phone.evaluate("document.dispatchEvent(new Event('visibilitychange'))")

    assert in_the_pocket == []
    assert taken_out.value.status == 200


def test_a_phone_looks_when_something_happens_at_its_table_and_not_for_another_one(
    visitor: Callable[..., Page], own_house: House
):
    east, south = take_seats(visitor, own_house, 2)
    learn(east, south)  # and the look that follows a page's first question
    desk = visitor(base_url=own_house.url, width=1280)
    sign_in(desk)
    desk.goto("/t/demo-spring-open/desk/")
    desk.locator(".tiles").get_by_role("link", name="Waiting for confirmation").first.click()
    looked: list[str] = []
    for name, phone in (("east", east), ("south", south)):
        phone.on("request", lambda request, name=name: looked.append(f"{name} {request.url}"))

    press(desk, "Confirm as referee")
    learn(east, south)
    elsewhere = [one for one in looked if not one.endswith("/news/")]
    asked = len(looked)
    east.get_by_text("Call the referee", exact=True).click()
    press(east, "Call the referee to this table")
    learn(south)

    assert (elsewhere, asked >= 2) == ([], True)
    expect(south.get_by_text("The referee has been called to this table.")).to_be_visible()


@pytest.mark.slow
def test_a_table_calls_the_referee_and_the_desk_sees_it_by_itself(
    visitor: Callable[..., Page], own_house: House
):
    east, south = take_seats(visitor, own_house, 2)
    desk = visitor(base_url=own_house.url)
    sign_in(desk)
    desk.goto("/t/demo-spring-open/desk/")

    east.get_by_text("Call the referee", exact=True).click()
    east.get_by_label("What is it about? (optional)").fill("A tile is missing")
    press(east, "Call the referee to this table")

    called = "The referee has been called to this table."
    expect(east.get_by_text(called)).to_be_in_viewport()
    learn(south)
    expect(south.get_by_text(called)).to_be_visible()
    waits = desk.locator(".todo li", has_text="Calls you")
    expect(waits).to_contain_text("A tile is missing")
    assert faults_of(desk, turn=0) == []
    waits.get_by_role("button", name="done").click()
    expect(desk.get_by_text("The call was resolved.")).to_be_visible()
    learn(south)
    expect(south.get_by_text("Call the referee", exact=True)).to_be_visible()
