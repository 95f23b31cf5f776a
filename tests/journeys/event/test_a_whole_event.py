"""A whole event by the pages alone: from an empty server to files taken home, every click counted."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.conftest import Witness
from tests.journeys.event import story
from tests.journeys.event.hands import Diary, Hands
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



def test_it(visitor: Callable[..., Page], laptop: Running, tmp_path: Path):
    diary = Diary()
    desk = Hands(visitor(width=1280, base_url=laptop.url, accept_downloads=True), diary, "organizer")
    desk.page.set_default_timeout(8000)
    event = story.Event(
        desk,
        diary,
        new_phone=lambda **look: visitor(base_url=laptop.url, **look),
        new_screen=lambda: visitor(base_url=laptop.url, viewport={"width": 1920, "height": 1080}),
    )
    try:
        story.the_evening_before(event, first_link(laptop), tmp_path)
        story.the_morning(event)
        story.first_round(event)
        story.second_round(event)
        story.third_round(event)
        story.fourth_round(event)
        story.fifth_round(event)
    except BaseException:
        story.text(desk)
        desk.page.screenshot(path="/tmp/shots/failed.png", full_page=True)
        raise
    finally:
        for phase, them in diary.phases.items():
            for who, tally in them.items():
                print(phase, who, tally, round(tally.minutes, 2))
