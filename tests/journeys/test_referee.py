"""A referee walks through the hall with a phone: it rings when a table calls, and what is settled leads back."""

import os
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.all_pages import EVENT
from tests.journeys.conftest import follow, press, sign_in
from tests.journeys.test_every_page import TOO_SMALL, complaints
from tools.demo_house import House

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300), pytest.mark.slow, pytest.mark.run("at a table")]
REFEREE = EVENT + "desk/referee/"
REASON = "A tile is missing"
# What is struck: the bell's tones, and how often the phone shakes.
COUNT = """
  window.tones = 0;
  window.shakes = 0;
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (...when) { window.tones += 1; return start.apply(this, when); };
  navigator.vibrate = () => { window.shakes += 1; return true; };
"""


@pytest.fixture
def rob(visitor: Callable[..., Page], own_house: House) -> Page:
    page = visitor(base_url=own_house.url)
    page.add_init_script(COUNT)
    sign_in(page)
    page.goto(REFEREE)
    return page


@pytest.fixture
def phone(visitor: Callable[..., Page], own_house: House) -> Page:
    page = visitor(base_url=own_house.url)
    page.goto(f"/seat/#{own_house.codes[0]}")
    page.wait_for_url("**/seat/table/")
    return page


def call(phone: Page, reason: str = REASON) -> None:
    phone.get_by_text("Call the referee", exact=True).first.click()
    phone.get_by_label("What is it about?").fill(reason)
    press(phone, "Call the referee to this table")


def wrong_with(page: Page) -> list[str]:
    too_wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    return [
        *complaints(page),
        *map(str, page.evaluate(TOO_SMALL)),
        *([f"{too_wide} too wide"] if too_wide > 0 else []),
    ]


def test_a_call_rings_and_what_is_done_leads_back(rob: Page, phone: Page):
    expect(rob.locator(".grid-of-tables a").first).to_be_visible()
    rob.get_by_role("button", name="Sound for new calls").click()
    tried = rob.evaluate("[window.tones, window.shakes]")

    call(phone)

    card = rob.locator(".need", has_text=REASON)
    expect(card).to_be_visible()
    assert tried == [3, 1]
    assert rob.evaluate("[window.tones, window.shakes]") == [9, 2]
    expect(rob.locator("[data-live-say]")).to_contain_text("Calls you")
    picture(rob, "referee-en-light")
    assert wrong_with(rob) == []

    with rob.expect_navigation():
        card.get_by_role("button", name="Done").click()

    assert rob.url.endswith(REFEREE)
    expect(rob.get_by_text("The call was resolved.")).to_be_visible()
    expect(rob.locator(".need", has_text=REASON)).to_have_count(0)


def test_the_phone_remembers_that_it_is_to_ring_and_does_after_a_tap(rob: Page, phone: Page):
    bell = rob.get_by_role("button", name="Sound for new calls")
    bell.click()
    rob.reload()
    note = rob.get_by_text("Tap once: browsers block sound until then.")
    expect(note).to_be_visible()
    expect(bell).to_have_attribute("aria-pressed", "true")

    rob.get_by_role("heading", name="Referee").click()
    expect(note).to_be_hidden()
    call(phone)

    expect(rob.locator(".need", has_text=REASON)).to_be_visible()
    assert rob.evaluate("window.shakes") == 2

    bell.click()
    rob.reload()

    expect(bell).to_have_attribute("aria-pressed", "false")


def test_a_table_is_reached_by_its_number_with_the_keyboard_alone(rob: Page):
    number = rob.locator(".grid-of-tables strong").last.inner_text()
    rob.get_by_label("Table", exact=True).focus()
    rob.keyboard.type(number)
    with rob.expect_navigation():
        rob.keyboard.press("Enter")

    expect(rob.get_by_role("heading", name=f"Table {number}")).to_be_visible()
    picture(rob, "referee-table-en-light")
    assert wrong_with(rob) == []

    rob.get_by_label("Table", exact=True).fill("999")
    press(rob, "Go")

    expect(rob.get_by_role("alert")).to_contain_text("Table 999 is not in play.")


def test_a_table_gets_five_minutes_more_when_the_time_runs_out(rob: Page):
    follow(rob, "Start the clock")
    rob.get_by_label("Minutes").first.fill("1")
    press(rob, "Start the clock")
    assert rob.url.endswith(REFEREE)
    expect(rob.locator(".need", has_text="tables have not reported")).to_be_visible()
    picture(rob, "referee-time")

    rob.locator(".grid-of-tables .plain").first.click()
    with rob.expect_navigation(url=f"**{REFEREE}"):
        rob.get_by_role("button", name="+5 minutes").click()

    expect(rob.get_by_text("The time was changed.")).to_be_visible()
    expect(rob.locator(".grid-of-tables small", has_text="until")).to_have_count(1)


def test_a_lost_phones_seat_is_given_back_at_the_table(
    rob: Page, visitor: Callable[..., Page], own_house: House
):
    rob.locator(".grid-of-tables .plain").first.click()
    with rob.expect_navigation():
        rob.get_by_role("link", name="New phone").or_(
            rob.get_by_role("button", name="New phone")
        ).first.click()
    press(rob, "Yes, continue with this")
    picture(rob, "referee-card")
    expect(rob.locator(".seat-card img, .player-card img")).to_have_count(1)
    follow(rob, "Back to the referee’s page")

    assert rob.url.endswith(REFEREE)


def test_it_fits_a_phone_and_everybody_can_use_it(rob: Page, phone: Page):
    call(phone)
    card, wrong = rob.locator(".need", has_text=REASON), []
    table = card.locator("a").first.get_attribute("href") or ""

    for width, language, colours in ((390, "en", "light"), (360, "ja", "dark"), (320, "ja", "light")):
        rob.emulate_media(color_scheme=colours, reduced_motion="reduce")  # type: ignore[arg-type]
        rob.set_viewport_size({"width": width, "height": 780})
        before = "/ja" if language == "ja" else ""
        for path in (REFEREE, table):
            rob.goto(before + path)
            expect(card).to_be_visible()
            picture(rob, f"referee-{width}-{language}-{colours}-{path.count('/')}")
            # High enough for all of it: what the bar at the bottom covers depends on how far one has scrolled.
            rob.set_viewport_size({"width": width, "height": 2400})
            wrong += [f"{path} {width} {language} {colours}: {fault}" for fault in wrong_with(rob)]
            rob.set_viewport_size({"width": width, "height": 780})

    assert wrong == []


def test_without_scripts_it_is_a_plain_page(visitor: Callable[..., Page], own_house: House, phone: Page):
    call(phone)
    rob = visitor(base_url=own_house.url, java_script_enabled=False)
    sign_in(rob)
    rob.goto(REFEREE)

    expect(rob.get_by_role("button", name="Sound for new calls")).to_be_hidden()
    press_first = rob.locator(".need", has_text=REASON).get_by_role("button")
    with rob.expect_navigation():
        press_first.click()

    expect(rob.get_by_text("The call was resolved.")).to_be_visible()


def picture(page: Page, name: str) -> None:
    """For whoever wants to look: JANTAKU_PICTURES names a folder."""
    if folder := os.environ.get("JANTAKU_PICTURES"):
        page.screenshot(path=f"{folder}/{name}.png", full_page=True)
