"""A phone that speaks Japanese, a card that was printed in English, and a switch that stays."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.conftest import follow, press, sign_in
from tools.demo_house import House

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300), pytest.mark.slow]


def test_a_scanned_card_opens_in_the_phones_language_until_another_is_chosen(
    visitor: Callable[..., Page], own_house: House
):
    phone = visitor(base_url=own_house.url, locale="ja-JP")

    phone.goto(f"/seat/#{own_house.codes[0]}")
    phone.wait_for_url("**/ja/seat/table/")
    expect(phone.get_by_role("heading", name="結果を入力する")).to_be_visible()
    follow(phone, "English")
    expect(phone.get_by_role("heading", name="Enter the result")).to_be_visible()
    for path in ("/", "/seat/table/"):
        phone.goto(path)
        expect(phone.locator("html")).to_have_attribute("lang", "en")


def test_printed_cards_can_be_read_in_the_other_language_and_stay_the_same_cards(
    visitor: Callable[..., Page], own_house: House
):
    desk = visitor(width=1280, base_url=own_house.url)
    sign_in(desk)
    desk.goto("/t/demo-spring-open/desk/phones/")
    press(desk, "Print seat cards")
    press(desk, "Yes, continue with this")
    codes = desk.locator(".code").all_inner_texts()

    press(desk, "日本語")

    expect(desk.locator("html")).to_have_attribute("lang", "ja")
    assert desk.locator(".code").all_inner_texts() == codes
    assert len(codes) == 32
