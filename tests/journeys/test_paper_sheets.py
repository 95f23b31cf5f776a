"""Forty paper sheets typed at the desk by keyboard alone, slips included: how many keys and pages they take.

Thoroughly eighty, in two rounds.
"""

from collections.abc import Callable
from dataclasses import dataclass

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.conftest import follow, press, sign_in
from tests.thorough import examples

pytestmark = [pytest.mark.browser, pytest.mark.timeout(900), pytest.mark.slow]

TABLES, ROUNDS = 40, examples(1, of=2)
# One sheet of so many is typed wrong at first.
SLIPS = 20
DESK = "/t/paper-hall/desk/"
# How a person types who is no typist: a key every 0.4 seconds, a second for a page to answer, five seconds to take
# the next sheet from the pile and read it.
KEY, PAGE, SHEET = 0.4, 1.0, 5.0


@dataclass
class Typist:
    """Presses keys, each of them counted, and looks at the pages that come."""

    page: Page
    keys: int = 0
    pages: int = 0

    def press(self, key: str) -> None:
        self.page.keyboard.press(key)
        self.keys += 1

    def type(self, text: str) -> None:
        for key in text:
            self.press(key)

    def send(self) -> None:
        """Enter, and the page that follows; a sheet with a slip comes back within the page."""
        answered = self.page.evaluate("performance.timeOrigin")
        self.press("Enter")
        self.page.wait_for_function(
            "(before) => performance.timeOrigin !== before && document.readyState === 'complete'"
            " || document.querySelector('main [role=alert]:not([hidden])')",
            arg=answered,
        )
        self.pages += 1

    def enter(self, table: int, points: list[int]) -> None:
        """A sheet: the table, Enter, each number and Enter."""
        self.type(str(table))
        self.press("Enter")
        for number in points[:-1]:
            self.type(str(number))
            self.press("Enter")
        self.type(str(points[-1]))
        self.send()


def points_of(sheet: int) -> list[int]:
    """Four different scores in hundreds, some of them below zero or of two digits, that add up to 1,000."""
    east, south, west = 300 + sheet * 7 % 200, 260 - sheet * 11 % 90, 90 + sheet * 13 % 250
    return [east, south, west, 1000 - east - south - west]


def set_up(desk: Page) -> None:
    """A hall with four players a table, by the pages."""
    names = "\n".join(f"Player {number:03}" for number in range(1, 4 * TABLES + 1))
    sign_in(desk)
    desk.goto("/new/mleague/")
    desk.get_by_label("Name", exact=True).fill("Paper hall")
    press(desk, "Set up")
    follow(desk, "Import a player list")
    desk.get_by_label("Or paste the list here").fill(f"name\n{names}\n")
    press(desk, "Preview the import")
    press(desk, f"Register {4 * TABLES} players")


def next_round(desk: Page, number: int) -> None:
    desk.goto(DESK)
    if number > 1:
        press(desk, "Close the round")
    # With nothing drawn that waits, the form for the next round stands open.
    press(desk, "Draw")
    press(desk, "Publish")
    press(desk, "Start the round")


def test_two_hundred_sheets_an_hour_are_typed_by_keys_alone(visitor: Callable[..., Page]):
    desk = visitor(width=1280)
    set_up(desk)
    typist, slips = Typist(desk), 0
    for number in range(1, ROUNDS + 1):
        next_round(desk, number)
        desk.goto(DESK)
        follow(desk, "Enter paper sheets")
        # The pile is in no order.
        for sheet in range(TABLES):
            table, points = 1 + sheet * 7 % TABLES, points_of(number * TABLES + sheet)
            expect(desk.get_by_label("Table", exact=True)).to_be_focused()
            if sheet % SLIPS == SLIPS - 1:
                # A slip: the last score is typed 100 too high; the page says so, and the last box is typed again.
                typist.enter(table, [*points[:-1], points[-1] + 1])
                expect(desk.get_by_role("alert").get_by_text("100 too many")).to_be_visible()
                for _box in points[1:]:
                    typist.press("Tab")
                typist.type(str(points[-1]))
                typist.send()
                slips += 1
            else:
                typist.enter(table, points)
            expect(desk.get_by_text(f"Table {table} entered:")).to_be_visible()
        expect(desk.get_by_text("All sheets of this round are in.")).to_be_visible()

    sheets = TABLES * ROUNDS
    seconds = typist.keys * KEY + typist.pages * PAGE + sheets * SHEET
    assert (slips, typist.pages) == (sheets // SLIPS, sheets + slips)
    assert typist.keys <= 20 * sheets
    assert 3600 * sheets / seconds >= 200


def test_the_players_stand_beside_the_boxes_as_soon_as_the_table_is_typed(visitor: Callable[..., Page]):
    desk = visitor(width=390)
    sign_in(desk)
    desk.goto("/t/demo-spring-open/desk/sheets/")
    names = desk.locator("[data-name]")
    before = names.all_inner_texts()

    desk.keyboard.press("1")

    seats = desk.locator("[data-table='1'] [data-seat]").all_text_contents()
    assert before == ["", "", "", ""]
    assert len(seats) == 4
    assert names.all_inner_texts() == seats


def test_plus_or_minus_is_no_stop_from_number_to_number(visitor: Callable[..., Page]):
    desk = visitor(width=1280)
    sign_in(desk)
    desk.goto("/t/demo-spring-open/desk/sheets/")
    stops = []
    for _stop in range(6):
        stops.append(desk.evaluate("document.activeElement.name"))
        desk.keyboard.press("Tab")

    assert stops == ["number", "points_0", "points_1", "points_2", "points_3", "sticks"]
