"""The event as a story: many are registered, three go, two come late, one plays for another, five rounds.

Every day the fourth round, in which nothing happens that does not in the third, is left out, and what phones do at a
table stands on paper wherever it has been done before.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.journeys.event import organizer, taken_home
from tests.journeys.event.hands import Hands, Tally
from tests.journeys.event.organizer import Card, enter_sheets, points_of
from tests.journeys.event.people import as_csv, players
from tests.journeys.event.phones import Phone
from tests.thorough import THOROUGH, examples

TABLES = len(players()) // 4
ROUNDS = examples(4, of=5)
FIRST_ROUND = "From an empty server to the published first round"
CARDS = "Cards for everybody, the hall screen"
MORNING = "One withdraws, two come late, a wrong publication is taken back"
ROUND_1 = "Round 1, with a start taken back, a dispute and a chombo"
ROUND_2 = "Round 2, with a substitute, two penalties, one lifted"
ROUND_3 = "Round 3, with a withdrawal, two lost phones and a mended name"
ROUND_4 = "Round 4, with a withdrawal"
ROUND_5 = "Round 5 and the end, asked for too early"
FILES = "The files taken home"
OTHER_SERVER = "The whole event to another server"
ILL, MISSPELT = "高橋 翔", "Zoë van der Berg"
# Of whom the story tells nothing else: enough that one of them is without a phone, whatever the draw.
GOERS = tuple(name for name, _reading, _club in players() if name not in (ILL, MISSPELT))


@dataclass
class Event:
    """Who is there and what they hold in their hands."""

    desk: Hands
    new_phone: Callable[..., Page]
    screen: Page
    """The projector's."""
    cards: dict[str, Card] = field(default_factory=dict)
    phones: dict[str, Phone] = field(default_factory=dict)

    def phones_of(self, names: list[str]) -> list[Phone]:
        """The phones of these players; whoever has not scanned their card yet does so now. The first is Japanese."""
        for name in names:
            if name not in self.phones:
                japanese = not self.phones
                look = {"locale": "ja-JP", "color_scheme": "dark"} if japanese else {}
                page = self.new_phone(**look)
                self.phones[name] = Phone(page, self.desk.diary, name, self.cards[name], japanese=japanese)
            self.phones[name].take_out()
        return [self.phones[name] for name in names]

    def rename(self, name: str, new: str) -> None:
        """The desk mended a name; who bears it keeps card and phone."""
        self.cards[new] = self.cards.pop(name)
        if name in self.phones:
            self.phones[new] = self.phones.pop(name)
            self.phones[new].name = new

    def withdraw(self) -> None:
        """Whoever of the list has no phone open goes; at most sixteen of them have one by the end of round 3."""
        name = next(name for name in GOERS if name in self.cards and name not in self.phones)
        organizer.withdraw(self.desk, name)
        del self.cards[name]


def the_evening_before(event: Event, link: str, folder: Path) -> None:
    """From an empty server to everybody's seat in the first round."""
    desk = event.desk
    desk.begin(FIRST_ROUND)
    desk.open_link(link)
    organizer.sign_up(desk)
    organizer.set_up(desk)
    file = folder / "players.csv"
    file.write_text(as_csv(), encoding="utf-8")
    organizer.import_players(desk, file)
    desk.picture("imported")
    organizer.draw(desk, ROUNDS)
    desk.picture("draft")
    desk.press("Publish only Round 1")
    desk.see("Everybody can now see who sits where.")
    desk.begin(CARDS)
    event.cards = organizer.print_cards(desk)
    assert len(event.cards) == len(players())
    organizer.open_hall(desk, event.screen)


def the_morning(event: Event) -> None:
    """One is ill, two come late, and too much is published."""
    desk = event.desk
    desk.begin(MORNING)
    desk.follow("Players")
    desk.press("Withdraw", ILL)
    desk.picture("repair")
    desk.type("New here", "遅井 来太郎, Winds\nLate O’Comer, 雀友会")
    desk.press("Repair")
    desk.see("The rounds are repaired.")
    desk.press(f"Publish all {ROUNDS} rounds")
    for number in range(2, ROUNDS + 1):
        desk.press("Back to a draft", f"Round {number}")
    desk.picture("desk-after-back")
    event.cards |= organizer.print_cards(desk)
    assert len(event.cards) == len(players()) + 2
    desk.follow("Back to the list")
    desk.follow("Rounds")


def first_round(event: Event) -> None:
    """A start taken back, a table by phones, a dispute, a chombo on paper."""
    desk = event.desk
    desk.begin(ROUND_1)
    desk.press("Start without a clock")
    desk.press("Not started yet", "Round 1")
    tables = organizer.table_names(desk)
    organizer.start_round(desk)
    expect(event.screen.locator("[data-clock-digits]").first).to_be_visible()
    by_phones(event, tables[1], 1)
    two = event.phones_of(tables[2])
    two[0].report(points_of(2))
    two[3].object_to_it("North has 300 more")
    two[3].picture("phone-disputed")
    desk.look_again()
    desk.picture("desk-dispute")
    desk.go(desk.page.get_by_role("link", name=re.compile("Disputed.*Table 2")))
    desk.picture("table-dispute")
    desk.type("Reason, if you decide it", "counted again with all four")
    desk.press("Decide this result")
    # The pile is in no order.
    paper = {table: points_of(table) for table in (7, 9, 4, 10, 5, 8, 6, 3) if table <= TABLES}
    enter_sheets(desk, paper, chombo=3)
    close(event)


def by_phones(event: Event, names: list[str], sheet: int) -> None:
    """The second of a table reports, the three others confirm."""
    first, second, third, fourth = event.phones_of(names)
    second.report(points_of(sheet))
    for phone in (first, third, fourth):
        phone.confirm()
    first.picture(f"phone-confirmed-{sheet}")


def close(event: Event) -> None:
    """Phones are in pockets by then: none of them leads on while it is left."""
    for phone in event.phones.values():
        phone.pocket()
    event.desk.press("Close the round")
    event.desk.see("The round is closed.")


def paper_of(round_number: int, tables: range) -> dict[int, list[int]]:
    return {table: points_of(table + 10 * round_number) for table in tables}


def by_phones_or_on_paper(event: Event, names: list[str], round_number: int, on_paper: range) -> None:
    """The first table reports by phones, thoroughly; usually its sheet lies with those of the others."""
    if THOROUGH:
        by_phones(event, names, 10 * round_number + 1)
    enter_sheets(event.desk, paper_of(round_number, on_paper if THOROUGH else range(1, on_paper.stop)))


def second_round(event: Event) -> None:
    """Somebody plays for another; penalties, one lifted; a lost phone comes back by its PIN."""
    desk = event.desk
    desk.begin(ROUND_2)
    desk.follow("Players")
    organizer.register(desk, "補欠 太郎", "", is_substitute=True)
    desk.follow("Rounds")
    desk.press("Publish")
    tables = organizer.table_names(desk)
    desk.go(desk.page.get_by_role("link", name=re.compile("Table 3")).first)
    desk.unfold("Exchange a player")
    desk.picture("exchange")
    desk.choose_by("Who leaves", tables[3][1])
    desk.choose_by("Who plays instead", "補欠 太郎")
    desk.press("Exchange")
    desk.picture("exchanged")
    desk.follow("Rounds")
    organizer.start_round(desk)
    by_phones_or_on_paper(event, tables[1], 1, range(2, TABLES + 1))
    desk.follow("Penalties")
    desk.picture("penalties")
    organizer.penalize(desk, tables[5][0], "late by ten minutes", "20")
    organizer.penalize(desk, tables[4][1], "spoke about the hand", "10")
    organizer.lift(desk, tables[4][1], "spoke about the hand", "it was somebody else")
    desk.picture("penalized")
    desk.follow("Rounds")
    close(event)


def third_round(event: Event) -> None:
    """One leaves for good; two lost phones come back, by the PIN and by the referee's tap; a name is mended."""
    desk = event.desk
    desk.begin(ROUND_3)
    event.withdraw()
    desk.press("Publish only Round 3")
    tables = organizer.table_names(desk)
    one, other, *_rest = event.phones_of(tables[1])
    organizer.start_round(desk)
    one.come_back_by_pin(event.new_phone())
    other.lose(event.new_phone())
    desk.look_again()
    desk.picture("desk-phone-waits")
    desk.go(desk.page.get_by_role("link", name=re.compile("Phone waits")))
    desk.press("Let in", other.name)
    other.page.wait_for_url("**/seat/table/**")
    desk.follow("Players")
    organizer.mend_name(desk, MISSPELT, "Zoë van den Berg")
    event.rename(MISSPELT, "Zoë van den Berg")
    desk.follow("Rounds")
    # Whoever bears the mended name may sit at the first table.
    by_phones(event, organizer.table_names(desk)[1], 21)
    enter_sheets(desk, paper_of(2, range(2, TABLES + 1)))
    close(event)


def fourth_round(event: Event) -> None:
    """Another goes."""
    desk = event.desk
    desk.begin(ROUND_4)
    event.withdraw()
    desk.picture("repaired-4")
    desk.press("Publish only Round 4")
    tables = organizer.table_names(desk)
    organizer.start_round(desk)
    by_phones_or_on_paper(event, tables[1], 3, range(2, TABLES + 1))
    close(event)


def fifth_round(event: Event) -> None:
    """The end is asked for too early: a table is missing, then the round is open."""
    desk = event.desk
    desk.begin(ROUND_5)
    desk.press("Publish")
    tables = organizer.table_names(desk)
    organizer.start_round(desk)
    by_phones_or_on_paper(event, tables[1], 4, range(2, TABLES))
    desk.press("Close the round")
    desk.see("Is this intended?")
    desk.picture("close-asks")
    desk.follow("No, leave it")
    desk.unfold("Stages, and the end")
    desk.press("Finish the tournament")
    desk.picture("finish-asks")
    desk.follow("No, leave it")
    enter_sheets(desk, {TABLES: points_of(40 + TABLES)})
    close(event)
    desk.unfold("Stages, and the end")
    desk.press("Finish the tournament")
    desk.see("The tournament is finished.")
    expect(event.screen.get_by_text("Zoë van den Berg").first).to_be_attached()
    desk.picture("finished")


def files(event: Event, folder: Path) -> dict[str, Path]:
    """All files of standings and results that the page of downloads has, by their names on it."""
    desk = event.desk
    found = {}
    desk.begin(FILES)
    desk.follow("Downloads")
    desk.picture("downloads")
    for title in ("Standings", "Results by round"):
        for kind in ("CSV", "XLSX", "JSON"):
            download = desk.take(re.compile(rf"^\s*{kind}\s+{title}\s*$"))
            found[f"{title} {kind}"] = folder / download.suggested_filename
            download.save_as(found[f"{title} {kind}"])
    download = desk.take(re.compile("Whole tournament"))
    found["whole"] = folder / "whole.jantaku"
    download.save_as(found["whole"])
    return found


def final_pages(event: Event) -> tuple[taken_home.Lines, taken_home.Lines]:
    """What the pages show to everybody: the standings, and the results of all rounds."""
    desk = event.desk
    # This is the script's own work, nobody's at the desk.
    desk.tally = Tally()
    desk.follow("Spring Open")
    desk.follow("Standings")
    desk.picture("standings")
    standings = taken_home.shown_standings(desk)
    desk.follow("Spring Open")
    results = []
    for number in range(1, ROUNDS + 1):
        desk.go(desk.page.get_by_role("link", name=re.compile(f"^Round {number}")).first)
        results += taken_home.shown_results(desk, number)
    return standings, results


def take_to(desk: Hands, link: str, file: Path, folder: Path) -> Path:
    """Bring the event to another server, and take it home from there again."""
    desk.begin(OTHER_SERVER)
    desk.open_link(link)
    organizer.sign_up(desk)
    desk.follow("Set up a tournament")
    desk.follow("Or bring one from another server, as a file")
    desk.bring("The tournament's file", file)
    desk.press("Check it and bring it in")
    desk.picture("taken-in")
    desk.follow("Downloads")
    again = folder / "again.jantaku"
    desk.take(re.compile("Whole tournament")).save_as(again)
    return again
