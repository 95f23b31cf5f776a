"""A whole event: a list is pasted, one player is ill and another comes, two are late, one substitutes, three
withdraw; six rounds and a final of eight.

Daily runs play three of the rounds with a third of the players; repeated actions at tables use paper, most players
are checked in by one tap, and there is no gong or power cut.
"""

import contextlib
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.journeys.event import organizer, taken_home
from tests.journeys.event.hands import Hands, Tally
from tests.journeys.event.organizer import Card, enter_sheets, points_of
from tests.journeys.event.people import players
from tests.journeys.event.phones import Phone
from tests.thorough import THOROUGH, examples

TABLES = len(players()) // 4
ROUNDS = examples(3, of=6)
FINALISTS = 8
FIRST_ROUND = "From an empty server to the published first round"
HELP = "A scorer is invited; cards for everybody, the hall screen"
MORNING = "One is ill and another comes, a wrong publication is taken back"
CHECK_IN = "Check-in by number"
ROUND_1 = "Round 1: two are late, a start taken back, penalties, a dispute, the gong"
ROUND_2 = "Round 2: a substitute, sheets typed by another confirmed at once"
SHEETS = "The sheets of round 2, typed by the scorer"
ROUND_3 = "Round 3: a wrong result of round 1, two lost phones, a killed server"
ROUND_4 = "Round 4, with a withdrawal"
ROUND_5 = "Round 5, with a withdrawal"
ROUND_6 = "Round 6"
FINAL = "The final of eight, and the end, asked for too early"
PRIZES = "The prize-giving"
FILES = "The files taken home"
OTHER_SERVER = "The whole event to another server"
ILL, MISSPELT = "高橋 翔", "Zoë van der Berg"
# Players without other parts in the story: enough that one is without a phone in any draw.
GOERS = tuple(name for name, _reading, _club in players() if name not in (ILL, MISSPELT))

LATE = GOERS[-2:]


@dataclass
class Event:
    """The event's people, and what they hold."""

    desk: Hands
    new_phone: Callable[..., Page]
    scorer: Hands
    screen: Page
    """The projector's."""
    power_cut: Callable[[], contextlib.AbstractContextManager[None]]
    """Kill the server; at the end of the block it is started again."""
    cards: dict[str, Card] = field(default_factory=dict)
    phones: dict[str, Phone] = field(default_factory=dict)
    games: int = 0
    gone: set[str] = field(default_factory=set)

    def start_round(self, *, although: str = "") -> dict[int, list[str]]:
        """Start the next round; return the players at each table."""
        tables = organizer.table_names(self.desk)
        organizer.start_round(self.desk, although=although)
        self.games += len(tables)
        return tables

    def phones_of(self, names: list[str]) -> list[Phone]:
        """Return these players' phones, scanning cards if necessary. The first is Japanese."""
        for name in names:
            if name not in self.phones:
                japanese = not self.phones
                look = {"locale": "ja-JP", "color_scheme": "dark"} if japanese else {}
                page = self.new_phone(**look)
                self.phones[name] = Phone(page, self.desk.diary, name, self.cards[name], japanese=japanese)
            self.phones[name].take_out()
        return [self.phones[name] for name in names]

    def rename(self, name: str, new: str) -> None:
        """Rename a player, who keeps card and phone."""
        self.cards[new] = self.cards.pop(name)
        if name in self.phones:
            self.phones[new] = self.phones.pop(name)
            self.phones[new].name = new

    def withdraw(self) -> None:
        """Withdraw a listed player without an open phone; at most 24 have one by the end of round 5."""
        name = next(name for name in GOERS if name in self.cards and name not in self.phones)
        organizer.withdraw(self.desk, name)
        del self.cards[name]
        self.gone.add(name)


def the_evening_before(event: Event, link: str) -> None:
    """Set up an empty server up to all seats of the first round, and a helper."""
    desk = event.desk
    desk.begin(FIRST_ROUND)
    desk.open_link(link)
    organizer.sign_up(desk)
    organizer.set_up(desk)
    organizer.paste_players(desk)
    desk.picture("imported")
    organizer.draw(desk, ROUNDS)
    desk.picture("draft")
    desk.press("Publish only Round 1")
    desk.see("Published. Everyone can now see the seats.")
    desk.begin(HELP)
    invitation = organizer.invite_scorer(desk)
    desk.picture("invited")
    with event.scorer.task("accept an invitation to the staff"):
        organizer.accept_invitation(event.scorer, invitation)
    event.scorer.picture("scorer-desk")
    event.cards = organizer.print_cards(desk)
    assert len(event.cards) == len(players())
    organizer.open_hall(desk, event.screen)


def the_morning(event: Event) -> None:
    """One player is ill, another comes, and too much is published; all but two have their number typed
    at the door.
    """
    desk = event.desk
    desk.begin(MORNING)
    desk.follow("Players")
    organizer.press_in_row(desk, "Withdraw", ILL)
    desk.picture("repair")
    desk.type("New here", "遅井 来太郎, Winds")
    desk.press("Repair")
    desk.see("The rounds were repaired.")
    desk.press(f"Publish all {ROUNDS} rounds")
    desk.press("Undo", f"Rounds 1–{ROUNDS} published" if ROUNDS > 2 else "Round 1, Round 2 published")
    desk.follow("Draw")
    desk.go(desk.page.locator("[aria-labelledby=drafts] a").first)
    desk.press("Publish only Round 1")
    desk.picture("desk-after-back")
    event.cards |= organizer.print_cards(desk)
    del event.cards[ILL]
    assert len(event.cards) == len(players())
    desk.follow("Back to the list")
    desk.begin(CHECK_IN)
    numbers = [card.number for name, card in event.cards.items() if name not in LATE]
    organizer.check_in(desk, numbers if THOROUGH else numbers[:2], all_but=() if THOROUGH else LATE)


def first_round(event: Event) -> None:
    """Two players are late, a start is undone, a table reports by phones, penalties are given and one is lifted, a
    dispute, the gong, a chombo on paper.
    """
    desk = event.desk
    desk.begin(ROUND_1)
    desk.press("Start without a clock")
    desk.see(LATE[0])
    desk.press("Yes, continue with this")
    desk.press("Undo", "Round 1 started")
    tables = event.start_round(although=LATE[0])
    if THOROUGH:
        hurry(event)
    by_phones(event, tables[1], 1)
    desk.follow("Players")
    organizer.check_in(desk, [event.cards[name].number for name in LATE], then="Penalties")
    desk.picture("penalties")
    organizer.penalize(desk, LATE[0], "late by ten minutes", "20")
    organizer.penalize(desk, tables[4][1], "spoke about the hand", "10")
    organizer.lift(desk, tables[4][1], "spoke about the hand", "it was somebody else")
    desk.picture("penalized")
    desk.follow("Rounds")
    east, north = event.phones_of([tables[2][0], tables[2][3]])
    east.report(points_of(2))
    north.object_to_it("North has 300 more")
    north.picture("phone-disputed")
    desk.look_again()
    desk.picture("desk-dispute")
    desk.go(desk.page.get_by_role("link", name=re.compile("Disputed.*Table 2")))
    desk.picture("table-dispute")
    desk.type("Reason for the final result", "counted again with all four")
    desk.press("Save as the final result")
    # The pile is unordered.
    paper = (7, 9, 4, 12, 10, 5, 8, 6, 11)
    enter_sheets(desk, {table: points_of(table) for table in paper if table <= TABLES})
    if THOROUGH:
        the_gong(event)
    enter_sheets(desk, {3: points_of(3)}, chombo=3)
    close(event)


def hurry(event: Event) -> None:
    """Shorten the round a lot, because the hall is needed soon."""
    desk = event.desk
    expect(event.screen.locator("[data-clock-digits]").first).to_be_visible()
    desk.follow("Clock")
    desk.type("Minutes", "-74")
    desk.press("Add minutes")
    desk.follow("Back to the desk")


def the_gong(event: Event) -> None:
    """The screen tells the hall when time is up, and the desk who still plays."""
    desk = event.desk
    expect(event.screen.get_by_text("Time is up.").first).to_be_visible(timeout=75_000)
    assert event.screen.evaluate("document.documentElement.scrollWidth - innerWidth") == 0
    desk.look_again()
    desk.see("no result yet")
    desk.picture("desk-gong")


def by_phones(event: Event, names: list[str], sheet: int) -> None:
    """The second player of a table reports, the three others confirm."""
    first, second, third, fourth = event.phones_of(names)
    second.report(points_of(sheet))
    for phone in (first, third, fourth):
        phone.confirm()
    first.picture(f"phone-confirmed-{sheet}")


def close(event: Event) -> None:
    """Close the round. Phones are left first, so their pages count no more."""
    for phone in event.phones.values():
        phone.pocket()
    event.desk.press("Close the round")
    event.desk.see("The round was closed.")


def paper_of(round_number: int, tables: range) -> dict[int, list[int]]:
    return {table: points_of(table + 10 * round_number) for table in tables}


def by_phones_or_on_paper(event: Event, names: list[str], round_number: int, on_paper: range) -> None:
    """The first table reports by phones in thorough runs; otherwise its sheet is on the pile."""
    if THOROUGH:
        by_phones(event, names, 10 * round_number + 1)
    enter_sheets(event.desk, paper_of(round_number, on_paper if THOROUGH else range(1, on_paper.stop)))


def second_round(event: Event) -> None:
    """One player substitutes for another; the scorer types all sheets, which the organizer confirms together."""
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
    event.start_round()
    event.scorer.begin(SHEETS)
    event.scorer.look_again()
    enter_sheets(event.scorer, paper_of(1, range(1, TABLES + 1)))
    event.scorer.picture("scorer-typed")
    desk.look_again()
    desk.picture("desk-typed")
    desk.go(desk.page.get_by_role("link", name=re.compile("Entered sheets")))
    desk.picture("typed")
    desk.press(f"Confirm all {TABLES} that add up")
    desk.picture("all-confirmed")
    desk.follow("Rounds")
    close(event)


def third_round(event: Event) -> None:
    """A result of the first round is corrected; a player leaves for good; two lost phones return, by PIN and by the
    referee; a name is changed; in thorough runs the power fails.
    """
    desk = event.desk
    desk.begin(ROUND_3)
    organizer.correct(desk, "Round 1", 4, points_of(44))
    desk.follow("Rounds")
    event.withdraw()
    desk.press("Publish only Round 3" if ROUNDS > 3 else "Publish")
    tables = organizer.table_names(desk)
    one, other = event.phones_of(tables[1][:2])
    event.start_round()
    one.come_back_by_pin(event.new_phone())
    other.lose(event.new_phone())
    desk.look_again()
    desk.picture("desk-phone-waits")
    desk.go(desk.page.get_by_role("link", name=re.compile("Phone waiting")))
    desk.press("Let in", other.name)
    other.page.wait_for_url("**/seat/table/**")
    desk.follow("Players")
    organizer.mend_name(desk, MISSPELT, "Zoë van den Berg")
    event.rename(MISSPELT, "Zoë van den Berg")
    desk.follow("Rounds")
    if THOROUGH:
        # The renamed player may sit at the first table.
        through_a_power_cut(event, organizer.table_names(desk)[1], paper_of(2, range(2, len(tables) + 1)))
    else:
        enter_sheets(desk, paper_of(2, range(1, len(tables) + 1)))
    close(event)


def through_a_power_cut(event: Event, at_phones: list[str], paper: dict[int, list[int]]) -> None:
    """The server is killed before a table reports by phone and the last sheet is typed."""
    desk, phones = event.desk, event.phones_of(at_phones)
    *most, last = paper
    desk.follow("Enter paper sheets")
    for table in most:
        organizer.enter_sheet(desk, table, paper[table])
    with event.power_cut():
        phones[1].report_into_the_void(points_of(21))
        organizer.type_sheet(desk, last, paper[last])
        desk.key("Enter")
        desk.tally.sheets += 1
        desk.see("1 sheet is waiting for the network. It is kept on this computer.")
        desk.picture("desk-without-server")
    expect(desk.page.locator("[data-outbox-count]")).to_be_hidden()
    phones[1].sees_it_sent()
    for number in (0, 2, 3):
        phones[number].confirm()
    desk.follow("Rounds")


def another_round(event: Event, phase: str, number: int) -> None:
    """A player withdraws, unless it is the last round; a table reports by phones, the others on paper."""
    desk = event.desk
    desk.begin(phase)
    if number < ROUNDS:
        event.withdraw()
        desk.press(f"Publish only Round {number}")
    else:
        desk.press("Publish")
    tables = event.start_round()
    by_phones_or_on_paper(event, tables[1], number - 1, range(2, len(tables) + 1))
    close(event)


def the_final(event: Event) -> None:
    """The eight best play, with half of their totals. The event is first finished too early: a table is missing,
    then the round is open.
    """
    desk = event.desk
    desk.begin(FINAL)
    organizer.set_up_final(desk)
    tables = event.start_round()
    assert [len(names) for names in tables.values()] == [4, 4]
    if THOROUGH:
        by_phones(event, tables[1], 61)
        desk.look_again()
    else:
        enter_sheets(desk, {1: points_of(61)})
    desk.unfold("More for this round")
    desk.press("Close the round")
    desk.see("Is this intended?")
    desk.picture("close-asks")
    desk.follow("No, cancel this")
    desk.unfold("Stages and finishing")
    desk.press("Finish the tournament")
    desk.picture("finish-asks")
    desk.follow("No, cancel this")
    enter_sheets(desk, {2: points_of(62)})
    close(event)
    desk.press("Finish the tournament")
    desk.see("The tournament is finished.")
    desk.picture("finished")


def prize_giving(event: Event) -> taken_home.Lines:
    """Return the winners, and all places over both stages."""
    desk = event.desk
    desk.begin(PRIZES)
    desk.follow("Final ranking, for the prize-giving")
    desk.picture("prize-giving")
    ranking = taken_home.shown_final_ranking(desk)
    called_up = desk.page.locator(".podium strong bdi").all_inner_texts()
    assert called_up == [name for _rank, name, _total in ranking[:3]]
    return ranking


def files(event: Event, folder: Path) -> dict[str, Path]:
    """Download all files of standings and results, by name on the page."""
    desk = event.desk
    found = {}
    desk.begin(FILES)
    desk.follow("Downloads")
    desk.picture("downloads")
    for kind in ("CSV", "XLSX", "JSON"):
        for title, heading in (
            ("Standings", "Standings · Main stage"),
            ("Results by round", "The whole tournament"),
        ):
            download = desk.take(re.compile(rf"^\s*{kind}\s+{title}\s*$"), heading)
            found[f"{title} {kind}"] = folder / f"{kind}-{download.suggested_filename}"
            download.save_as(found[f"{title} {kind}"])
    download = desk.take(re.compile(r"^\s*CSV\s+Standings\s*$"), "Standings · Final")
    found["Final"] = folder / f"final-{download.suggested_filename}"
    download.save_as(found["Final"])
    download = desk.take(re.compile("Whole tournament"))
    found["whole"] = folder / "whole.jantaku"
    download.save_as(found["whole"])
    return found


def final_pages(event: Event) -> tuple[taken_home.Lines, taken_home.Lines, taken_home.Lines]:
    """Return the public pages: the standings of both stages, and the results of all rounds."""
    desk = event.desk
    # This is the script's own work, not the desk's.
    desk.tally = Tally()
    desk.follow("Spring Open")
    desk.follow("Standings")
    desk.picture("standings")
    final = taken_home.shown_standings(desk)
    desk.follow("Main stage")
    standings = taken_home.shown_standings(desk)
    results = []
    for stage, rounds in (("Main stage", ROUNDS), ("Final", 1)):
        for number in range(1, rounds + 1):
            desk.follow("Spring Open")
            section = desk.page.locator("section").filter(has=desk.page.get_by_role("heading", name=stage))
            desk.go(section.get_by_role("link", name=re.compile(f"^Round {number}")).first)
            results += taken_home.shown_results(desk, stage, number)
    return standings, final, results


def take_to(desk: Hands, link: str, file: Path, folder: Path) -> Path:
    """Import the event on another server, and export it from there."""
    desk.begin(OTHER_SERVER)
    desk.open_link(link)
    organizer.sign_up(desk)
    desk.follow("Set up a tournament")
    desk.follow("Or import one from another server, as a file")
    desk.bring("The tournament's file", file)
    desk.press("Check and import it")
    desk.picture("taken-in")
    desk.follow("Downloads")
    again = folder / "again.jantaku"
    desk.take(re.compile("Whole tournament")).save_as(again)
    return again
