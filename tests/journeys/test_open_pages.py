"""Pages that stay open: a confirmation shows on each of them within three seconds, and nothing typed is lost."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.all_pages import EVENT
from tests.journeys.conftest import press, sign_in
from tests.journeys.test_phones_at_a_table import learn, report, stand_still
from tools.demo_house import House

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300), pytest.mark.slow, pytest.mark.run("at a table")]


@pytest.fixture
def reported(visitor: Callable[..., Page], own_house: House) -> Page:
    """The organizer's page of a table that has reported, with the button to confirm."""
    phone = visitor(base_url=own_house.url)
    phone.goto(f"/seat/#{own_house.codes[0]}")
    phone.wait_for_url("**/seat/table/")
    report(phone, "412", "308", "180", "300")
    phone.close()
    referee = visitor(width=1280, base_url=own_house.url)
    sign_in(referee)
    referee.goto(EVENT + "desk/")
    referee.locator(".tiles").get_by_role("link", name="Waiting for confirmation").first.click()
    expect(referee.get_by_role("button", name="Confirm as referee")).to_be_visible()
    return referee


# What is looked at of each: the bar below a screen of the hall names the slide that is shown.
OPEN = {
    "desk/": "main",
    "standings/": "main",
    "rounds/4/": "main",
    "hall/screen/?show=results": ".hall-slides",
}


def opened(page: Page, address: str) -> Page:
    """Open a page whose clock stands still."""
    page.clock.install()
    page.goto(EVENT + address)
    stand_still(page)
    return page


def test_a_confirmation_shows_on_every_open_page_within_three_seconds(
    visitor: Callable[..., Page], own_house: House, reported: Page
):
    desk = reported.context.new_page()
    pages = [desk, *(visitor(base_url=own_house.url) for _other in range(len(OPEN) - 1))]
    shown = [
        opened(page, address).locator(part) for page, (address, part) in zip(pages, OPEN.items(), strict=True)
    ]
    before = [part.text_content() or "" for part in shown]

    press(reported, "Confirm as referee")
    learn(*pages)

    for part, said in zip(shown, before, strict=True):
        expect(part).not_to_have_text(said)


def test_what_somebody_types_at_the_desk_is_not_swapped_away(reported: Page):
    desk = reported.context.new_page()
    opened(desk, "desk/")
    desk.locator(".round-line > summary").first.click()
    desk.locator(".round-time summary").first.click()
    desk.locator("[name=planned_at]").first.fill("2031-05-01T10:00")

    press(reported, "Confirm as referee")
    learn(desk)

    expect(desk.locator("[data-live-bar]")).to_contain_text("There are updates at the desk.")
    assert desk.locator("[name=planned_at]").first.input_value() == "2031-05-01T10:00"
    with desk.expect_navigation():
        desk.get_by_role("link", name="Load the update").click()
    expect(desk.locator("[data-live-bar]")).to_be_hidden()
