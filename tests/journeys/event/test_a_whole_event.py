"""A whole event by the pages alone: from an empty server to files taken home, every click and key counted."""

import contextlib
import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

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
from tests.thorough import THOROUGH, examples

pytestmark = [pytest.mark.browser, pytest.mark.timeout(1200), pytest.mark.slow]

# Clicks, keys, pages and paper sheets of whoever runs the event, at most; and minutes.
AT_MOST = {
    story.FIRST_ROUND: (23, 65, 13, 0, 2.5),
    story.HELP: (18, 16, 13, 0, 2.0),
    story.MORNING: (16, 13, 14, 0, 2.0),
    story.CHECK_IN: (6, 129, 6, 0, 1.5),
    story.ROUND_1: (39, 283, 24, 10, 6.0),
    story.ROUND_2: (21, 5, 13, 0, 2.0),
    story.SHEETS: (3, 219, 3, 12, 3.5),
    story.ROUND_3: (28, 240, 20, 10, 5.0),
    story.ROUND_4: (9, 181, 8, 10, 3.5),
    story.ROUND_5: (9, 182, 8, 10, 3.5),
    story.ROUND_6: (5, 181, 5, 10, 3.0),
    story.FINAL: (24, 41, 16, examples(2, of=1), 2.5),
    story.PRIZES: (1, 0, 1, 0, 0.5),
    story.FILES: (9, 0, 1, 0, 1.0),
    story.OTHER_SERVER: (13, 49, 6, 0, 1.5),
}
# What one player or helper does at one time: clicks, keys, pages, scans.
OF_A_PERSON = {
    "accept an invitation to the staff": (7, 69, 4, 1),
    "scan the card, for the whole event": (0, 0, 1, 1),
    "report a result": (2, 9, 1, 0),
    "confirm it": (1, 0, 1, 0),
    "object to it": (3, 18, 1, 0),
    "come back with another phone, by the PIN": (2, 4, 2, 1),
}


class Laptop:
    """A laptop with the server on it, whose battery may be empty for a while."""

    def __init__(self, folder: Path, stack: contextlib.ExitStack, witness: Witness) -> None:
        self.folder, self.stack, self.witness = folder, stack, witness
        self.server = stack.enter_context(open_laptop(folder))
        self.url, self.first_link = self.server.url, first_link(self.server)

    @contextlib.contextmanager
    def power_cut(self) -> Iterator[None]:
        """Kill the server as when the power goes; once the block is through it is started again the same way."""
        self.witness.is_server_killed = True
        self.server.kill()
        yield
        self.server = self.stack.enter_context(open_laptop(self.folder, port=urlsplit(self.url).port))


def first_link(laptop: Running) -> str:
    """The link that the program prints when it starts."""
    found = re.search(r"http\S+/accounts/first/#\S+", laptop.log.read_text())
    assert found is not None
    return found[0]


@pytest.fixture
def laptops(tmp_path: Path, witness: Witness) -> Iterator[Callable[[str], Laptop]]:
    """Start an empty server as `make run ARGS=--no-demo` does, as often as one is needed."""
    if settings.REDIS_URL:
        pytest.skip("the pages are the same on every database; runs in the SQLite half of `make test`")
    with contextlib.ExitStack() as stack:

        def start(name: str) -> Laptop:
            copy_migrated(tmp_path / name / "var" / "jantaku.sqlite3")
            return Laptop(tmp_path / name, stack, witness)

        yield start
        # Phones go on asking; that nobody answers once the house is closed is no fault of the page.
        witness.is_closed = True


def test_a_whole_event_from_an_empty_server_to_the_files_taken_home(
    visitor: Callable[..., Page], laptops: Callable[[str], Laptop], tmp_path: Path
):
    laptop, diary = laptops("laptop"), Diary()
    desk = Hands(visitor(width=1280, base_url=laptop.url), diary)
    event = story.Event(
        desk,
        new_phone=lambda **look: visitor(base_url=laptop.url, **look),
        scorer=Hands(visitor(width=820, base_url=laptop.url), diary),
        screen=visitor(base_url=laptop.url, viewport={"width": 1280, "height": 720}),
        power_cut=laptop.power_cut,
    )

    story.the_evening_before(event, laptop.first_link)
    story.the_morning(event)
    story.first_round(event)
    story.second_round(event)
    story.third_round(event)
    if THOROUGH:
        story.another_round(event, story.ROUND_4, 4)
        story.another_round(event, story.ROUND_5, 5)
        story.another_round(event, story.ROUND_6, 6)
    story.the_final(event)
    ranking = story.prize_giving(event)
    files = story.files(event, tmp_path)

    standings, final, results = story.final_pages(event)
    # One was ill and another came; one was a substitute. Those who left with a game are among them.
    assert len(standings) == len(players()) + 1
    assert len(final) == story.FINALISTS
    assert len(results) == 4 * event.games
    finalists = [line[:3] for line in final]
    others = [line[1:3] for line in standings if line[0] and line[1] not in names_of(final)]
    assert ranking[: story.FINALISTS] == finalists
    assert [line[1:] for line in ranking[story.FINALISTS :]] == others
    for kind in ("CSV", "XLSX", "JSON"):
        assert taken_home.standings_in(files[f"Standings {kind}"]) == standings
        # Pages list the winner of a table first, files who sat East.
        assert sorted(taken_home.results_in(files[f"Results by round {kind}"])) == sorted(results)
    assert taken_home.standings_in(files["Final"]) == final
    assert "spring-open: sound;" in taken_home.verified(laptop.folder)

    other = laptops("other")
    other_desk = Hands(visitor(width=1280, base_url=other.url), diary)
    again = story.take_to(other_desk, other.first_link, files["whole"], tmp_path)

    assert again.read_bytes() == files["whole"].read_bytes()
    assert "spring-open: sound;" in taken_home.verified(other.folder)
    assert diary.dead_ends == set()

    if THOROUGH and os.environ.get("JANTAKU_TAKE_DOWN"):
        write_into_the_docs(diary)
    assert {phase: one for phase, one in diary.phases.items() if not is_within(one, AT_MOST[phase])} == {}
    assert {
        task: (one.clicks, one.keys, one.pages, one.scans) for task, one in diary.tasks.items()
    } == OF_A_PERSON
    # The docs have the desk of the whole event; what one player does is the same in both.
    at_the_desk, of_a_person = as_table(diary).split("\n\n")
    in_docs = in_the_docs().split("\n\n")
    assert in_docs[1] == of_a_person
    assert not THOROUGH or in_docs[0] == at_the_desk


def names_of(lines: taken_home.Lines) -> list[str]:
    return [line[1] for line in lines]


def is_within(done: Tally, bound: tuple[int, int, int, int, float]) -> bool:
    clicks, keys, pages, sheets, minutes = bound
    return (
        done.clicks <= clicks
        and done.keys <= keys
        and done.pages <= pages
        and (done.sheets == sheets if THOROUGH else done.sheets <= sheets)
        and done.minutes <= minutes
    )
