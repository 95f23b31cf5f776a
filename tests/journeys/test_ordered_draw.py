"""An organizer orders a long draw in a browser, calls one off, and is led to the draft of another."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.all_pages import EVENT
from tests.journeys.conftest import press, sign_in
from tests.journeys.test_every_page import all_wrong
from tools.demo_house import House

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300), pytest.mark.slow]

LONG = 90_000  # milliseconds; a process is started, and a busy machine takes its time


def order(page: Page, rounds: int, search: str = "16") -> None:
    page.goto(EVENT + "desk/draw/plan/")
    page.get_by_label("Method").select_option("schedule")
    page.get_by_label("Rounds", exact=True).fill(str(rounds))
    page.get_by_label("If the tables do not fill").select_option("byes")
    page.get_by_label("Search length", exact=True).select_option(search)
    press(page, "Draw")


def add_stage(page: Page) -> None:
    page.goto(EVENT + "desk/")
    page.get_by_text("Stages and finishing").click()
    page.get_by_label("Name of the stage").fill("Final")
    press(page, "Add a stage")


def test_a_long_draw_is_ordered_called_off_ordered_again_and_leads_to_its_draft(
    own_house: House, visitor: Callable[..., Page]
) -> None:
    page = visitor(width=390, base_url=own_house.url)
    sign_in(page)
    add_stage(page)

    order(page, rounds=60)
    page.wait_for_url("**/desk/draw/jobs/*/")
    expect(page.get_by_role("progressbar")).to_be_visible()
    press(page, "Cancel")
    expect(page.get_by_text("The draw was cancelled. Nothing was drawn")).to_be_visible()
    assert all_wrong(page, ["/t/" + page.url.partition("/t/")[2]]) == []

    order(page, rounds=3, search="4")
    page.wait_for_url(re.compile(r"/desk/draw/\d+/$"), timeout=LONG)
    expect(page.get_by_role("button", name="Publish all 3 rounds")).to_be_visible()


def test_without_scripts_it_leads_there_as_well(own_house: House, visitor: Callable[..., Page]) -> None:
    page = visitor(java_script_enabled=False, base_url=own_house.url)
    sign_in(page)
    add_stage(page)

    order(page, rounds=3, search="4")

    page.wait_for_url(re.compile(r"/desk/draw/\d+/$"), timeout=LONG)
    expect(page.get_by_role("button", name="Publish all 3 rounds")).to_be_visible()
