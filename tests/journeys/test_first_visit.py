"""What a phone asks for when it opens its table for the first time, from a server that has collected its files."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.conftest import Witness
from tests.journeys.test_number_pad import Thumb, typed
from tools.demo_house import Demo, House, demo_house

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(300)]
PHONE = {"has_touch": True, "is_mobile": True, "width": 360}
MOST_REQUESTS = 8
MOST_BYTES = 60_000


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
