"""A projector in the hall: its pages turn, fit the screen, and count by the server's time."""

import re
from collections.abc import Callable
from datetime import UTC, datetime

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.all_pages import EVENT
from tests.journeys.conftest import follow, press, sign_in
from tests.thorough import part
from tools.demo_house import House

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600), pytest.mark.slow, pytest.mark.run("at a table")]
JUST_STARTED = re.compile(r"^(60:00|59:\d\d|58:\d\d)$")
OUTSIDE = """
() => [...document.querySelectorAll('[data-slide]:not([hidden]) *')]
  .map((it) => [it.outerHTML.slice(0, 80), it.getBoundingClientRect()])
  .filter(([, box]) => box.width && (box.right > innerWidth + 1 || box.bottom > innerHeight + 1))
  .map(([html]) => html)
"""
COUNT_SOUNDS = """
  window.sounds = 0;
  const Real = window.AudioContext;
  window.AudioContext = class extends Real { constructor() { super(); window.sounds += 1; } };
"""


@pytest.fixture
def with_a_clock(visitor: Callable[..., Page], own_house: House) -> House:
    """The round in play has an hour from now on."""
    desk = visitor(width=1280, base_url=own_house.url)
    sign_in(desk)
    desk.goto(EVENT + "desk/")
    follow(desk, "Start the clock")
    desk.get_by_label("Minutes").first.fill("60")
    press(desk, "Start the clock")
    expect(desk.locator("[data-clock-digits]").first).to_have_text(JUST_STARTED)
    desk.goto(EVENT + "desk/hall/")
    desk.get_by_label("Announcement").fill("Lunch is served at one in the foyer")
    press(desk, "Announce")
    return own_house


@pytest.mark.parametrize(
    ("width", "height", "language"),
    part([(1280, 720, "en"), (1920, 1080, "ja")], more=[(1280, 720, "ja"), (1920, 1080, "en")]),
)
def test_every_page_of_a_screen_fits_without_a_scroll_bar(
    width: int, height: int, language: str, visitor: Callable[..., Page], house: House
):
    kinds = ("names", "tables", "clock", "results", "teams", "standings", "news")
    screen = visitor(viewport={"width": width, "height": height})
    for event in (EVENT, "/t/m-league-2018/"):
        path = event + "hall/screen/?turn=30&" + "&".join(f"show={kind}" for kind in kinds)
        screen.goto(path if language == "en" else f"/ja{path}")
        count = screen.locator("[data-slide]").count()
        assert count >= 2

        for _page in range(count):
            screen.keyboard.press("ArrowRight")

            assert screen.evaluate(OUTSIDE) == []
            assert screen.evaluate(
                "[document.documentElement.scrollWidth - innerWidth,"
                " document.documentElement.scrollHeight - innerHeight]"
            ) == [0, 0]


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("state", ["running", "paused", "over"])
def test_a_screen_with_a_clock_fits_whatever_the_clock_does(
    state: str, language: str, visitor: Callable[..., Page], with_a_clock: House
):
    if state == "paused":
        desk = visitor(width=1280, base_url=with_a_clock.url)
        sign_in(desk)
        desk.goto(EVENT + "desk/")
        follow(desk, "Clock")
        press(desk, "Pause")
    for width, height in ((390, 844), (820, 1180), (1280, 720), (1920, 1080)):
        screen = visitor(viewport={"width": width, "height": height}, base_url=with_a_clock.url)
        screen.clock.install()
        path = EVENT + "hall/screen/?show=clock"
        screen.goto(path if language == "en" else f"/ja{path}")
        if state == "over":
            screen.clock.fast_forward("01:01:00")
            expect(screen.locator(".hall-clock [data-clock-over]").first).to_be_visible()
            expect(screen.locator(".hall-clock > .after")).to_be_hidden()
        else:
            expect(screen.locator(".hall-clock > .after")).to_be_visible()

        assert screen.evaluate("document.documentElement.scrollWidth - innerWidth") == 0
        if width >= 1280:
            assert screen.evaluate(OUTSIDE) == []
            assert screen.evaluate("document.documentElement.scrollHeight - innerHeight") == 0
            digits = screen.locator(".hall-clock > .clock strong:visible").bounding_box()
            assert digits is not None
            assert abs(digits["x"] + digits["width"] / 2 - width / 2) <= 2


def test_a_screen_whose_own_clock_is_wrong_counts_by_the_servers(
    visitor: Callable[..., Page], with_a_clock: House
):
    screen = visitor(width=1280, base_url=with_a_clock.url)
    screen.clock.install(time=datetime(2001, 1, 1, tzinfo=UTC))

    screen.goto(EVENT + "hall/screen/?show=clock&show=news&turn=6")

    digits = screen.locator(".hall-top [data-clock-digits]")
    expect(digits).to_have_text(JUST_STARTED)

    screen.clock.fast_forward("20:00")

    expect(digits).to_have_text(re.compile(r"^(40:00|39:\d\d|38:\d\d)$"))


def test_pages_turn_until_somebody_stops_them_and_sound_waits_for_a_tap(
    visitor: Callable[..., Page], with_a_clock: House
):
    screen = visitor(width=1280, base_url=with_a_clock.url)
    screen.add_init_script(COUNT_SOUNDS)
    screen.goto(EVENT + "hall/screen/?show=clock&show=news&turn=6")
    news = screen.locator("[data-slide=news-1]")

    expect(news).to_be_hidden()
    expect(news).to_be_visible()
    assert screen.evaluate("window.sounds") == 0

    screen.get_by_role("button", name="Pause").click()
    screen.get_by_role("button", name="Sound on").click()
    screen.wait_for_timeout(7_000)

    expect(news).to_be_visible()
    assert screen.evaluate("window.sounds") == 1
    expect(screen.get_by_role("button", name="Resume")).to_be_visible()
    expect(screen.get_by_role("button", name="Sound off")).to_be_visible()


def test_a_phone_strikes_the_gong_and_shakes_once_somebody_has_asked(
    visitor: Callable[..., Page], with_a_clock: House
):
    phone = visitor(base_url=with_a_clock.url)
    phone.add_init_script(
        f"{COUNT_SOUNDS}; window.shaken = []; navigator.vibrate = (how) => window.shaken.push(how)"
    )
    phone.clock.install()
    phone.goto(f"/seat/#{with_a_clock.codes[0]}")
    gong = phone.get_by_role("button", name="Gong on this phone")
    expect(gong).to_be_visible()

    phone.clock.fast_forward("56:00")

    assert phone.evaluate("[window.sounds, window.shaken.length]") == [0, 0]

    gong.click()
    phone.clock.fast_forward("05:00")

    expect(phone.get_by_text("Time is up.").first).to_be_visible()
    assert phone.evaluate("window.shaken.map((how) => how.length / 2)") == [1, 3]
    assert phone.evaluate("window.sounds") == 1

    phone.get_by_role("button", name="Turn the gong off").click()

    expect(gong).to_be_visible()


def test_an_open_screen_shows_what_is_announced_now(visitor: Callable[..., Page], with_a_clock: House):
    screen = visitor(width=1280, base_url=with_a_clock.url)
    screen.goto(EVENT + "hall/screen/?show=news&turn=30")
    desk = visitor(width=1280, base_url=with_a_clock.url)
    sign_in(desk)
    desk.goto(EVENT + "desk/hall/")
    desk.get_by_label("Announcement").fill("Table 3: please send your result")

    press(desk, "Announce")

    expect(screen.get_by_text("Table 3: please send your result")).to_be_visible()


def test_without_a_script_plain_links_turn_the_page(visitor: Callable[..., Page], with_a_clock: House):
    screen = visitor(width=1280, base_url=with_a_clock.url, java_script_enabled=False)
    screen.goto(EVENT + "hall/screen/?show=clock&show=news")
    expect(screen.locator("[data-slide=clock-1]")).to_be_visible()
    expect(screen.locator(".hall-top")).to_contain_text(re.compile(r"Ends at\s+\d\d:\d\d"))

    screen.get_by_role("link", name="Next").click()

    expect(screen.locator("[data-slide=news-1]")).to_be_visible()
    expect(screen.locator("[data-slide=clock-1]")).to_be_hidden()


def test_a_phone_that_enters_hands_is_told_what_follows_the_gong(
    visitor: Callable[..., Page], with_a_clock: House
):
    phone = visitor(base_url=with_a_clock.url)
    phone.clock.install()
    phone.goto(f"/seat/#{with_a_clock.codes[1]}")
    expect(phone.get_by_text("My table").first).to_be_visible()
    phone.goto("/seat/hands/")
    last_hand = phone.get_by_role("button", name="A hand was being played: it and one more")
    expect(phone.locator("[data-clock-digits]")).to_be_visible()
    expect(last_hand).to_be_hidden()

    phone.clock.fast_forward("01:01:00")
    last_hand.click()

    expect(phone.locator(".hands-log")).to_contain_text("Time is up")
    expect(last_hand).to_have_count(0)
