"""A whole event by the pages alone: from an empty server to files taken home, every click and key counted."""

import contextlib
import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.conf import settings
from playwright.sync_api import Page

from tests.journeys.conftest import Witness
from tests.journeys.event import story, taken_home
from tests.journeys.event.counts import as_table, in_the_docs, write_into_the_docs
from tests.journeys.event.hands import Diary, Hands, Tally
from tests.journeys.event.people import players
from tests.laptop import open_laptop
from tests.live import Running
from tests.migrated import copy_migrated
from tests.thorough import THOROUGH

pytestmark = [pytest.mark.browser, pytest.mark.timeout(1200), pytest.mark.slow]

# Clicks, keys, pages and paper sheets of whoever runs the event, at most; and minutes.
AT_MOST = {
    story.FIRST_ROUND: (22, 61, 11, 0, 5.0),
    story.CARDS: (9, 0, 9, 0, 1.0),
    story.MORNING: (15, 33, 14, 0, 1.5),
    story.ROUND_1: (15, 173, 12, 8, 3.5),
    story.ROUND_2: (39, 231, 19, 9, 5.0),
    story.ROUND_3: (19, 179, 18, 9, 4.0),
    story.ROUND_4: (11, 162, 11, 9, 3.5),
    story.ROUND_5: (19, 163, 15, 9, 4.0),
    story.FILES: (8, 0, 1, 0, 0.5),
    story.OTHER_SERVER: (13, 49, 6, 0, 1.5),
}
# What one player does at one time: clicks, keys, pages, scans.
OF_A_PLAYER = {
    "scan the card, for the whole event": (0, 0, 1, 1),
    "report a result": (2, 9, 1, 0),
    "confirm it": (1, 0, 1, 0),
    "object to it": (3, 18, 1, 0),
    "come back with another phone, by the PIN": (2, 4, 2, 1),
}


@pytest.fixture
def laptops(tmp_path: Path, witness: Witness) -> Iterator[Callable[[str], Running]]:
    """Start an empty server as `make run ARGS=--no-demo` does, as often as one is needed."""
    if settings.REDIS_URL:
        pytest.skip("the pages are the same on every database; runs in the SQLite half of `make test`")
    with contextlib.ExitStack() as stack:

        def start(name: str) -> Running:
            copy_migrated(tmp_path / name / "var" / "jantaku.sqlite3")
            return stack.enter_context(open_laptop(tmp_path / name))

        yield start
        # Phones go on asking; that nobody answers once the house is closed is no fault of the page.
        witness.is_closed = True


def first_link(laptop: Running) -> str:
    """The link that the program prints when it starts."""
    found = re.search(r"http\S+/accounts/first/#\S+", laptop.log.read_text())
    assert found is not None
    return found[0]


def test_a_whole_event_from_an_empty_server_to_the_files_taken_home(
    visitor: Callable[..., Page], laptops: Callable[[str], Running], tmp_path: Path
):
    laptop, diary = laptops("laptop"), Diary()
    desk = Hands(visitor(width=1280, base_url=laptop.url), diary)
    event = story.Event(
        desk,
        new_phone=lambda **look: visitor(base_url=laptop.url, **look),
        screen=visitor(base_url=laptop.url, viewport={"width": 1280, "height": 720}),
    )

    story.the_evening_before(event, first_link(laptop), tmp_path)
    story.the_morning(event)
    story.first_round(event)
    story.second_round(event)
    story.third_round(event)
    if THOROUGH:
        story.fourth_round(event)
    story.fifth_round(event)
    files = story.files(event, tmp_path)

    standings, results = story.final_pages(event)
    # Two came late and one was a substitute; whoever withdrew without a game is not among them.
    assert len(standings) == len(players()) + 2
    assert len(results) == story.ROUNDS * 4 * story.TABLES
    for kind in ("CSV", "XLSX", "JSON"):
        assert taken_home.standings_in(files[f"Standings {kind}"]) == standings
        assert taken_home.results_in(files[f"Results by round {kind}"]) == results
    assert "spring-open: sound;" in taken_home.verified(laptop)

    other = laptops("other")
    other_desk = Hands(visitor(width=1280, base_url=other.url), diary)
    again = story.take_to(other_desk, first_link(other), files["whole"], tmp_path)

    assert again.read_bytes() == files["whole"].read_bytes()
    assert "spring-open: sound;" in taken_home.verified(other)

    if THOROUGH and os.environ.get("JANTAKU_TAKE_DOWN"):
        write_into_the_docs(diary)
    assert {phase: one for phase, one in diary.phases.items() if not is_within(one, AT_MOST[phase])} == {}
    assert {
        task: (one.clicks, one.keys, one.pages, one.scans) for task, one in diary.tasks.items()
    } == OF_A_PLAYER
    # The docs have the desk of the whole event; what one player does is the same in both.
    at_the_desk, of_a_player = as_table(diary).split("\n\n")
    in_docs = in_the_docs().split("\n\n")
    assert in_docs[1] == of_a_player
    assert not THOROUGH or in_docs[0] == at_the_desk


def is_within(done: Tally, bound: tuple[int, int, int, int, float]) -> bool:
    clicks, keys, pages, sheets, minutes = bound
    return (
        done.clicks <= clicks
        and done.keys <= keys
        and done.pages <= pages
        and (done.sheets == sheets if THOROUGH else done.sheets <= sheets)
        and done.minutes <= minutes
    )
