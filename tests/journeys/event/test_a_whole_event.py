"""A whole event by the pages alone: from an empty server to files taken home, every click counted."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.conftest import Witness
from tests.journeys.event.hands import Diary, Hands
from tests.journeys.event.organizer import *
from tests.journeys.event.phones import Phone
from tests.journeys.event.people import as_csv
from tests.laptop import open_laptop
from tests.live import Running

pytestmark = [pytest.mark.browser, pytest.mark.timeout(900)]


@pytest.fixture
def laptop(tmp_path: Path, witness: Witness) -> Iterator[Running]:
    with open_laptop(tmp_path / "laptop") as running:
        yield running
        # Phones go on asking; that nobody answers once the house is closed is no fault of the page.
        witness.is_closed = True


def first_link(laptop: Running) -> str:
    found = re.search(r"http\S+/accounts/first/#\S+", laptop.log.read_text())
    assert found is not None
    return found[0]



def text(h):
    t = h.page.locator("main").evaluate("it => { const c = it.cloneNode(true); c.querySelectorAll('select').forEach(s => s.remove()); document.body.append(c); const t = c.innerText; c.remove(); return t; }")
    print("-----", h.page.url, "\n", re.sub(r"\n\s*\n+", "\n", t)[:1800])


def test_it(visitor: Callable[..., Page], laptop: Running, tmp_path: Path):
    diary = Diary()
    desk = Hands(visitor(width=1280, base_url=laptop.url, accept_downloads=True), diary, "organizer")
    desk.page.set_default_timeout(8000)
    try:
        story(desk, diary, visitor, laptop, tmp_path)
    except BaseException:
        text(desk)
        desk.page.screenshot(path="/tmp/shots/failed.png", full_page=True)
        raise
    finally:
        for phase, them in diary.phases.items():
            for who, tally in them.items():
                print(phase, who, tally, round(tally.minutes, 2))


def story(desk, diary, visitor, laptop, tmp_path):
    def phone(name, **more):
        return Phone(visitor(base_url=laptop.url, **more), diary, name, cards[name])

    with diary.part("From an empty server to the first round"):
        desk.open_link(first_link(laptop))
        become_organizer(desk)
        set_up(desk)
        file = tmp_path / "players.csv"
        file.write_text(as_csv())
        import_players(desk, file)
        draw(desk)
        desk.press("Publish only Round 1")
        desk.see("Everybody can now see who sits where.")
    with diary.part("Cards and the hall"):
        cards = print_cards(desk)
        assert len(cards) == 41
        hall = open_hall(desk, visitor)
    with diary.part("Before the first round"):
        desk.follow("Back to the list")
        desk.follow("Players")
        register(desk, "遅井 来太郎", "Winds")
        register(desk, "Late O’Comer", "雀友会")
        desk.press("Withdraw", "鈴木 翔")
        desk.picture("repair")
        desk.tick_person("遅井 来太郎")
        desk.tick_person("Late O’Comer")
        desk.choose("If the tables do not fill", "some sit out")
        desk.press("Repair")
        desk.picture("repaired")
        # A wrong publication: all rounds instead of the first one.
        desk.press("Publish all 5 rounds")
        for number in range(2, 6):
            desk.press("Back to a draft", f"Round {number}")
        cards |= print_cards(desk)
        assert len(cards) == 43
        desk.follow("Rounds")
    phones = {}

    def at(names):
        for name in names:
            if name not in phones:
                japanese = not phones
                more = {"locale": "ja-JP", "color_scheme": "dark"} if japanese else {}
                phones[name] = Phone(visitor(base_url=laptop.url, **more), diary, name, cards[name], japanese=japanese)
        return [phones[name] for name in names]

    with diary.part("Round 1"):
        # A wrong start: half the hall still looks for its seats.
        desk.press("Start the round")
        desk.press("Not started yet", "Round 1")
        text(desk)
        tables = table_names(desk)
        start_round(desk)
        japanese, east, west, north = at(tables[1])
        east.report(points_of(1))
        for one in (japanese, west, north):
            one.confirm()
        two = at(tables[2])
        two[0].report(points_of(2))
        two[3].object_to_it("North has 300 more")
        desk.look_again()
        desk.picture("desk-dispute")
        desk.go(desk.page.get_by_role("link", name=re.compile("Disputed.*Table 2")))
        text(desk)
        desk.picture("table-dispute")
        desk.fill(desk.page.get_by_label("Reason, if you decide it"), "counted again with all four")
        desk.press("Decide this result")
        text(desk)
        enter_sheets(desk, {table: points_of(table) for table in (7, 3, 9, 4, 10, 5, 8, 6)})
        text(desk)
        desk.press("Close the round")
        text(desk)
        1/0
