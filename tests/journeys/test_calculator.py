"""The referee's calculator on a phone: tapped tiles, and the same page without JavaScript."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.conftest import press

pytestmark = [pytest.mark.browser, pytest.mark.timeout(120)]


def tap(page: Page, *tiles: str) -> None:
    for tile in tiles:
        page.locator(f"button[name=add][value='{tile}']").click()


def test_tapped_tiles_are_points_two_clicks_later(visitor: Callable[..., Page]):
    page = visitor()
    page.goto("/calculator/")
    tap(page, "1m", "2m", "3m", "4p", "0p", "6p", "1s", "1s", "7s", "8s", "9s")
    page.get_by_label("Pon", exact=True).check()
    tap(page, "7z")

    expect(page.locator("#id_tiles")).to_have_value("1m2m3m4p0p6p1s1s7s8s9s (777z)")
    expect(page.locator("[data-shown] .winning svg")).to_have_attribute("aria-label", "9 of bamboos")
    page.locator("#id_seat").select_option("S")
    press(page, "Ron")

    expect(page.locator(".headline")).to_have_text("2,000")
    expect(page.locator(".steps")).to_contain_text("2 han 30 fu 2,000")


def test_a_tap_takes_no_round_trip_and_undo_takes_the_tile_back(visitor: Callable[..., Page]):
    page = visitor()
    page.goto("/calculator/")
    address = page.url
    tap(page, "1m", "2m")
    page.locator("button[name=undo]").click()

    expect(page.locator("#id_tiles")).to_have_value("1m")
    assert page.url == address


def test_without_javascript_every_key_is_a_round_trip_and_the_answer_the_same(visitor: Callable[..., Page]):
    page = visitor(java_script_enabled=False)
    page.goto("/calculator/?tiles=123m406p11s78s(777z)&seat=S")
    with page.expect_navigation():
        tap(page, "9s")
    press(page, "Ron")

    expect(page.locator(".headline")).to_have_text("2,000")


@pytest.mark.slow
def test_the_second_winners_tiles_are_tapped_too_and_the_payment_is_by_seat(visitor: Callable[..., Page]):
    page = visitor()
    page.goto("/rulebooks/tenhou/calculator/?tiles=234567m33p45634s5s&seat=S&riichi=riichi&discarder=E")
    page.get_by_text("Several winners on one discard").click()
    tap(page, "1m", "2m", "3m", "4p", "5p", "6p", "7s", "7s", "7s", "9s", "9s", "3s", "4s")

    expect(page.locator("#id_b_tiles")).to_have_value("1m2m3m4p5p6p7s7s7s9s9s3s4s")
    expect(page.locator("[data-shown=b] svg")).to_have_count(13)
    page.locator("#id_b_seat").select_option("W")
    page.locator("#id_b_riichi").select_option("riichi")
    press(page, "Ron")

    expect(page.locator(".by-seat tbody tr").first).to_contain_text("−5,200")
    expect(page.locator(".winner")).to_have_count(2)
