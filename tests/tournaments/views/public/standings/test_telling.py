"""Standings that tell: who moved, what the last round brought, and other ways to look at the same games."""

import csv
import io
import re

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from players.models import Club, Player
from tests.tournaments.hall import Hall, open_hall
from tests.tournaments.views.seat.test_seat_pages import text_of
from tournaments.actions.imports.players import import_players
from tournaments.actions.imports.results import import_results
from tournaments.models import Entry, Publication
from tournaments.standings import publish_tournament
from tournaments.views.public.standings.table import TABLES
from web.page_memory import memory

pytestmark = pytest.mark.django_db
ADDRESS = "/t/spring-open/standings/"
POINTS = (45_000, 30_000, 20_000, 5_000)
BOB, ANN, CAT, DAN = FOUR = ("Bob", "Ann", "Cat", "Dan")
SECOND = (DAN, ANN, BOB, CAT)


@pytest.fixture
def hall() -> Hall:
    return open_hall(players=0)


@pytest.fixture
def played(hall: Hall) -> Hall:
    """Bob won the first round of four, Dan the second."""
    play(hall, FOUR, SECOND)
    return hall


def play(hall: Hall, *games: tuple[str, ...], first_round: int = 1) -> None:
    lines = ["round,table,player,points"]
    for number, names in enumerate(games, first_round):
        lines += [f"{number},1,{name},{made}" for name, made in zip(names, POINTS, strict=True)]
    import_results(stage=hall.stage, text="\n".join(lines), by=hall.alice)
    publish_tournament(hall.tournament.pk)


def page(query: str = "", address: str = ADDRESS) -> str:
    memory.clear()
    TABLES.clear()
    answer = Client().get(address + query)
    assert answer.status_code == 200
    return answer.content.decode()


def rows(shown: str) -> list[str]:
    """Each row of players as it is read."""
    found = re.findall(r'<tr id="e\d+".*?</tr>', shown)
    return [" ".join(re.sub(r"<[^>]+>", " ", row).split()) for row in found]


def names(shown: str) -> list[str]:
    return [next(name for name in FOUR if name in row) for row in rows(shown)]


def test_a_row_has_its_move_the_last_round_the_last_places_and_the_gap(played: Hall) -> None:
    assert rows(page()) == [
        "1 – , same rank as before Bob +45.0 −20.0 1 3 1-0-1-0 2",
        "2 – , same rank as before Ann +20.0 +10.0 2 2 0-2-0-0 2 −25.0",
        "3 ▲1 , up 1 rank Dan +10.0 +65.0 4 1 1-0-0-1 2 −10.0",
        "4 ▼1 , down 1 rank Cat −75.0 −55.0 3 4 0-0-1-1 2 −85.0",
    ]


def test_the_run_is_drawn_and_the_places_are_a_bar(played: Hall) -> None:
    shown = page()

    assert shown.count('<svg class="spark"') == 4
    assert re.findall(r'<svg class="bar".*?</svg>', shown)[2] == (
        '<svg class="bar" viewBox="0 0 96 8" aria-hidden="true"><path class="p1" d="M0 0h48v8h-48z"/>'
        '<path class="p4" d="M48 0h48v8h-48z"/></svg>'
    )


def test_in_the_first_round_nobody_has_moved(hall: Hall) -> None:
    play(hall, FOUR)

    assert rows(page())[0] == "1 Bob +65.0 +65.0 1 1-0-0-0 1"


def test_before_the_first_game_it_says_who_plays(hall: Hall) -> None:
    import_players(tournament=hall.tournament, text="name\nBob\nAnn\n", by=hall.alice)
    publish_tournament(hall.tournament.pk)

    shown = page()

    said = text_of(Client().get(ADDRESS))
    assert "2 players. Standings begin with the first confirmed game." in said
    assert ("<table" in shown, "Bob" in said, "Cross-table" in said) == (False, True, False)


def test_after_an_earlier_round_they_are_as_they_were_then(hall: Hall) -> None:
    play(hall, FOUR)
    then = page()
    play(hall, SECOND, first_round=2)

    shown = page("?after=1")

    assert rows(shown) == rows(then)
    assert "After round 1, by what is confirmed today." in shown


def test_after_an_earlier_round_the_page_is_kept_until_something_changes(
    played: Hall, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    then = page("?after=1")

    # To look whether anything is new.
    with django_assert_num_queries(1):
        kept = Client().get(ADDRESS + "?after=1").content.decode()

    assert (kept, memory.paths()) == (then, {ADDRESS})
    assert rows(kept) != rows(Client().get(ADDRESS).content.decode())


def test_of_what_is_no_earlier_round_no_page_is_kept(played: Hall) -> None:
    for query in ("?after=2", "?after=777", "?after=1&q=Bob", "?after=01"):
        page(query)

        assert len(memory) == 0


@pytest.mark.parametrize("value", ["", "0", "2", "3", "999999999", "-1", "²", "one", "1.0"])
def test_after_no_earlier_round_they_are_as_published(played: Hall, value: str) -> None:
    assert rows(page(f"?after={value}")) == rows(page())


def test_after_a_round_it_takes_as_many_statements_for_any_number_of_players(
    played: Hall, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    page("?after=1")

    with django_assert_num_queries(6):
        page("?after=1")


def test_rows_after_a_round_are_added_up_once_for_both_languages_and_a_search(
    played: Hall, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    in_english = page("?after=1")
    memory.clear()
    # The publications, the cuts' rules and the last rounds.
    with django_assert_num_queries(2):
        in_japanese = Client().get(f"/ja{ADDRESS}?after=1").content.decode()
    with django_assert_num_queries(2):
        searched = Client().get(ADDRESS + "?after=1&q=bob").content.decode()

    assert (len(rows(in_japanese)), 'lang="ja"' in in_japanese) == (4, True)
    assert rows(searched) == rows(in_english)[:1]


def in_clubs() -> None:
    """Bob and Ann are of the East Club, Cat of the West Club; Dan comes from Japan, the others from France."""
    east, west = (Club.objects.create(name=name) for name in ("East Club", "West Club"))
    Player.objects.update(country="FR")
    Player.objects.filter(name__in=(BOB, ANN)).update(club=east)
    Player.objects.filter(name=CAT).update(club=west)
    Player.objects.filter(name=DAN).update(country="JP")


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("?q=an", [ANN, DAN]),
        ("?q=east", [BOB, ANN]),
        ("?club=West Club", [CAT]),
        ("?country=JP", [DAN]),
        ("?country=FR&club=East Club&q=bo", [BOB]),
        ("?club=east club", []),
        ("?team=1", []),
        ("?q=%00&team=²&country=<script>", []),
    ],
)
def test_players_are_found_by_name_club_and_country(played: Hall, query: str, found: list[str]) -> None:
    in_clubs()

    shown = page(query)

    assert names(shown) == found
    assert ("No player matches." in shown) == (not found)


def test_a_search_after_a_round_keeps_to_it(played: Hall) -> None:
    shown = page("?after=1&q=bob")

    assert rows(shown) == ["1 Bob +65.0 +65.0 1 1-0-0-0 1"]
    assert '<a href="?after=1">Show all players</a>' in shown


def test_teams_come_first_with_what_each_player_made(hall: Hall) -> None:
    teams = {BOB: "Bears", ANN: "Foxes", CAT: "Foxes", DAN: "Bears"}
    listed = "".join(f"{name},{team}\n" for name, team in teams.items())
    import_players(tournament=hall.tournament, text=f"name,team\n{listed}", by=hall.alice)
    play(hall, FOUR, (ANN, DAN, CAT, BOB))

    shown = page()

    said = [
        " ".join(re.sub(r"<[^>]+>", " ", row).split()) for row in re.findall(r'<tr id="t\d+".*?</tr>', shown)
    ]
    assert said == [
        "1 ▲1 , up 1 rank Foxes Ann +75.0 · Cat −40.0 +35.0 +45.0 2 3 1 3 1-1-2-0 4",
        "2 ▼1 , down 1 rank Bears Bob +10.0 · Dan −45.0 −35.0 −45.0 1 4 2 4 1-1-0-2 4 −70.0",
    ]
    assert shown.index('id="teams"') < shown.index('id="players"')
    [ann] = [row for row in re.findall(r'<tr id="e\d+".*?</tr>', shown) if "Ann" in row]
    [foxes] = [row for row in re.findall(r'<tr id="t\d+".*?</tr>', shown) if "Foxes" in row]
    assert re.findall(r"own-\d", ann) == re.findall(r"own-\d", foxes) != []


CROSS = ADDRESS + "1/cross-table/"


def test_the_cross_table_has_what_each_round_brought(played: Hall) -> None:
    assert rows(page(address=CROSS)) == [
        "1 Bob +45.0 1 +65.0 3 −20.0",
        "2 Ann +20.0 2 +10.0 2 +10.0",
        "3 Dan +10.0 4 −55.0 1 +65.0",
        "4 Cat −75.0 3 −20.0 4 −55.0",
    ]


@pytest.mark.parametrize(
    ("query", "order"),
    [
        ("?sort=1", [BOB, ANN, CAT, DAN]),
        ("?sort=2", [DAN, ANN, BOB, CAT]),
        ("?sort=3", [BOB, ANN, DAN, CAT]),
        ("?sort=x&until=²&from=-1", [BOB, ANN, DAN, CAT]),
    ],
)
def test_it_is_sorted_by_any_round(played: Hall, query: str, order: list[str]) -> None:
    assert names(page(query, CROSS)) == order


def test_who_missed_the_round_comes_last_and_has_an_empty_cell(played: Hall) -> None:
    play(played, ("Emil", "Fumi", "Goro", "Bob"), first_round=3)

    shown = rows(page("?sort=3", CROSS))

    assert (shown[0], shown[-1]) == ("1 Emil +65.0 1 +65.0", "7 Cat −75.0 3 −20.0 4 −55.0")


def test_of_many_rounds_the_last_are_shown_and_links_lead_to_the_earlier_ones(
    played: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tournaments.views.public.standings.cross_table.COLUMNS", 1)

    later, earlier = page(address=CROSS), page("?until=1", CROSS)

    assert rows(later)[0] == "1 Bob +45.0 3 −20.0"
    assert ('href="?until=1"' in later, 'href="?until=2"' in earlier) == (True, True)
    assert rows(earlier)[0] == "1 Bob +45.0 1 +65.0"


def test_it_takes_four_statements_and_then_one(
    played: Hall, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    page(address=CROSS)
    memory.clear()

    with django_assert_num_queries(4):
        first = Client().get(CROSS)
    with django_assert_num_queries(1):
        second = Client().get(CROSS)

    assert (second.content, second.headers["ETag"]) == (first.content, first.headers["ETag"])


@pytest.mark.parametrize("query", ["?sort=1", "?until=1", "?from=2", "?sort=9&made=up"])
def test_nobody_fills_the_memory_with_other_orders(played: Hall, query: str) -> None:
    memory.clear()

    Client().get(CROSS + query)

    assert len(memory) == 0


def test_the_file_has_points_and_places_of_every_round(played: Hall) -> None:
    answer = Client().get("/t/spring-open/downloads/cross-table.csv?stage=1")

    lines = list(csv.DictReader(io.StringIO(answer.getvalue().decode("utf-8-sig"))))
    columns = ("Rank", "Name", "Total", "Round 1", "Place in round 1", "Round 2", "Place in round 2")
    assert [[line[name] for name in columns] for line in lines] == [
        ["1", BOB, "45", "65", "1", "-20", "3"],
        ["2", ANN, "20", "10", "2", "10", "2"],
        ["3", DAN, "10", "-55", "4", "65", "1"],
        ["4", CAT, "-75", "-20", "3", "-55", "4"],
    ]


def test_what_an_earlier_version_published_has_its_views_and_no_moves(played: Hall) -> None:
    Publication.objects.update(last_round=None)
    played.stage.standings.update(rank_before=None)

    shown = page()

    assert "Cross-table" in shown
    assert rows(shown)[0] == "1 Bob +45.0 −20.0 1 3 1-0-1-0 2"
    assert len(rows(page(address=CROSS))) == Entry.objects.count()
