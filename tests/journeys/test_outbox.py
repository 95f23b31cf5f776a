"""One bar of Wi-Fi: what a phone sends is on its disk first, and arrives once, in order, whatever happens on the way.

`docs/phones.md` says which faults these are.
"""

import json
import os
import re
import signal
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.conftest import CHROMIUM_FLAGS
from tests.journeys.bad_network import BadNetwork, bad_network
from tests.journeys.conftest import PATIENCE, press, sign_in
from tests.journeys.geometry import faults_of
from tests.journeys.test_every_page import complaints
from tests.journeys.test_hand_by_hand import Thumb, points
from tests.thorough import part
from tools.demo_house import DATABASE, House
from tournaments.models.codes import hash_of

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300), pytest.mark.run("at a table")]
FIGURES = ("412", "308", "180", "300")
# What the codes of the list lead to.
ADDRESSES = """async () => {
  const { addressAtTheDesk } = await import('/static/js/outbox_items.js');
  const { all } = await import('/static/js/outbox_store.js');
  return (await all()).map(addressAtTheDesk);
}"""


@pytest.fixture
def network(own_house: House) -> Iterator[BadNetwork]:
    with bad_network(own_house.url) as network:
        yield network


@pytest.fixture
def arrive(browser: Browser, network: BadNetwork) -> Iterator[Callable[..., Page]]:
    """A phone whose Wi-Fi may fail; that it complains of that is no fault."""
    opened: list[BrowserContext] = []

    def arrive(**more: object) -> Page:
        size = {"width": 390, "height": 844}
        context = browser.new_context(**{"base_url": network.url, "viewport": size, **more})
        context.set_default_timeout(PATIENCE)
        context.clock.install()
        opened.append(context)
        return context.new_page()

    yield arrive
    for context in opened:
        context.close()


def sit_down(phone: Page, house: House, seat: int = 0) -> Page:
    """The phone at its table, and what it needs to open without Wi-Fi on its disk."""
    phone.goto(f"/seat/#{house.codes[seat]}")
    phone.wait_for_url("**/seat/table/")
    until(phone, "await caches.match('/seat/table/')")
    return phone


def later(phone: Page) -> None:
    """Time passes on the phone at once: whatever its page waits for is due. An outbox pauses for 19 s at most."""
    phone.clock.fast_forward(20_000)


def try_again(phone: Page, network: BadNetwork, fault: str | None = None) -> None:
    """Time passes until the outbox has sent once more: over the network as it is, or as it will be from now on."""
    before, ends = network.sent, time.monotonic() + PATIENCE / 1_000
    if fault is not None:
        network.be(fault)
    while network.sent == before:
        assert time.monotonic() < ends, "never sent again"
        later(phone)
        phone.wait_for_timeout(50)


def go_to_hands(phone: Page) -> None:
    phone.get_by_role("link", name="Enter it hand by hand").click()
    expect(phone.locator(".hand-row")).to_have_count(4)


def type_result(phone: Page, *figures: str) -> None:
    for box, figure in zip(phone.locator("[data-points]").all(), figures or FIGURES, strict=True):
        box.fill(figure)
    phone.get_by_role("button", name="Send the result").click()


def enter_draw(phone: Page, *tenpai: int) -> None:
    """A hand that nobody wins."""
    phone.locator(".whats .tick", has_text="Draw").first.click()
    for seat in tenpai:
        phone.locator(".hand-row").nth(seat).locator(".tick", has_text="Tenpai").click()
    phone.get_by_role("button", name="Save the hand").click()


def read(house: House, query: str, *values: object) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(house.folder / DATABASE, timeout=30)) as database:
        return database.execute(query, values).fetchall()


def reports(house: House) -> int:
    """How many results of the phones' table there are."""
    query = (
        "SELECT COUNT(*) FROM tournaments_scoresheet sheet"
        " JOIN tournaments_seat seat ON seat.table_id = sheet.table_id"
        " JOIN tournaments_seattoken token ON token.seat_id = seat.id WHERE token.code_hash = ?"
    )
    [(count,)] = read(house, query, hash_of(house.codes[0]))
    assert isinstance(count, int)
    return count


def until(phone: Page, condition: str) -> None:
    """Wait until an expression of the page is true."""
    ends = time.monotonic() + PATIENCE / 1_000
    while not phone.evaluate(f"async () => Boolean({condition})"):
        assert time.monotonic() < ends, f"never: {condition}"
        time.sleep(0.05)


def hands(house: House) -> list[object]:
    """The hands that were taken down, first to last; those of the demo are of results that are confirmed."""
    said = read(
        house,
        "SELECT outcome FROM tournaments_handrecord hand WHERE NOT EXISTS (SELECT 1 FROM tournaments_scoresheet sheet"
        " WHERE sheet.table_id = hand.table_id AND sheet.status = 'confirmed') ORDER BY number",
    )
    return [outcome for (outcome,) in said]


@pytest.mark.parametrize(
    "fault", part(["no answer", "both at once"], more=["", "no request", "twice", "slow"])
)
def test_a_result_arrives_once_whatever_the_network_does_to_it(
    own_house: House, network: BadNetwork, arrive: Callable[..., Page], fault: str
):
    phone = sit_down(arrive(), own_house)
    network.be(fault)

    type_result(phone)

    expect(phone.get_by_role("heading", name="You reported")).to_be_visible()
    phone.wait_for_timeout(1_500 if fault == "twice" else 0)
    assert reports(own_house) == 1
    expect(phone.locator("[data-outbox-list] .note.wait")).to_have_count(0)


@pytest.mark.parametrize("fault", part(["portal", "busy"], more=["redirect", "away"]))
def test_whoever_answers_in_place_of_the_server_does_not_get_the_result(
    own_house: House, network: BadNetwork, arrive: Callable[..., Page], fault: str
):
    phone = sit_down(arrive(), own_house)
    network.be(fault)

    type_result(phone)

    waiting = phone.locator("[data-outbox-list] .note.wait")
    expect(waiting).to_contain_text("Result · Table")
    expect(waiting).to_contain_text("41,200")
    expect(phone.locator("form[data-entry]")).to_be_hidden()
    for _attempt in range(3):
        try_again(phone, network)
    expect(waiting).to_have_count(1)
    assert reports(own_house) == 0
    try_again(phone, network, "")
    expect(phone.locator("[data-outbox-list] .note.good")).to_contain_text("Accepted")
    expect(phone.get_by_role("heading", name="You reported")).to_be_visible()
    assert reports(own_house) == 1


@pytest.mark.slow
def test_without_the_outbox_the_page_of_a_portal_is_taken_for_an_answer(
    own_house: House, network: BadNetwork, arrive: Callable[..., Page]
):
    """The control: the same form without the outbox loses what was typed, so the tests above can fail."""
    phone = sit_down(arrive(), own_house)
    phone.locator("#report").evaluate("(form) => form.removeAttribute('data-outbox')")
    network.be("redirect")

    # The page that is to follow leads to itself for ever; what the browser shows instead comes a moment later.
    with phone.expect_event("requestfailed"):
        type_result(phone)
    expect(phone).to_have_url("chrome-error://chromewebdata/")
    network.be("")

    phone.goto("/seat/table/")
    later(phone)
    phone.wait_for_timeout(500)
    assert (network.sent, reports(own_house)) == (0, 0)
    assert phone.locator("[data-points]").first.input_value() == ""


@pytest.mark.slow
def test_a_phone_that_is_killed_without_wifi_sends_six_hands_in_order_when_it_is_opened_again(
    own_house: House, network: BadNetwork, browser: Browser, chromium: str, tmp_path: Path
):
    def switched_on() -> BrowserContext:
        context = browser.browser_type.launch_persistent_context(
            tmp_path / "phone",
            executable_path=chromium,
            args=CHROMIUM_FLAGS,
            base_url=network.url,
        )
        context.set_default_timeout(PATIENCE)
        context.clock.install()
        return context

    phone = sit_down(switched_on().pages[0], own_house)
    go_to_hands(phone)
    until(phone, "await caches.match('/seat/hands/')")
    # Chromium writes its cookies down now and then, and when it is closed.
    phone.context.close()
    phone = switched_on().pages[0]
    phone.goto("/seat/hands/")
    network.be("away")
    tenpai = [(0,), (1,), (0, 1), (2,), (0, 2), (3,)]
    for number, seats in enumerate(tenpai, start=1):
        enter_draw(phone, *seats)
        expect(phone.locator("[data-outbox-list] li")).to_have_count(number)
        later(phone)
        expect(phone.locator("[name=what]:checked")).to_have_count(0)
    kill(tmp_path / "phone")

    phone = switched_on().pages[0]
    phone.goto("/seat/hands/")
    expect(phone.locator("[data-stored-note]")).to_be_visible()
    expect(phone.locator("[data-outbox-list] .note.wait")).to_have_count(6)
    expect(phone.locator(".whereami strong")).to_have_text("East 4 · 6 honba")
    try_again(phone, network, "")

    expect(phone.locator("[data-outbox-list] .note.good")).to_have_count(6)
    expect(phone.locator(".hands-log > li")).to_have_count(6)
    expect(phone.locator("[data-stored-note]")).to_be_hidden()
    wanted = [f'{{"kind":"draw","tenpai":{list(seats)}}}'.replace(" ", "") for seats in tenpai]
    assert hands(own_house) == wanted
    phone.context.close()


@pytest.mark.slow
def test_a_new_release_in_the_middle_of_a_queue_loses_nothing(
    own_house: House, network: BadNetwork, arrive: Callable[..., Page]
):
    phone = sit_down(arrive(), own_house)
    network.be("no request", times=1_000)
    type_result(phone)
    expect(phone.locator("[data-outbox-list] .note.wait")).to_have_count(1)

    network.released["/worker.js"] = lambda script: re.sub(rb'"version": "\w+"', b'"version": "next"', script)
    phone.reload()

    until(phone, "(await caches.keys()).toSorted().join() === 'files-next,pages'")
    expect(phone.locator("[data-outbox-list] .note.wait")).to_have_count(1)
    assert reports(own_house) == 0
    try_again(phone, network, "")
    expect(phone.get_by_role("heading", name="You reported")).to_be_visible()
    assert reports(own_house) == 1


def test_a_phone_that_keeps_nothing_says_so_and_sends_at_once(
    own_house: House, network: BadNetwork, arrive: Callable[..., Page]
):
    phone = arrive()
    phone.add_init_script(
        "IDBFactory.prototype.open = () => { throw new DOMException('no', 'SecurityError') }"
    )
    sit_down(phone, own_house)
    network.be("away")
    type_result(phone)
    expect(phone.locator("[data-disk-note]")).to_be_visible()
    # The attempt is over: with the network back while it lasts, it would be the one that arrives.
    expect(phone.locator("[data-offline]")).to_be_visible()
    network.be("")

    phone.get_by_role("button", name="Send the result").click()

    expect(phone.get_by_role("heading", name="You reported")).to_be_visible()
    assert reports(own_house) == 1


@pytest.mark.slow
def test_what_was_refused_later_stays_with_what_to_do(
    own_house: House, network: BadNetwork, arrive: Callable[..., Page]
):
    late, other = sit_down(arrive(), own_house), sit_down(arrive(), own_house, seat=1)
    late.context.set_offline(True)
    type_result(late)
    # Nobody waits for the answer before the form any more.
    later(late)
    expect(late.locator("[data-points]").first).to_have_value("")
    type_result(other, "300", "300", "300", "300")
    expect(other.get_by_role("heading", name="You reported")).to_be_visible()

    late.context.set_offline(False)

    refused = late.locator("[data-outbox-list] .note.bad")
    expect(refused).to_contain_text("Not accepted")
    assert faults_of(late, turn=1) == []
    assert complaints(late) == []
    expect(refused).to_contain_text("41,200")
    expect(refused).to_contain_text(
        "This table already has a result (version 1). Please confirm or dispute it."
    )
    assert reports(own_house) == 1
    late.reload()
    expect(refused).to_have_count(1)
    for name in ("Remove", "Sure? Tap again"):
        refused.get_by_role("button", name=name).click()
    expect(late.locator("[data-outbox-list]")).to_be_hidden()


@pytest.mark.slow
def test_what_was_refused_without_a_seat_is_sent_again_once_the_phone_has_it_back(
    own_house: House, network: BadNetwork, arrive: Callable[..., Page]
):
    """Whoever deletes the browser's cookies deletes the seat, and the referee gives it back; the result stays."""
    phone = sit_down(arrive(), own_house)
    phone.context.set_offline(True)
    type_result(phone)
    seat = phone.context.cookies()
    phone.context.clear_cookies()
    phone.context.set_offline(False)
    refused = phone.locator("[data-outbox-list] .note.bad")
    expect(refused).to_contain_text("Not accepted")
    assert reports(own_house) == 0

    phone.context.add_cookies(seat)  # type: ignore[arg-type]
    phone.goto("/seat/table/")
    refused.get_by_role("button", name="Send it again").click()

    expect(phone.locator("[data-outbox-list] .note.good")).to_contain_text("Accepted")
    expect(refused).to_have_count(0)
    assert reports(own_house) == 1


@pytest.mark.slow
def test_a_phone_without_any_network_shows_its_figures_to_the_referee(
    own_house: House, network: BadNetwork, arrive: Callable[..., Page]
):
    phone = sit_down(arrive(), own_house)
    network.be("away")
    type_result(phone)
    phone.get_by_text("Show it to the referee").click()
    code = phone.locator("[data-code] canvas")
    expect(code).to_be_visible()
    assert faults_of(phone, turn=0) == []
    assert complaints(phone) == []
    later(phone)
    expect(phone.locator("[data-points]").first).to_have_value("")
    # Further attempts leave it open.
    for _attempt in range(3):
        try_again(phone, network)
    expect(code).to_be_visible()
    drawn = code.evaluate("(canvas) => [canvas.width, canvas.height]")
    assert drawn[0] == drawn[1] > 29

    desk = arrive(base_url=own_house.url)
    sign_in(desk)
    [address] = phone.evaluate(ADDRESSES)
    desk.goto(own_house.url + address.removeprefix(network.url))
    assert [box.input_value() for box in desk.locator("[data-points]").all()] == list(FIGURES)
    press(desk, "Save and ask players to confirm")
    assert reports(own_house) == 1

    try_again(phone, network, "")
    # The same figures from the phone are its confirmation, and no second result.
    expect(phone.locator("[data-outbox-list] .note.good")).to_contain_text(
        "Your numbers match those reported by"
    )
    assert reports(own_house) == 1


@pytest.mark.slow
def test_what_is_not_to_be_sent_stands_in_the_form_again(
    own_house: House, network: BadNetwork, arrive: Callable[..., Page]
):
    phone = sit_down(arrive(), own_house)
    network.be("away")
    type_result(phone)
    waiting = phone.locator("[data-outbox-list] .note.wait")
    for name in ("Do not send it", "Sure? Tap again"):
        waiting.get_by_role("button", name=name).click()

    expect(waiting).to_have_count(0)
    boxes = phone.locator("[data-points]").all()
    assert [box.input_value() for box in boxes] == list(FIGURES)
    network.be("")
    phone.get_by_role("button", name="Send the result").click()
    expect(phone.get_by_role("heading", name="You reported")).to_be_visible()
    assert reports(own_house) == 1


def test_hands_without_wifi_are_played_on_the_phone_and_again_by_the_server(
    own_house: House, network: BadNetwork, arrive: Callable[..., Page]
):
    phone = sit_down(arrive(), own_house)
    go_to_hands(phone)
    until(phone, "await caches.match('/seat/hands/')")
    network.be("away")
    ahead, name = phone.locator("[data-ahead-note]"), phone.locator(".whereami strong")
    rows = phone.locator(".hand-row")

    # Who pays is there without an answer, as few taps away as ever.
    thumb = Thumb(phone).tap("Ron", 0).tap("Deals in", 1).tap("Riichi", 0).tap("3", 0).tap("40", 0)
    expect(rows.locator("[data-previewed]").first).to_have_text("+7,700")
    expect(phone.locator(".paid li")).to_contain_text("7,700")
    expect(ahead).to_be_hidden()
    assert thumb.save(waiting=1) == 6
    expect(name).to_have_text("East 1 · 1 honba")
    assert points(phone) == ["37,700", "22,300", "30,000", "30,000"]
    expect(ahead).to_contain_text("On this phone")
    # The next hands ask from there: South wins the counter, and deals.
    thumb.tap("Tsumo", 1).tap("Riichi", 2).tap("2", 1).tap("30", 1)
    expect(rows.locator("[data-previewed]").nth(1)).to_have_text("+3,300")
    assert thumb.save(waiting=2) == 5
    expect(name).to_have_text("East 2")
    expect(rows.nth(1)).to_contain_text("Dealer")
    expect(rows.nth(2)).to_contain_text("you lead by 8,200")
    assert points(phone) == ["36,600", "25,600", "28,400", "29,400"]
    assert faults_of(phone, turn=0) == []
    assert complaints(phone) == []
    assert thumb.tap("Draw").tap("Tenpai", 1).tap("Riichi", 3).save(waiting=3) == 4
    expect(name).to_have_text("East 2 · 1 honba · 1 riichi stick")
    on_the_phone = points(phone)
    try_again(phone, network, "")

    expect(phone.locator("[data-outbox-list] .note.good")).to_have_count(3)
    expect(phone.locator(".hands-log > li")).to_have_count(3)
    expect(ahead).to_be_hidden()
    expect(name).to_have_text("East 2 · 1 honba · 1 riichi stick")
    assert points(phone) == on_the_phone == ["35,100", "27,100", "26,900", "29,900"]
    assert [json.loads(str(hand))["kind"] for hand in hands(own_house)] == ["win", "win", "draw"]


@pytest.mark.slow
def test_a_hand_that_no_table_has_is_pending_until_the_server_has_played_it(
    own_house: House, network: BadNetwork, arrive: Callable[..., Page]
):
    phone = sit_down(arrive(), own_house)
    go_to_hands(phone)
    until(phone, "await caches.match('/seat/hands/')")
    network.be("away")

    thumb = Thumb(phone).tap("Tsumo", 1).tap("Yakuman", 1)
    thumb.tap("Daisangen", 1).tap("Tsuuiisou", 1).save(waiting=1)

    expect(phone.locator("[data-ahead-note]")).to_contain_text("Pending")
    assert points(phone) == ["30,000"] * 4
    # What is tapped next is kept, too, and what was not to be sent is as if it had not been.
    enter_draw(phone, 0)
    expect(phone.locator("[data-outbox-list] li")).to_have_count(2)
    try_again(phone, network, "")
    expect(phone.locator(".hands-log > li")).to_have_count(2)
    expect(phone.locator("[data-ahead-note]")).to_be_hidden()
    assert points(phone)[1] == "61,000"


@pytest.mark.slow
def test_a_game_that_ends_without_wifi_asks_for_no_further_hand(
    own_house: House, network: BadNetwork, arrive: Callable[..., Page]
):
    phone = sit_down(arrive(), own_house)
    go_to_hands(phone)
    until(phone, "await caches.match('/seat/hands/')")
    network.be("away")
    form, ahead = phone.locator("form#hand"), phone.locator("[data-ahead-note]")

    thumb = Thumb(phone).tap("Time is up")
    phone.locator(".for-gong .tick", has_text="Finish the hand being played").first.click()
    thumb.save(waiting=1)
    expect(phone.locator(".whats .tick", has_text="Time is up")).to_be_hidden()
    thumb.tap("Draw").save(waiting=2)
    expect(ahead).to_contain_text("The game ends: time is up")
    expect(form).to_be_hidden()

    # Unless the last of them is not to be sent.
    last = phone.locator("[data-outbox-list] .note.wait").last
    for name in ("Do not send it", "Sure? Tap again"):
        last.get_by_role("button", name=name).click()
    expect(form).to_be_visible()
    expect(ahead).to_contain_text("East 1")
    thumb.tap("Draw").save(waiting=2)
    try_again(phone, network, "")
    expect(phone.locator(".whereami strong")).to_have_text("The game is over")
    expect(phone.locator("[data-outbox-list] .note.good")).to_have_count(2)


def kill(profile: Path) -> None:
    """kill -9 every process of the browser with this profile: an empty battery."""
    for process in Path("/proc").iterdir():
        if process.name.isdecimal() and str(profile) in _command(process):
            os.kill(int(process.name), signal.SIGKILL)


def _command(process: Path) -> str:
    try:
        return (process / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
    except OSError:
        return ""
