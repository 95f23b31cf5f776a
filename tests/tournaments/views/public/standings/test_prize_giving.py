"""The prize-giving reveals places one after the other, the last first."""

import re

import pytest
from django.test import Client

from tests.tournaments.hall import Hall, finished_hall, open_hall
from tests.tournaments.views.conftest import signed_in

pytestmark = pytest.mark.django_db
SLIDES = "/t/spring-open/prize-giving/"


@pytest.fixture
def finished() -> Hall:
    """Two tables with the same results: two players share each place."""
    return finished_hall()


def slide(shown: int) -> str:
    return Client().get(SLIDES, {"shown": shown}).content.decode()


def place(html: str) -> tuple[str, int]:
    """The rank on the screen, and how many share it."""
    heading = re.search(r"<h1>(.*?)</h1>", html, re.DOTALL)
    assert heading
    rank = re.search(r">(\d+)</span>", heading[1])
    return rank[1] if rank else "", heading[1].count("<bdi>")


def test_begins_with_nobody_and_ends_with_the_first(finished: Hall) -> None:
    assert [place(slide(shown)) for shown in range(5)] == [("", 0), ("7", 2), ("5", 2), ("3", 2), ("1", 2)]


def test_those_revealed_before_are_below_the_best_on_top(finished: Hall) -> None:
    ranks = re.findall(r'<strong class="rank">(\d+)</strong>', slide(4))

    assert ranks == ["3", "3", "5", "5", "7"]


def test_links_turn_it_without_a_script(finished: Hall) -> None:
    links = [dict(re.findall(r'rel="(prev|next)" href="\?of=&amp;shown=(\d)"', slide(n))) for n in (0, 2, 4)]

    assert links == [{"next": "1"}, {"prev": "1", "next": "3"}, {"prev": "3"}]
    assert 'href="?of=&amp;shown=2">To the first three' in slide(0)


@pytest.mark.parametrize("shown", ["5", "-1", "x", "99999", "", "１"])
def test_no_other_slide_is_found(finished: Hall, shown: str) -> None:
    assert Client().get(SLIDES, {"shown": shown}).status_code == 404


def test_gives_nothing_away_until_the_tournament_is_finished() -> None:
    hall = open_hall()

    assert Client().get(SLIDES)["Location"] == "/t/spring-open/standings/"
    assert SLIDES not in signed_in(hall.alice).get("/t/spring-open/desk/").content.decode()
