"""The desk as a control room: in every phase one screen with few choices, and a round that is run by keys alone.

An event of 64 players, from the empty desk to the end, by its pages.
"""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.conftest import follow, press, sign_in
from tests.journeys.test_paper_sheets import Typist

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600), pytest.mark.slow]

TABLES, ROUNDS = 16, 2
DESK = "/t/control-room/desk/"
MOST_CHOICES = 15
SCREEN = 800  # pixels
# What can be pressed below the bar with the desk's nouns, without the foot and the tables themselves.
CHOICES = """
() => [...document.querySelectorAll("a[href], button, summary, input:not([type=hidden]), select")]
  .filter((it) => it.checkVisibility({ visibilityProperty: true }))
  .filter((it) => !it.closest(".top, .tiles, .foot, .skip"))
  .map((it) => (it.innerText || it.name).trim())
"""
# How far down the tables and what stands beside them reach.
BOTTOM = """
() => Math.max(...[...document.querySelectorAll(".control-cols > *")]
  .map((it) => Math.round(it.getBoundingClientRect().bottom + scrollY)))
"""


def set_up(desk: Page) -> None:
    names = "\n".join(f"Player {number:02}" for number in range(1, 4 * TABLES + 1))
    desk.goto("/new/mleague/")
    desk.get_by_label("Name", exact=True).fill("Control room")
    press(desk, "Set up")
    follow(desk, "Import a player list")
    desk.get_by_label("Or paste the list here").fill(f"name\n{names}\n")
    press(desk, "Preview the import")
    press(desk, f"Register {4 * TABLES} players")


def draw(desk: Page) -> None:
    desk.goto(DESK + "draw/plan/")
    desk.get_by_label("Rounds", exact=True).fill(str(ROUNDS))
    press(desk, "Draw")


def key(desk: Page, key: str) -> None:
    """Press a key that leads to another page."""
    with desk.expect_navigation():
        desk.keyboard.press(key)


def tab_to(desk: Page, name: str) -> None:
    """Go to a button from stop to stop."""
    button = desk.get_by_role("button", name=name, exact=True).first
    for _stop in range(40):
        if button.evaluate("it => it === document.activeElement"):
            return
        desk.keyboard.press("Tab")
    raise AssertionError(f"“{name}” is not reached by the Tab key")


def play_by_keys(desk: Page) -> None:
    """Start the round, type its sheets, close it: no click."""
    desk.goto(DESK)
    tab_to(desk, "Start the round")
    key(desk, "Enter")
    key(desk, "s")
    typist = Typist(desk)
    for table in range(1, TABLES + 1):
        expect(desk.get_by_label("Table", exact=True)).to_be_focused()
        typist.enter(table, [400, 300, 200, 100])
        expect(desk.get_by_text(f"Table {table} entered:")).to_be_visible()
    desk.goto(DESK)
    key(desk, "c")


def test_each_phase_is_one_screen_with_few_choices_and_rounds_are_run_by_keys(
    visitor: Callable[..., Page],
) -> None:
    desk = visitor(width=1280)
    sign_in(desk)
    set_up(desk)
    seen: dict[str, tuple[list[str], int]] = {}

    def look(phase: str) -> None:
        desk.goto(DESK)
        seen[phase] = (desk.evaluate(CHOICES), desk.evaluate(BOTTOM))

    look("before the draw")
    draw(desk)
    look("drafted")
    desk.goto(DESK + "draw/plan/")
    with desk.expect_navigation():
        desk.locator("[aria-labelledby=drafts] a").first.click()
    press(desk, f"Publish all {ROUNDS} rounds")
    look("ready")
    desk.goto(DESK)
    press(desk, "Start the round")
    look("playing")
    key(desk, "u")
    play_by_keys(desk)
    look("between rounds")
    play_by_keys(desk)
    look("qualifying over")
    press(desk, "Finish the tournament")
    look("finished")

    too_many = {phase: choices for phase, (choices, _) in seen.items() if len(choices) > MOST_CHOICES}
    assert too_many == {}
    too_long = {phase: bottom for phase, (_, bottom) in seen.items() if bottom > SCREEN}
    assert too_long == {}
