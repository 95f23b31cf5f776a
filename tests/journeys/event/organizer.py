"""The organizer's steps at the desk, as a first-time user takes them."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from playwright.sync_api import Locator, Page, expect

from tests.journeys.event.hands import Hands, named
from tests.journeys.event.people import as_pasted, players


@dataclass(frozen=True)
class Card:
    """The data printed on a player's card."""

    code: str
    pin: str
    number: str


def sign_up(desk: Hands) -> None:
    desk.type("Name", "Alice Sato")
    desk.type("E-mail address", "alice@example.org")
    desk.type("Password", "four-winds-and-dragons")
    desk.press("Begin")


def set_up(desk: Hands) -> None:
    desk.follow("Set up a tournament")
    desk.follow("One day")
    desk.go(desk.page.get_by_role("link", name=re.compile("EMA.*2025")).first)
    desk.type("Name", "Spring Open")
    desk.press("Set up")


def paste_players(desk: Hands) -> None:
    """Paste the list with a duplicate line: the preview names it, and the list is pasted again without it."""
    desk.follow("Import a player list")
    desk.paste("Or paste the list here", as_pasted(twice=1))
    desk.press("Preview the import")
    desk.see(f"{players()[0][0]}")
    desk.picture("import-twice")
    desk.paste("Or paste the list here", as_pasted())
    desk.press("Preview the import")
    desk.press(f"Register {len(players())} players")
    desk.see(f"{len(players())} players registered.")


def invite_scorer(desk: Hands) -> str:
    """Require two people for paper sheets, then make an invitation; return the link of its code on the screen."""
    desk.follow("Settings")
    desk.choose("Paper sheets entered by a scorer count", "After a second person confirms it")
    desk.press("Save")
    desk.follow("Staff")
    desk.type("For whom (optional)", "Sam at the paper")
    desk.choose("Role", "Scorer")
    desk.press("Create the invitation")
    return desk.page.locator("code.secret").inner_text()


def accept_invitation(scorer: Hands, link: str) -> None:
    """Scan the code, sign up, and arrive at the desk."""
    scorer.scan(link)
    scorer.page.wait_for_url("**/invitation/")
    scorer.follow("Sign up")
    scorer.type("Email", "sam@example.org")
    scorer.type("Name", "Sam Scorer")
    scorer.type("Password", "seven-pairs-and-a-half")
    scorer.type("Password (again)", "seven-pairs-and-a-half")
    scorer.press("Create the account")
    scorer.press("Accept")


def check_in(
    desk: Hands, numbers: Sequence[str], *, all_but: Sequence[str] = (), then: str = "Rounds"
) -> None:
    """Type numbers from the cards, each with Enter; with `all_but`, check in the others by one tap. This leads to
    `then`.
    """
    desk.follow("Check-in")
    for number in numbers:
        expect(desk.page.locator("input[name=typed]")).to_be_focused()
        for key in number:
            desk.key(key)
        with desk.page.expect_navigation():
            desk.key("Enter")
    if all_but:
        desk.press("Everyone is here")
        desk.press("Yes, continue with this")
    for name in all_but:
        desk.press("Undo", name)
    desk.follow(then)


def draw(desk: Hands, rounds: int) -> None:
    desk.follow("Draw")
    desk.type("Rounds", str(rounds))
    desk.choose("If the tables do not fill", "some sit out")
    desk.tick("players of one club")
    desk.press("Draw")


def print_cards(desk: Hands) -> dict[str, Card]:
    """Make missing cards and print all; return them by player name."""
    desk.follow("Players")
    desk.follow("Player cards")
    desk.go(desk.page.get_by_role("button", name=re.compile("Make .* missing card")))
    desk.follow("Print the cards")
    return {
        card.locator(".name").inner_text(): _card(card) for card in desk.page.locator(".player-card").all()
    }


def _card(card: Locator) -> Card:
    number = re.search(r"[0-9]+", card.locator("p").nth(1).inner_text())
    assert number is not None
    code = card.locator(".code").inner_text().replace(" ", "")
    return Card(code, card.locator(".pin strong").inner_text(), number[0])


def open_hall(desk: Hands, screen: Page) -> None:
    """Open the hall's screen on the projector's computer."""
    desk.follow("Back to the list")
    desk.follow("Screens")
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
        desk.tick("Substitute: plays only in place of others")
    desk.press("Register")
    expect(desk.page.get_by_text(f"{name} was registered.")).to_be_visible()


def press_in_row(desk: Hands, act: str, name: str) -> None:
    """Press a button in the menu of a player's row."""
    desk.unfold(f"Actions for {name}")
    desk.press(act)


def withdraw(desk: Hands, name: str) -> None:
    """Withdraw a player; later rounds are repaired."""
    desk.follow("Players")
    press_in_row(desk, "Withdraw", name)
    desk.press("Repair")
    desk.see("The rounds were repaired.")


def mend_name(desk: Hands, name: str, new: str) -> None:
    desk.unfold(f"Actions for {name}")
    desk.go(desk.page.get_by_role("link", name=named("Edit")).locator("visible=true"))
    desk.type("Name", new)
    desk.press("Save")


def table_names(desk: Hands) -> dict[int, list[str]]:
    """Return the players at each table of the desk's round, East first."""
    return {
        number: tile.locator(".names bdi").all_inner_texts()
        for number, tile in enumerate(desk.page.locator(".tiles").first.locator("li").all(), 1)
    }


def start_round(desk: Hands, *, although: str = "") -> None:
    """Start the next round with its clock; if players are missing, confirm a warning that names `although`."""
    desk.press("Start round and clock")
    if although:
        desk.see(although)
        desk.picture("start-asks")
        desk.press("Yes, continue with this")
    desk.see("Round and clock started. Tables can report.")


def enter_sheets(desk: Hands, sheets: dict[int, list[int]], *, chombo: int = 0) -> None:
    """Type the tables' paper sheets by keyboard alone; one sheet has a chombo by East."""
    desk.follow("Enter paper sheets")
    for table, points in sheets.items():
        enter_sheet(desk, table, points, has_chombo=table == chombo)
    desk.follow("Rounds")


def enter_sheet(desk: Hands, table: int, points: list[int], *, has_chombo: bool = False) -> None:
    type_sheet(desk, table, points)
    if has_chombo:
        desk.unfold("Chombo")
        desk.fill(desk.page.locator("[name=chombo_0]"), "1")
    with desk.page.expect_navigation():
        desk.key("Enter")
    desk.tally.sheets += 1
    answer = re.compile(rf"Table {table} (entered|is waiting for confirmation):")
    expect(desk.page.locator("main > .note", has_text=answer)).to_be_visible()


def type_sheet(desk: Hands, table: int, points: list[int]) -> None:
    expect(desk.page.get_by_label("Table", exact=True)).to_be_focused()
    for number, figure in enumerate((table, *points)):
        for key in str(figure):
            desk.key(key)
        if number < len(points):
            desk.key("Enter")


def correct(desk: Hands, round_name: str, table: int, points: list[int]) -> None:
    """Correct a wrong, fully confirmed result of a closed round: find it, preview the effect, fix it."""
    desk.follow(round_name)
    desk.see("To correct a result, open its table. The round stays closed.")
    desk.go(desk.page.get_by_role("link", name=re.compile(rf"Table {table}\b")).first)
    for box, figure in zip(desk.page.locator("[data-points]").all(), points, strict=True):
        desk.fill(box, str(figure))
    desk.type("Reason for the final result", "the sheet of table 5 was typed")
    desk.press("Preview, without saving")
    desk.see("Nothing has been saved yet.")
    desk.picture("correction")
    desk.press("Save as the final result")
    desk.picture("corrected")


def set_up_final(desk: Hands) -> None:
    """From the last round to two tables of a final: who goes on with what, who it is, and who meets whom."""
    desk.picture("qualifying-is-over")
    desk.press("Final of 8")
    desk.picture("who-goes-on")
    desk.press("Confirm who plays")
    desk.picture("confirmed-who-plays")
    desk.follow("Draw the first round")
    desk.choose("Method", "Snake: strong and weak mixed")
    desk.press("Draw")
    desk.picture("final-draft")
    desk.press("Publish")


def penalize(desk: Hands, name: str, reason: str, points: str) -> None:
    desk.unfold("Penalize, warn or give a bonus")
    desk.choose_by("Player", name)
    desk.type("Reason, in your own words", reason)
    desk.type("Points", points)
    desk.press("Penalize")
    expect(card_of_penalty(desk, name, reason)).to_be_visible()


def lift(desk: Hands, name: str, penalized_for: str, reason: str) -> None:
    card = card_of_penalty(desk, name, penalized_for)
    desk.click(card.locator("summary", has_text="Lift"))
    desk.fill(card.get_by_label("Reason"), reason)
    desk.go(card.get_by_role("button", name="Lift the penalty"))


def card_of_penalty(desk: Hands, name: str, reason: str) -> Locator:
    """Return the card of a penalty; the player may also have one for chombo, so the name alone is not enough."""
    return desk.page.locator(".card", has_text=name).filter(has_text=reason)


def points_of(sheet: int) -> list[int]:
    """Return four different scores in hundreds that sum to 1,200 (EMA: 30,000 each)."""
    east, south, west = 300 + sheet * 7 % 200, 260 - sheet * 11 % 90, 90 + sheet * 13 % 250
    return [east, south, west, 1200 - east - south - west]
