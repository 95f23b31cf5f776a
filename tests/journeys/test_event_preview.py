"""The public page beside the form of a new tournament, while one types."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.journeys.conftest import sign_in

pytestmark = [pytest.mark.browser, pytest.mark.slow]

FORM = "/new/mleague/?shape=one_day"


def preview(page: Page) -> Locator:
    return page.get_by_role("region", name="Preview of the public page")


def test_the_preview_follows_what_is_typed(visitor: Callable[..., Page]) -> None:
    desk = visitor(1280)
    sign_in(desk)
    desk.goto(FORM)
    expect(preview(desk)).to_contain_text("6 rounds")

    desk.get_by_label("Name", exact=True).fill("Harbour Open")
    desk.get_by_label("Rounds", exact=True).fill("2")
    desk.get_by_label("Minutes per round").fill("75")

    expect(preview(desk)).to_contain_text("Harbour Open")
    expect(preview(desk)).to_contain_text("2 rounds of 75 minutes")
    expect(preview(desk)).to_contain_text("11:30 Round 2")
    expect(desk.get_by_label("Minutes per round")).to_be_focused()
    beside = preview(desk).bounding_box()
    form = desk.get_by_label("Name", exact=True).bounding_box()
    assert beside is not None
    assert form is not None
    assert beside["x"] > form["x"] + form["width"]


def test_on_a_phone_it_is_folded_below_the_form(visitor: Callable[..., Page]) -> None:
    phone = visitor(390)
    sign_in(phone)
    phone.goto(FORM)
    expect(preview(phone)).to_have_count(0)

    phone.get_by_text("Show the preview").click()

    expect(preview(phone)).to_contain_text("6 rounds")


def test_without_scripts_a_refused_form_shows_what_was_typed(visitor: Callable[..., Page]) -> None:
    scripted = visitor(1280)
    sign_in(scripted)
    plain = visitor(1280, java_script_enabled=False, storage_state=scripted.context.storage_state())
    plain.goto(FORM)
    plain.get_by_label("Name", exact=True).fill("Harbour Open")
    plain.get_by_label("Rounds", exact=True).fill("61")

    plain.get_by_role("button", name="Set up", exact=True).click()

    expect(preview(plain)).to_contain_text("Harbour Open")
