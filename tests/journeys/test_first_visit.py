"""What a browser that has nothing of a page asks for, from a server that has collected its files."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.urls import resolve
from playwright.sync_api import Page, expect

from tests.journeys.all_pages import (
    CLUB,
    EVENT,
    GAME_WITH_TILES,
    LAST_HAND,
    MORE_PUBLIC,
    PUBLIC,
    SEASONS,
    TEAMS,
)
from tests.journeys.conftest import Witness, press, sign_in
from tests.journeys.test_number_pad import Thumb, typed
from tests.tournaments.brands import sent_picture
from tools.demo_house import Demo, House, demo_house

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(300)]
PHONE = {"has_touch": True, "is_mobile": True, "width": 360}
MOST_REQUESTS = 8
MOST_BYTES = 60_000
OF_EVERYBODY = [
    "/",
    EVENT,
    EVENT + "standings/",
    EVENT + "standings/1/race/",
    EVENT + "standings/1/cross-table/",
    EVENT + "rounds/4/",
    EVENT + "live/",
    EVENT + "hall/screen/",
    SEASONS,
    SEASONS + "standings/",
    SEASONS + "standings/1/race/",
    SEASONS + "tables/1/",
    GAME_WITH_TILES,
    TEAMS + "teams/12/",
    CLUB + "records/",
    "/l/m-league/",
    "/players/1/",
    "/rulebooks/mleague/",
    "/calculator/?tiles=123m406p11s78s9s(777z)&seat=S&win=ron&honba=1",
    f"/conditions/?{LAST_HAND}",
]
# One address for each kind of page besides; a page that is not there weighs what its frame does.
OTHER_KINDS = {
    resolve(path.partition("?")[0]).route: path
    for path in (*MORE_PUBLIC, *PUBLIC, *OF_EVERYBODY)
    if path != "/nowhere/"
}


@pytest.fixture(scope="module")
def served(demo_of_the_house: Demo, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    folder = tmp_path_factory.mktemp("served") / "var"
    with demo_house(folder, demo_of_the_house, is_collected=True) as house:
        yield house


def seated(visitor: Callable[..., Page], house: House, seat: int, **more: object) -> Page:
    """A phone that holds a seat, and has nothing of the pages."""
    before = visitor(base_url=house.url)
    before.goto(f"/seat/#{house.codes[seat]}")
    before.wait_for_url("**/seat/table/")
    cookies = before.context.storage_state()
    before.context.close()
    return visitor(base_url=house.url, storage_state=cookies, **PHONE, **more)


class Network:
    """What a page asks its server for, and how many bytes come; what the browser has itself costs nothing."""

    def __init__(self, page: Page) -> None:
        self.asked: dict[str, str] = {}
        self.sizes: list[int] = []
        network = page.context.new_cdp_session(page)
        network.on("Network.requestWillBeSent", self._ask)
        network.on("Network.responseReceived", self._answer)
        network.on(
            "Network.loadingFinished", lambda event: self.sizes.append(int(event["encodedDataLength"]))
        )
        network.send("Network.enable")

    def _ask(self, event: dict[str, Any]) -> None:
        if not event["request"]["url"].startswith("data:"):
            self.asked[event["requestId"]] = event["request"]["url"]

    def _answer(self, event: dict[str, Any]) -> None:
        # A picture of the page that is its icon, too.
        if event["response"].get("fromDiskCache"):
            del self.asked[event["requestId"]]


def weighed(visitor: Callable[..., Page], house: House, path: str) -> Network:
    """What the first visit of this page takes."""
    page = visitor(base_url=house.url)
    network = Network(page)
    answer = page.goto(path)
    assert answer is not None
    assert answer.status == 200, path
    page.wait_for_load_state("networkidle")
    page.context.close()
    return network


def test_a_first_visit_of_a_public_page_is_a_handful_of_small_answers(
    visitor: Callable[..., Page], served: House
) -> None:
    seen = {
        path: weighed(visitor, served, path) for path in dict.fromkeys([*OF_EVERYBODY, *OTHER_KINDS.values()])
    }

    assert {path: one.asked for path, one in seen.items() if len(one.asked) > MOST_REQUESTS} == {}
    # A chapter of the guide has pictures, which are fetched as one reads.
    told = {path: one for path, one in seen.items() if not path.startswith("/guides/")}
    assert {path: sum(one.sizes) for path, one in told.items() if sum(one.sizes) > MOST_BYTES} == {}
    # Of a face whose letters with accents are files of their own.
    faces = {
        url.rpartition("/")[2].split(".")[0]
        for one in seen.values()
        for url in one.asked.values()
        if "/fonts/" in url
    }
    assert faces == {"inter-latin"}


def test_a_brand_of_an_event_brings_two_answers_and_colours_of_its_teams_none(
    visitor: Callable[..., Page], served: House, tmp_path: Path
) -> None:
    """Its colours, in one sheet with those of teams, and its logo, which is the icon, too."""
    logo = tmp_path / "logo.png"
    logo.write_bytes(sent_picture().getvalue())
    desk = visitor(width=1280, base_url=served.url)
    sign_in(desk)
    desk.goto(f"{SEASONS}desk/brand/")
    card = desk.locator("form.said")
    card.get_by_label("Name").first.fill("Ueno Mahjong Club")
    card.get_by_label("Main colour").fill("#7a1f5c")
    desk.get_by_label("Logo").first.set_input_files(logo)
    press(desk, "Save")
    desk.get_by_text("The brand is saved").wait_for()
    # Pages may be a second old.
    desk.wait_for_timeout(2_000)

    for path in (SEASONS, SEASONS + "standings/", SEASONS + "tables/1/"):
        network = weighed(visitor, served, path)

        assert [url for url in network.asked.values() if "/brand/" in url] != []
        assert len(network.asked) <= MOST_REQUESTS, network.asked

    desk.goto(f"{SEASONS}desk/teams/")
    look = desk.locator("form[action$='/look/']").first
    look.get_by_label("A colour of its own").check()
    look.get_by_label("Colour", exact=True).fill("#ffff00")
    with desk.expect_navigation():
        look.get_by_role("button").click()
    desk.wait_for_timeout(2_000)

    for path in (SEASONS, SEASONS + "standings/", SEASONS + "tables/1/", SEASONS + "teams/1/"):
        network = weighed(visitor, served, path)

        [sheet] = [url for url in network.asked.values() if ".css" in url and "/static/" not in url]
        assert sheet.rpartition("/")[2].startswith("teams-")
        assert sheet.endswith(".css?brand=7a1f5c.-")
        assert len(network.asked) <= MOST_REQUESTS, network.asked


def test_a_first_visit_is_a_handful_of_small_answers(visitor: Callable[..., Page], served: House) -> None:
    phone = seated(visitor, served, 0)
    network = phone.context.new_cdp_session(phone)
    asked: list[str] = []
    sizes: list[int] = []
    network.on("Network.requestWillBeSent", lambda event: asked.append(event["request"]["url"]))
    network.on("Network.loadingFinished", lambda event: sizes.append(int(event["encodedDataLength"])))
    network.send("Network.enable")

    phone.goto("/seat/table/")
    phone.locator("form[data-settled]").wait_for()
    phone.wait_for_load_state("networkidle")

    files = [url.removeprefix(served.url).partition("?")[0] for url in asked if "/static/" in url]
    assert sorted(name.rpartition("/")[2].split(".")[0] for name in files) == ["mark", "phone", "phone_page"]
    assert len(asked) <= MOST_REQUESTS, asked
    assert sum(sizes) <= MOST_BYTES


def test_joined_files_do_all_that_their_sources_do(
    visitor: Callable[..., Page], served: House, witness: Witness
) -> None:
    """Typing, hands, and the page without Wi-Fi, which the worker has from the disk."""
    phone = seated(visitor, served, 1, service_workers="allow")
    phone.goto("/seat/table/")
    phone.evaluate("navigator.serviceWorker.ready")

    Thumb(phone).type("412308180")
    expect(phone.locator("[data-previewed]").first).to_have_text("1 +26.2")
    phone.goto("/seat/hands/")
    expect(phone.locator("#hand")).to_be_visible()
    phone.wait_for_function("caches.match(location.pathname)")
    witness.is_closed = True  # it may say that nobody answers
    phone.context.set_offline(True)
    phone.goto("/seat/table/")

    expect(phone.get_by_text("No connection.")).to_be_visible()
    assert typed(phone) == ["412", "308", "180", "300"]
