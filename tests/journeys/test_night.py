"""A club night in a browser: tick, draw, publish; the next round remembers who was here."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.all_pages import EVENT
from tests.journeys.conftest import follow, press, sign_in
from tests.journeys.test_every_page import all_wrong

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300), pytest.mark.slow]


def test_from_everybody_is_here_to_a_round_in_play(visitor: Callable[..., Page]) -> None:
    page = visitor(width=390)
    sign_in(page)
    page.goto(EVENT + "desk/")

    page.get_by_text("Stages and finishing").click()
    follow(page, "A free play night: who is here?")
    page.get_by_role("link", name="Everyone is here").click()
    here = page.locator("input[name=here]")
    expect(page.locator("[data-here]")).to_have_text(str(here.count()))
    here.first.uncheck()
    expect(page.locator("[data-here]")).to_have_text(str(here.count() - 1))
    assert all_wrong(page, [EVENT + "desk/night/"]) == []
    page.goto(EVENT + "desk/night/?here=all")
    page.locator("input[name=here]").first.uncheck()
    press(page, "Draw and publish")
    # Round 4 of the demo is in play, and round 5 waits.
    for question in page.get_by_label("Yes, this is intended").all():
        question.check()
    press(page, "Draw and publish")

    expect(page.get_by_text("Published. Everyone can now see the seats.")).to_be_visible()
    page.goto(EVENT + "desk/night/")
    expect(page.locator("input[name=here]").first).not_to_be_checked()
    expect(page.locator("input[name=here]").nth(1)).to_be_checked()
