"""The event as a story: forty-one are registered, three go, two come late, one plays for another, five rounds."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.journeys.event import organizer
from tests.journeys.event.hands import Diary, Hands
from tests.journeys.event.organizer import Card, enter_sheets, points_of
from tests.journeys.event.people import as_csv
from tests.journeys.event.phones import Phone

TABLES = 10


@dataclass
class Event:
    """Who is there and what they hold in their hands."""

    desk: Hands
    diary: Diary
    new_phone: Callable[..., Page]
    new_screen: Callable[[], Page]
    cards: dict[str, Card] = field(default_factory=dict)
    phones: dict[str, Phone] = field(default_factory=dict)
    mended: dict[str, str] = field(default_factory=dict)
    """Names as they are now by names as they were."""

    def phones_of(self, names: list[str]) -> list[Phone]:
        """The phones of these players; whoever has not scanned their card yet does so now. The first is Japanese."""
        for name in names:
            if name not in self.phones:
                japanese = not self.phones
                look = {"locale": "ja-JP", "color_scheme": "dark"} if japanese else {}
                page = self.new_phone(**look)
                self.phones[name] = Phone(page, self.diary, name, self.cards[name], japanese=japanese)
        return [self.phones[name] for name in names]


def the_evening_before(event: Event, link: str, folder: Path) -> None:
    """From an empty server to everybody's seat in the first round."""
    desk = event.desk
    with event.diary.part("From an empty server to the published first round"):
        desk.open_link(link)
        organizer.sign_up(desk)
        organizer.set_up(desk)
        file = folder / "players.csv"
        file.write_text(as_csv(), encoding="utf-8")
        organizer.import_players(desk, file)
        desk.picture("imported")
        organizer.draw(desk)
        desk.picture("draft")
        desk.press("Publish only Round 1")
        desk.see("Everybody can now see who sits where.")
    with event.diary.part("Cards for everybody, the hall screen"):
        event.cards = organizer.print_cards(desk)
        assert len(event.cards) == 41
        screen = event.new_screen()
        organizer.open_hall(desk, screen)


def the_morning(event: Event) -> None:
    """One is ill, two come late, and too much is published."""
    desk = event.desk
    with event.diary.part("One withdraws, two come late, a wrong publication is taken back"):
        desk.follow("Players")
        organizer.register(desk, "遅井 来太郎", "Winds")
        organizer.register(desk, "Late O’Comer", "雀友会")
        desk.press("Withdraw", "鈴木 翔")
        desk.picture("repair")
        desk.tick_person("遅井 来太郎")
        desk.tick_person("Late O’Comer")
        desk.choose("If the tables do not fill", "some sit out")
        desk.press("Repair")
        desk.see("The rounds are repaired.")
        desk.press("Publish all 5 rounds")
        for number in range(2, 6):
            desk.press("Back to a draft", f"Round {number}")
        desk.picture("desk-after-back")
        event.cards |= organizer.print_cards(desk)
        assert len(event.cards) == 43
        desk.follow("Back to the list")
        desk.follow("Rounds")


def first_round(event: Event) -> None:
    """A start taken back, a table by phones, a dispute, a chombo on paper."""
    desk = event.desk
    with event.diary.part("Round 1, with a start taken back, a dispute and a chombo"):
        desk.press("Start the round")
        desk.press("Not started yet", "Round 1")
        tables = organizer.table_names(desk)
        organizer.start_round(desk)
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
        paper = {table: points_of(table) for table in (7, 9, 4, 10, 5, 8, 6, 3)}
        enter_sheets(desk, paper, chombo=3)
        close(event, 1)


def by_phones(event: Event, names: list[str], sheet: int) -> None:
    """The second of a table reports, the three others confirm."""
    first, second, third, fourth = event.phones_of(names)
    second.report(points_of(sheet))
    for phone in (first, third, fourth):
        phone.confirm()
    first.picture(f"phone-confirmed-{sheet}")


def close(event: Event, number: int) -> None:
    event.desk.press("Close the round")
    event.desk.see("The round is closed.")


def paper_of(round_number: int, tables: range) -> dict[int, list[int]]:
    return {table: points_of(table + 10 * round_number) for table in tables}


def second_round(event: Event) -> None:
    """Somebody plays for another; penalties, one lifted; a lost phone comes back by its PIN."""
    desk = event.desk
    with event.diary.part("Round 2, with a substitute, two penalties, one lifted"):
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
        by_phones(event, tables[1], 11)
        enter_sheets(desk, paper_of(1, range(2, 11)))
        desk.follow("Penalties")
        desk.picture("penalties")
        organizer.penalize(desk, tables[5][0], "late by ten minutes", "20")
        organizer.penalize(desk, tables[6][1], "spoke about the hand", "10")
        organizer.lift(desk, tables[6][1], "it was somebody else")
        desk.picture("penalized")
        desk.follow("Rounds")
        close(event, 2)


def third_round(event: Event) -> None:
    """One leaves for good; a phone is lost and comes back by its PIN, another by the referee's tap; a name is mended."""
    desk = event.desk
    with event.diary.part("Round 3, with a withdrawal, two lost phones and a mended name"):
        with_phones = set(event.phones)
        organizer.withdraw(desk, "鈴木 美咲" if "鈴木 美咲" not in with_phones else "吉田 翔")
        desk.press("Publish only Round 3")
        tables = organizer.table_names(desk)
        one, other, *_rest = event.phones_of(tables[1])
        organizer.start_round(desk)
        one.lose(event.new_phone())
        one.type("PIN on the card", one.card.pin)
        one.press("Let me in")
        other.lose(event.new_phone())
        other.see("Another phone follows the card")
        desk.look_again()
        desk.picture("desk-phone-waits")
        desk.go(desk.page.get_by_role("link", name=re.compile("Phone waits")))
        desk.press("Let in", other.name)
        other.page.wait_for_url("**/seat/table/**")
        name = tables[4][2]
        desk.follow("Players")
        organizer.mend_name(desk, name, name + " 様")
        event.mended[name] = name + " 様"
        desk.follow("Rounds")
        by_phones(event, tables[1], 21)
        enter_sheets(desk, paper_of(2, range(2, 11)))
        close(event, 3)


def fourth_round(event: Event) -> None:
    desk = event.desk
    with event.diary.part("Round 4, with a withdrawal"):
        organizer.withdraw(desk, "Björn Åkesson" if "Björn Åkesson" not in event.phones else "田中 翔")
        desk.picture("repaired-4")
        desk.press("Publish only Round 4")
        tables = organizer.table_names(desk)
        organizer.start_round(desk)
        by_phones(event, tables[1], 31)
        enter_sheets(desk, paper_of(3, range(2, 11)))
        close(event, 4)


def fifth_round(event: Event) -> None:
    """The end is asked for too early: a table is missing, then the round is open."""
    desk = event.desk
    with event.diary.part("Round 5 and the end, asked for too early"):
        desk.press("Publish")
        tables = organizer.table_names(desk)
        organizer.start_round(desk)
        by_phones(event, tables[1], 41)
        enter_sheets(desk, paper_of(4, range(2, 10)))
        desk.press("Close the round")
        desk.see("Is this intended?")
        desk.picture("close-asks")
        desk.follow("No, leave it")
        desk.unfold("Stages, and the end")
        desk.press("Finish the tournament")
        desk.picture("finish-asks")
        desk.follow("No, leave it")
        enter_sheets(desk, {10: points_of(50)})
        close(event, 5)
        desk.unfold("Stages, and the end")
        desk.press("Finish the tournament")
        desk.see("The tournament is finished.")
        desk.picture("finished")
        text(desk)


def text(h):
    t = h.page.locator("main").evaluate("it => { const c = it.cloneNode(true); c.querySelectorAll('select').forEach(s => s.remove()); document.body.append(c); const t = c.innerText; c.remove(); return t; }")
    print("-----", h.page.url, "\n", re.sub(r"\n\s*\n+", "\n", t)[:2500])
