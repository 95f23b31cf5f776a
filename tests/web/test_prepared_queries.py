"""A query whose statement is written once gives what the ORM gives, for every text, in every thread."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection
from django.db.models import QuerySet, Value
from django.db.models.functions import Concat
from django.test.utils import CaptureQueriesContext

from players.models import Club, Player
from web.prepared_queries import Among, PreparedQuery

NAMES = ("River", "Hill", "it's", "100%", "川")


def of_club(name: str) -> QuerySet[Player]:
    players = Player.objects.filter(club__name=name).select_related("club").order_by("name")
    return players.annotate(called=Concat("name", Value(" of "), Value(name)))


@pytest.fixture
def clubs(db: None) -> None:
    for name in NAMES:
        club = Club.objects.create(name=name)
        for player in ("Alice", "Bob"):
            Player.objects.create(name=f"{player} {name}", club=club)


def read(query: PreparedQuery[Player, Player], name: str) -> list[tuple[str, str, str]]:
    return [(one.name, one.club.name, one.called) for one in query.read(name)]


@pytest.mark.parametrize("name", [*NAMES, "nowhere"])
def test_it_gives_the_rows_of_the_queryset_with_what_is_joined_and_annotated(clubs: None, name: str) -> None:
    query = PreparedQuery(of_club, of=str)
    first = read(query, "River")

    with CaptureQueriesContext(connection) as queries:
        found = read(query, name)

    assert found == [(one.name, one.club.name, one.called) for one in of_club(name)]
    assert read(query, "River") == first
    assert len(queries) == 1


def test_its_statement_is_written_once(clubs: None) -> None:
    written = []

    def queryset(name: str) -> QuerySet[Player]:
        written.append(name)
        return of_club(name)

    query = PreparedQuery(queryset, of=str)

    assert [len(query.read(name)) for name in NAMES] == [2] * len(NAMES)
    assert len(written) == 1


def test_values_come_as_they_are_asked_for(clubs: None) -> None:
    query = PreparedQuery(lambda name: Club.objects.filter(name=name).values_list("name", flat=True), of=str)

    assert [query.read(name) for name in ("Hill", "nowhere")] == [["Hill"], []]


def test_a_number_is_a_value_too(clubs: None) -> None:
    query = PreparedQuery(lambda pk: Player.objects.filter(club=pk).order_by("name"), of=int)

    for club in Club.objects.all():
        assert query.read(club.pk) == list(Player.objects.filter(club=club).order_by("name"))


def test_there_may_be_several_values_each_wherever_it_is_asked_for(clubs: None) -> None:
    def players(club: int, name: str, beside: int) -> QuerySet[Player]:
        return Player.objects.filter(club=club, name__gt=name).exclude(pk=beside).order_by("name")

    query = PreparedQuery(players, of=(int, str, int))

    for club in Club.objects.all():
        alice, bob = Player.objects.filter(club=club).order_by("name")
        assert query.read(club.pk, "A", 0) == [alice, bob]
        assert query.read(club.pk, "A", bob.pk) == [alice]
        assert query.read(club.pk, alice.name, alice.pk) == [bob]


@pytest.mark.parametrize("count", [0, 1, 7])
def test_a_list_of_numbers_is_one_value(clubs: None, count: int) -> None:
    query = PreparedQuery(
        lambda pks: Player.objects.filter(Among("pk", pks)).values_list("pk", flat=True), of=list
    )
    query.read([1])
    pks = {player.pk for player in Player.objects.all()[:count]}

    assert set(query.read(pks)) == pks


def test_numbers_and_texts_can_be_had_as_the_database_gives_them(clubs: None) -> None:
    query = PreparedQuery(
        lambda club: Player.objects.filter(club=club).order_by("name").values_list("pk", "name"), of=int
    )

    for club in Club.objects.all():
        assert query.read_raw(club.pk) == query.read(club.pk) != []


@pytest.mark.django_db(transaction=True)
def test_threads_do_not_read_each_others_rows() -> None:
    for name in NAMES:
        Club.objects.create(name=name)
    query = PreparedQuery(lambda name: Club.objects.filter(name=name), of=str)

    def ask(name: str) -> list[str]:
        try:
            return [club.name for _time in range(20) for club in query.read(name)]
        finally:
            connection.close()

    with ThreadPoolExecutor(len(NAMES)) as pool:
        found = list(pool.map(ask, NAMES))

    assert found == [[name] * 20 for name in NAMES]


@pytest.mark.parametrize("number", [2**63, -(2**63) - 1, 10**40])
def test_no_row_has_a_number_that_no_database_holds(clubs: None, number: int) -> None:
    query = PreparedQuery(lambda pk: Club.objects.filter(pk=pk), of=int)

    assert query.read(number) == []
