"""An organizer adds a webhook from a phone, tests it, and removes it."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.conftest import press, sign_in
from tools.demo_house import House

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300), pytest.mark.slow]


def test_a_webhook_is_added_and_removed_on_a_phone(visitor: Callable[..., Page], own_house: House):
    page = visitor(width=390, base_url=own_house.url)
    sign_in(page)
    page.goto("/t/demo-spring-open/desk/webhooks/")

    # The secret is there once.
    page.get_by_label("Address").fill("https://club.invalid/hook")
    press(page, "Add")
    expect(page.locator(".secret")).to_contain_text("whsec_")
    page.reload()
    page.goto("/t/demo-spring-open/desk/webhooks/")
    expect(page.locator(".secret")).to_have_count(0)

    # The test waits for a worker, and nothing is wider than the screen.
    page.locator(".cards a").first.click()
    press(page, "Send a test")
    expect(page.locator("#log")).to_be_visible()
    expect(page.locator(".cards .chip").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    small = (
        "[...document.querySelectorAll('main button, main .button')].filter(b => b.offsetHeight < 44).length"
    )
    assert page.evaluate(small) == 0

    press(page, "Remove")
    press(page, "Yes, continue with this")
    expect(page.get_by_text("Webhook removed.")).to_be_visible()
    expect(page.locator(".cards a")).to_have_count(0)
