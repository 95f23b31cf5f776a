"""Standings of more rows than one page holds: parts that lead to each other, and nobody who is not found."""

import re

import pytest
from django.test import Client

from tests.tournaments.hall import Hall, hall_with_a_game
from tournaments.models import Standing
from tournaments.views.public.standings import parts as table_parts
from web.page_memory import memory

pytestmark = pytest.mark.django_db
ADDRESS = "/t/spring-open/standings/"


@pytest.fixture
def hall(db: None, monkeypatch: pytest.MonkeyPatch) -> Hall:
    """Eight players, three to a part."""
    monkeypatch.setattr(table_parts, "ROWS", 3)
    return hall_with_a_game()


def names() -> list[str]:
    rows = Standing.objects.order_by("position")
    return list(rows.values_list("entry__player__name", flat=True))


def shown(query: str = "") -> list[str]:
    page = Client().get(ADDRESS + query).content.decode()
    return re.findall(r'<td class="who"><a href="[^"]+"><bdi>([^<]+)', page)


def links(query: str = "") -> list[tuple[str, str, str]]:
    page = Client().get(ADDRESS + query).content.decode()
    return re.findall(r'<a href="([^"]*)" rel="(prev|next)">([^<]*)</a>', page)


def test_the_parts_together_have_everybody_once_in_order(hall: Hall) -> None:
    parts = [shown(query) for query in ("", "?from=4", "?from=7")]

    assert [name for part in parts for name in part] == names()
    assert [len(part) for part in parts] == [3, 3, 2]


def test_each_part_leads_to_its_neighbours_without_a_script(hall: Hall) -> None:
    found = {query: links(query) for query in ("", "?from=4", "?from=7")}

    assert found == {
        "": [("?from=4", "next", "Next 4–6")],
        "?from=4": [("?", "prev", "Previous 1–3"), ("?from=7", "next", "Next 7–8")],
        "?from=7": [("?from=4", "prev", "Previous 4–6")],
    }


def test_only_the_best_three_of_all_are_in_colour(hall: Hall) -> None:
    pages = [Client().get(ADDRESS + query).content.decode() for query in ("", "?from=4")]

    assert [page.count('class="standings telling players later"') for page in pages] == [0, 1]


@pytest.mark.parametrize(
    ("value", "first"),
    [("5", 3), ("0", 0), ("-4", 0), ("", 0), ("four", 0), ("４", 0), ("²", 0), ("4.0", 0)]
    + [("%00", 0), ("9" * 400, 0), ("999999", 6), ("8", 6)],
)
def test_whatever_is_asked_for_is_a_part(hall: Hall, value: str, first: int) -> None:
    assert shown(f"?from={value}") == names()[first : first + 3]


def test_who_is_searched_for_is_found_in_any_part_with_their_rank(hall: Hall) -> None:
    last = names()[-1]

    found = shown(f"?q={last.upper()}")

    assert found == [last]
    assert links(f"?q={last}") == []
    assert "Show all players" in Client().get(f"{ADDRESS}?q={last}").content.decode()


def test_nobody_of_that_name_is_said_so(hall: Hall) -> None:
    answer = Client().get(ADDRESS, {"q": "\0<Nobody> " + "x" * 400})

    assert answer.status_code == 200
    assert "No player matches." in answer.content.decode()


def test_each_part_has_an_etag_of_its_own(hall: Hall) -> None:
    queries = ("", "?from=4", "?from=7", "?q=bob")
    tags = {Client().get(ADDRESS + query).headers["ETag"] for query in queries}

    assert len(tags) == len(queries)


def test_a_part_is_given_from_memory_like_the_first(hall: Hall, django_assert_num_queries) -> None:
    memory.clear()
    with django_assert_num_queries(3):
        first = Client().get(ADDRESS + "?from=4")

    with django_assert_num_queries(1):
        second = Client().get(ADDRESS + "?from=4")

    assert len(memory) == 1
    assert (second.content, second.headers["ETag"]) == (first.content, first.headers["ETag"])


@pytest.mark.parametrize("query", ["?from=5", "?from=04", "?from=1", "?from=4&x=1", "?q=bob"])
def test_nobody_fills_the_memory_with_queries_they_make_up(hall: Hall, query: str) -> None:
    memory.clear()

    Client().get(ADDRESS + query)

    assert len(memory) == 0


def test_nor_with_those_of_a_page_that_has_no_parts(hall: Hall) -> None:
    memory.clear()

    Client().get("/t/spring-open/?from=4")

    assert len(memory) == 0


def test_where_there_are_no_teams_nobody_looks_for_them(hall: Hall, django_assert_num_queries) -> None:
    memory.clear()

    with django_assert_num_queries(3):
        Client().get(ADDRESS)


def test_a_few_rows_are_one_part_that_can_be_searched(db: None) -> None:
    hall_with_a_game()

    page = Client().get(ADDRESS).content.decode()

    assert ("data-parts" in page, 'name="q"' in page) == (False, True)
