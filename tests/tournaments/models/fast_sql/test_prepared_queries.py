"""A query whose statement is written once, by the ORM or by hand, gives what the ORM gives, for every text, in every
thread.
"""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection
from django.db.models import QuerySet, Value
from django.db.models.functions import Concat
from django.test.utils import CaptureQueriesContext

from players.models import Club, Player
from tournaments.models.fast_sql.reading import Among, PreparedQuery, PreparedSQL

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


# Two lists and two values, each list written in its place and not where the first one is.
BY_HAND = PreparedSQL("""
    SELECT player.name, club.name
    FROM players_player player JOIN players_club club ON club.id = player.club_id
    WHERE club.id {among} AND player.id <> %s AND player.id {among} AND player.name > %s
    ORDER BY player.name
""")


@pytest.mark.parametrize("clubs_asked", [0, 1, len(NAMES)])
@pytest.mark.parametrize("players_asked", [0, 1, 7])
def test_a_statement_by_hand_gives_what_the_orm_gives(
    clubs: None, clubs_asked: int, players_asked: int
) -> None:
    of_clubs = {club.pk for club in Club.objects.order_by("-pk")[:clubs_asked]}
    beside, *asked = list(Player.objects.order_by("-pk").values_list("pk", flat=True))[: players_asked + 1]
    wanted = Player.objects.filter(club__in=of_clubs, pk__in=asked, name__gt="Alice").exclude(pk=beside)

    found = BY_HAND.read(of_clubs, beside, asked, "Alice")

    assert found == list(wanted.order_by("name").values_list("name", "club__name"))
    # There is something to find.
    assert (found != []) == (clubs_asked > 0 and players_asked > 0)


@pytest.mark.parametrize("name", [*NAMES, "nowhere", "{among}", "%s", ""])
def test_a_text_goes_into_a_statement_by_hand_as_it_is(clubs: None, name: str) -> None:
    query = PreparedSQL("SELECT id, name FROM players_club WHERE name = %s")

    assert query.read(name) == list(Club.objects.filter(name=name).values_list("pk", "name"))


def test_a_statement_by_hand_is_one_query_and_the_same_one_for_all_values(clubs: None) -> None:
    pks = list(Club.objects.values_list("pk", flat=True))
    query = PreparedSQL("SELECT id FROM players_club WHERE id {among} ORDER BY id")

    with CaptureQueriesContext(connection) as queries:
        found = [query.read(pks[:count]) for count in range(len(pks) + 1)]

    assert found == [[(pk,) for pk in sorted(pks[:count])] for count in range(len(pks) + 1)]
    assert len(queries) == len(found)
    assert query.sql[connection.vendor] == (
        "SELECT id FROM players_club WHERE id = ANY (%s::bigint[]) ORDER BY id"
        if connection.vendor == "postgresql"
        else "SELECT id FROM players_club WHERE id IN (SELECT value FROM json_each(%s)) ORDER BY id"
    )


@pytest.mark.django_db(transaction=True)
def test_threads_share_a_statement_by_hand_and_not_its_rows() -> None:
    for name in NAMES:
        Club.objects.create(name=name)
    query = PreparedSQL("SELECT name FROM players_club WHERE name = %s")

    def ask(name: str) -> list[str]:
        try:
            return [found for _time in range(20) for (found,) in query.read(name)]
        finally:
            connection.close()

    with ThreadPoolExecutor(len(NAMES)) as pool:
        found = list(pool.map(ask, NAMES))

    assert found == [[name] * 20 for name in NAMES]
