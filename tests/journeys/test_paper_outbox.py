"""The desk's paper sheets on a dead network: they wait on the computer, in its list, and arrive once, under the
name of who typed them.
"""

import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.journeys.bad_network import BadNetwork, bad_network
from tests.journeys.conftest import PATIENCE, sign_in
from tests.journeys.test_outbox import later, read, try_again
from tools.demo_house import House

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300), pytest.mark.slow]
SHEETS = "/t/demo-spring-open/desk/sheets/"
FIGURES = ("412", "308", "180", "300")


@pytest.fixture
def network(own_house: House) -> Iterator[BadNetwork]:
    with bad_network(own_house.url) as network:
        yield network


@pytest.fixture
def desk(browser: Browser, network: BadNetwork) -> Iterator[Page]:
    """The laptop at the desk, signed in, with the sheets open."""
    context: BrowserContext = browser.new_context(
        base_url=network.url, viewport={"width": 1280, "height": 900}
    )
    context.set_default_timeout(PATIENCE)
    context.clock.install()
    page = context.new_page()
    sign_in(page)
    page.goto(SHEETS)
    yield page
    context.close()


def missing(desk: Page) -> list[str]:
    """The numbers of the tables that nobody has typed, as the page shows them."""
    tables = desk.locator("section[aria-labelledby=missing] [data-table]")
    return [table.get_attribute("data-table") or "" for table in tables.all()]


def type_in(desk: Page, number: str, *figures: str) -> None:
    expect(desk.get_by_label("Table", exact=True)).to_be_focused()
    desk.keyboard.type(number)
    desk.keyboard.press("Enter")
    for figure in figures or FIGURES:
        desk.keyboard.type(figure)
        desk.keyboard.press("Enter")


def sheets(house: House) -> list[tuple[object, ...]]:
    """The sheets of the round in play that the staff typed, each with its table and East's points."""
    return read(
        house,
        "SELECT tables.number, sheet.east FROM tournaments_scoresheet sheet"
        " JOIN tournaments_table tables ON tables.id = sheet.table_id"
        " JOIN tournaments_round round ON round.id = tables.round_id"
        " WHERE round.status = 'started' AND sheet.reported_by_seat_id IS NULL AND sheet.status <> 'superseded'"
        " ORDER BY tables.number",
    )


def waits(desk: Page, count: int) -> None:
    note = desk.locator("[data-outbox-count]")
    if count:
        words = (
            "1 sheet is waiting for the network"
            if count == 1
            else f"{count} sheets are waiting for the network"
        )
        expect(note).to_contain_text(words)
    else:
        expect(note).to_be_hidden()


def workers_of(house: House) -> list[int]:
    """The processes that answer; another one takes the place of each that is killed."""
    master = house.server.pid
    return [int(pid) for pid in Path(f"/proc/{master}/task/{master}/children").read_text().split()]


@pytest.mark.parametrize("fault", ["away", "portal"])
def test_sheets_typed_without_a_network_wait_and_arrive_once(
    own_house: House, network: BadNetwork, desk: Page, fault: str
):
    before, (one, two, *_more) = sheets(own_house), missing(desk)
    network.be(fault)

    type_in(desk, one)
    later(desk)
    waits(desk, 1)
    type_in(desk, two, "400", "300", "200", "300")
    waits(desk, 2)

    assert sheets(own_house) == before
    desk.keyboard.type(one)
    expect(desk.locator("[data-table-state]")).to_have_text("Waiting for the network on this computer")
    desk.keyboard.press("Backspace")
    for _attempt in range(2):
        try_again(desk, network)
    assert sheets(own_house) == before
    try_again(desk, network, "")
    waits(desk, 0)
    expect(desk.locator("[data-outbox-list] .note.good")).to_have_count(2)
    # A later round has a table with the same number.
    round_name = desk.get_by_role("heading", level=1).locator("bdi").inner_text()
    expect(desk.locator("[data-outbox-list] [data-title]").first).to_have_text(f"{round_name} · Table {one}")
    new = [row for row in sheets(own_house) if row not in before]
    assert sorted(new) == sorted([(int(one), 41_200), (int(two), 40_000)])
    assert missing(desk) == [number for number in missing(desk) if number not in (one, two)]


def test_an_answer_that_is_lost_doubles_nothing(own_house: House, network: BadNetwork, desk: Page):
    before, (one, *_more) = sheets(own_house), missing(desk)
    network.be("no answer")

    type_in(desk, one)
    try_again(desk, network)

    waits(desk, 0)
    expect(desk.locator(f"section[aria-labelledby=missing] [data-table='{one}']")).to_have_count(0)
    assert [row for row in sheets(own_house) if row not in before] == [(int(one), 41_200)]


def test_a_tab_that_is_closed_and_a_server_that_is_killed_lose_nothing(
    own_house: House, network: BadNetwork, desk: Page
):
    before, (one, *_more) = sheets(own_house), missing(desk)
    network.be("away")
    type_in(desk, one)
    later(desk)
    waits(desk, 1)

    for worker in workers_of(own_house):
        os.kill(worker, signal.SIGKILL)
    context = desk.context
    desk.close()
    network.be("")
    again = context.new_page()
    again.goto(SHEETS)

    expect(again.locator("[data-outbox-list] .note.good")).to_have_count(1)
    assert [row for row in sheets(own_house) if row not in before] == [(int(one), 41_200)]


def test_a_conflict_is_shown_and_goes_back_into_the_form(
    own_house: House, network: BadNetwork, desk: Page, visitor: Callable[..., Page]
):
    (one, *_more) = missing(desk)
    network.be("away")
    type_in(desk, one)
    later(desk)
    waits(desk, 1)
    colleague = visitor(width=1280, base_url=own_house.url)
    sign_in(colleague)
    colleague.goto(SHEETS)
    type_in(colleague, one, "400", "300", "200", "300")
    expect(colleague.get_by_text(f"Table {one} entered:")).to_be_visible()

    try_again(desk, network, "")

    refused = desk.locator("[data-outbox-list] .note.bad")
    expect(refused).to_contain_text("This table already has a result")
    refused.get_by_role("button", name="Back to the form").click()
    expect(desk.get_by_label("Table", exact=True)).to_have_value(one)
    assert desk.locator("[data-points]").first.input_value() == "412"
    expect(refused).to_have_count(0)


def test_another_account_at_the_same_computer_sends_nothing(
    own_house: House, network: BadNetwork, desk: Page
):
    before, (one, *_more) = sheets(own_house), missing(desk)
    network.be("away")
    type_in(desk, one)
    later(desk)
    waits(desk, 1)
    # It is another account's, as it is once somebody else has signed in on this computer.
    desk.evaluate(
        """async () => {
          const { change } = await import('/static/js/outbox_store.js');
          await change((items) => items.map((item) => ({ ...item, owner: '999999', ownerName: 'Dora' })));
        }"""
    )
    network.be("")

    desk.goto(SHEETS)
    later(desk)

    kept = desk.locator("[data-outbox-list] .note")
    expect(kept).to_contain_text("Dora entered it on this computer")
    expect(kept).not_to_contain_text("41,200")
    waits(desk, 0)
    assert sheets(own_house) == before
