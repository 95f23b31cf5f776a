"""What the organizer does at the desk, each step as a person does it who reads the pages for the first time."""

import re
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from tests.journeys.event.hands import Hands, named
from tests.journeys.event.people import players


@dataclass(frozen=True)
class Card:
    """What is printed on a player's card."""

    code: str
    pin: str


def sign_up(desk: Hands) -> None:
    desk.type("Name", "Alice Sato")
    desk.type("E-mail address", "alice@example.org")
    desk.type("Password", "four-winds-and-dragons")
    desk.press("Begin")


def set_up(desk: Hands) -> None:
    desk.follow("Set up a tournament")
    desk.go(desk.page.get_by_role("link", name=re.compile("EMA.*2025")).first)
    desk.type("Name", "Spring Open")
    desk.press("Set up")


def import_players(desk: Hands, file: Path) -> None:
    desk.follow("Import a player list")
    desk.bring("XLSX or CSV file", file)
    desk.press("Preview the import")
    desk.press(f"Register {len(players())} players")
    desk.see(f"{len(players())} players registered.")


def draw(desk: Hands, rounds: int) -> None:
    desk.follow("Draw")
    desk.type("Rounds", str(rounds))
    desk.choose("If the tables do not fill", "some sit out")
    desk.tick("players of one club")
    desk.press("Draw")


def print_cards(desk: Hands) -> dict[str, Card]:
    """Make the cards that are missing and print all; by name of the player."""
    desk.follow("Phones")
    desk.follow("Player cards")
    desk.go(desk.page.get_by_role("button", name=re.compile("Make .* missing card")))
    desk.follow("Print the cards")
    return {
        card.locator(".name").inner_text(): Card(
            card.locator(".code").inner_text().replace(" ", ""), card.locator(".pin strong").inner_text()
        )
        for card in desk.page.locator(".player-card").all()
    }


def open_hall(desk: Hands, screen: Page) -> None:
    """Open the hall's screen on the projector's computer, and leave it alone."""
    desk.follow("Back to the list")
    desk.follow("Hall")
    desk.follow("Screens for projectors")
    link = desk.page.get_by_role("link", name="Show what matters now")
    screen.goto(str(link.evaluate("it => it.href")))
    desk.tally.clicks += 1
    desk.tally.pages += 1
    desk.follow("For the staff: the desk")


def register(desk: Hands, name: str, club: str, *, is_substitute: bool = False) -> None:
    desk.unfold("Register a player")
    desk.type("Name", name)
    if club:
        desk.type("Club", club)
    if is_substitute:
        desk.tick("Substitute: plays only for others")
    desk.press("Register")
    expect(desk.page.get_by_text(f"{name} takes part.")).to_be_visible()


def withdraw(desk: Hands, name: str) -> None:
    """Take somebody out; the rounds to come are repaired."""
    desk.follow("Players")
    desk.press("Withdraw", name)
    desk.press("Repair")
    desk.see("The rounds are repaired.")


def mend_name(desk: Hands, name: str, new: str) -> None:
    desk.go(desk.page.get_by_role("link", name=named("Edit", name)))
    desk.type("Name", new)
    desk.press("Save")


def table_names(desk: Hands) -> dict[int, list[str]]:
    """Who sits at each table of the round at the desk, from East on."""
    return {
        number: tile.locator(".names bdi").all_inner_texts()
        for number, tile in enumerate(desk.page.locator(".tiles").first.locator("li").all(), 1)
    }


def start_round(desk: Hands) -> None:
    desk.press("Start round and clock")
    desk.see("The round has started and its clock is running. Tables can report.")


def enter_sheets(desk: Hands, sheets: dict[int, list[int]], *, chombo: int = 0) -> None:
    """Type what the tables wrote down, by keyboard alone; on the sheet of one table East has a chombo."""
    desk.follow("Enter paper sheets")
    for table, points in sheets.items():
        expect(desk.page.get_by_label("Table", exact=True)).to_be_focused()
        for number, figure in enumerate((table, *points)):
            for key in str(figure):
                desk.key(key)
            if number < len(points):
                desk.key("Enter")
        if table == chombo:
            desk.unfold("Chombo")
            desk.fill(desk.page.locator("[name=chombo_0]"), "1")
        with desk.page.expect_navigation():
            desk.key("Enter")
        desk.tally.sheets += 1
        expect(desk.page.get_by_text(f"Table {table} is in:")).to_be_visible()
    desk.follow("Rounds")


def penalize(desk: Hands, name: str, reason: str, points: str) -> None:
    desk.unfold("Penalize, warn or give a bonus")
    desk.choose_by("Player", name)
    desk.type("Reason, in your own words", reason)
    desk.type("Points off the total", points)
    desk.press("Penalize")
    expect(card_of_penalty(desk, name, reason)).to_be_visible()


def lift(desk: Hands, name: str, penalized_for: str, reason: str) -> None:
    card = card_of_penalty(desk, name, penalized_for)
    desk.click(card.locator("summary", has_text="Lift"))
    desk.fill(card.get_by_label("Reason"), reason)
    desk.go(card.get_by_role("button", name="Lift the penalty"))


def card_of_penalty(desk: Hands, name: str, reason: str) -> Locator:
    """Whoever is penalized may have another penalty, by a chombo: their name alone is not enough."""
    return desk.page.locator(".card", has_text=name).filter(has_text=reason)


def points_of(sheet: int) -> list[int]:
    """Four different scores in hundreds that add up to 1,200 (EMA: 30,000 each)."""
    east, south, west = 300 + sheet * 7 % 200, 260 - sheet * 11 % 90, 90 + sheet * 13 % 250
    return [east, south, west, 1200 - east - south - west]
