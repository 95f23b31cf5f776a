"""An organizer draws in a browser: plan, drag to exchange, publish; anybody draws again."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.all_pages import EVENT
from tests.journeys.conftest import press, sign_in
from tests.journeys.test_every_page import all_wrong

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300), pytest.mark.slow]


def test_from_the_plan_to_a_draw_anybody_can_check(visitor: Callable[..., Page]) -> None:
    page = visitor(width=1280)
    sign_in(page)
    page.goto(EVENT + "desk/")
    page.get_by_text("Stages and finishing").click()
    page.get_by_label("Name of the stage").fill("Final")
    press(page, "Add a stage")

    page.goto(EVENT + "desk/draw/plan/")
    page.get_by_label("Method").select_option("schedule")
    page.get_by_label("Rounds", exact=True).fill("3")
    page.get_by_label("If the tables do not fill").select_option("byes")
    press(page, "Draw")
    expect(page).to_have_url(re.compile(r"/desk/draw/\d+/$"))
    draft = page.url.partition("/t/")[1] + page.url.partition("/t/")[2]

    names = page.locator("form[data-swap]").first.locator("[data-entry]")
    names.nth(0).drag_to(names.nth(5))
    expect(page.get_by_role("heading", name="exchange")).to_be_visible()
    page.get_by_role("link", name="Leave it").click()
    expect(page.get_by_role("heading", name="exchange")).to_be_hidden()
    boxes = page.locator("form[data-swap]").nth(1).locator("[name=pick]")
    for box in (boxes.nth(0), boxes.nth(5)):
        box.focus()
        page.keyboard.press("Space")
    expect(page.get_by_role("heading", name="Round 2: exchange")).to_be_visible()
    expect(page.get_by_role("button", name="Exchange", exact=True)).to_be_focused()
    assert page.url.endswith(draft)
    assert all_wrong(page, [draft, EVENT + "desk/draw/plan/", EVENT + "desk/draw/repair/"]) == []
    assert all_wrong(page, [EVENT + "desk/draw/import/"]) == []
    page.goto(draft)
    press(page, "Publish all 3 rounds")

    anybody = visitor(java_script_enabled=False)
    anybody.goto(EVENT + "draw/")
    anybody.locator(".card a").first.click()
    press(anybody, "Repeat the draw here")
    expect(anybody.get_by_role("status")).to_contain_text("identical")
    checked = "/t/" + anybody.url.partition("/t/")[2]
    assert all_wrong(page, [EVENT + "draw/", checked]) == []


# What the page asks for, by method; a stage, a method and a seed of one's own are asked for by all.
OPTIONS = {
    "schedule": {"games", "rounds", "remainder", "apart", "effort"},
    "swiss": {"games", "remainder", "apart", "balance_winds", "effort"},
    "by_standing": {"games", "remainder", "apart"},
    "snake": {"games", "remainder", "apart"},
    "interval": {"games", "remainder", "apart"},
    "random": {"games", "remainder", "apart"},
    "met_least": {"games", "remainder", "apart", "effort"},
    "teams": {"games", "rounds"},
    "team_season": {"rounds", "at_a_time", "games", "line_up"},
}
WISHES = {"never": {"other"}, "rather_not": {"other"}, "table": {"table"}, "wind": {"wind"}}


def test_only_the_options_of_what_is_chosen_are_seen_without_javascript_too(visitor: Callable[..., Page]):
    page = visitor(width=1280, java_script_enabled=False)
    sign_in(page)
    page.goto(EVENT + "desk/draw/plan/")

    def seen(chooser: str, choices: dict[str, set[str]]) -> dict[str, set[str]]:
        form = page.locator("form", has=page.locator(f"[name={chooser}]"))
        options = set[str]().union(*choices.values())
        found = {}
        for choice in choices:
            form.locator(f"[name={chooser}]").select_option(choice)
            found[choice] = {name for name in options if form.locator(f"[name={name}]").first.is_visible()}
        return found

    assert seen("method", OPTIONS) == OPTIONS
    assert seen("kind", WISHES) == WISHES
