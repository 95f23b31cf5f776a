"""Rows that a statement written out reads, and locks until the transaction ends."""

from collections.abc import Iterator

import pytest
from django.db import transaction
from django.db.models.signals import post_init
from django.db.transaction import TransactionManagementError

from tests.tournaments.hall import open_hall
from tournaments.models import Entry, Team, Tournament
from tournaments.models.fast_sql.reading import JoinedRows

ROWS = JoinedRows(
    "SELECT {columns} FROM tournaments_tournament found WHERE found.id = %s", lock=["found"], found=Tournament
)


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_rows_are_not_locked_where_no_transaction_would_let_go_of_them() -> None:
    tournament = open_hall(players=0).tournament

    with pytest.raises(TransactionManagementError, match="Rows are locked until a transaction ends"):
        ROWS.read(tournament.pk)

    with transaction.atomic():
        assert ROWS.read(tournament.pk) == [[tournament]]


@pytest.mark.django_db
def test_what_several_rows_are_joined_to_is_one_instance() -> None:
    hall = open_hall(players=4)
    rows = JoinedRows(
        "SELECT {columns}, entry.number FROM tournaments_entry entry"
        " JOIN tournaments_tournament tournament ON tournament.id = entry.tournament_id"
        " LEFT JOIN tournaments_team team ON team.id = entry.team_id ORDER BY entry.number",
        entry=Entry,
        tournament=Tournament,
        team=Team,
    )

    found = rows.read()

    entries = list(Entry.objects.order_by("number"))
    assert found == [[entry, hall.tournament, None, entry.number] for entry in entries]
    assert len({id(tournament) for _entry, tournament, *_more in found}) == 1
    assert found[0][0].created_at == entries[0].created_at


@pytest.mark.django_db
def test_an_instance_is_as_the_orm_loads_it() -> None:
    tournament = open_hall(players=0).tournament
    rows = JoinedRows("SELECT {columns} FROM tournaments_tournament found", found=Tournament)

    [[found]] = rows.read()

    loaded = Tournament.objects.get()
    assert {**vars(found), "_state": vars(found._state)} == {**vars(loaded), "_state": vars(loaded._state)}
    found.name = "Another"
    found.save(update_fields=["name"])
    found.refresh_from_db()
    assert (found.pk, found.name, found.usual_format) == (tournament.pk, "Another", tournament.usual_format)


@pytest.mark.django_db
def test_a_column_that_is_left_out_is_loaded_once_it_is_asked_for(django_assert_num_queries) -> None:
    open_hall(players=4)
    rows = JoinedRows(
        "SELECT {columns}, entry.lot FROM tournaments_entry entry ORDER BY entry.number",
        entry=Entry,
        defer=("entry.created_at", "entry.lot"),
    )

    with django_assert_num_queries(1):
        found = rows.read()

    entries = list(Entry.objects.order_by("number"))
    assert [[entry.number, lot] for entry, lot in found] == [[entry.number, entry.lot] for entry in entries]
    assert [entry.get_deferred_fields() for entry, _lot in found] == [{"created_at", "lot"}] * 4
    with django_assert_num_queries(1):
        assert found[0][0].created_at == entries[0].created_at


@pytest.fixture
def listener() -> Iterator[list[str]]:
    heard: list[str] = []

    def hear(instance: Entry, **_more: object) -> None:
        heard.append(str(instance))

    post_init.connect(hear, sender=Entry)
    yield heard
    post_init.disconnect(hear, sender=Entry)


@pytest.mark.django_db
@pytest.mark.usefixtures("listener")
def test_a_model_whose_signals_would_not_be_sent_is_refused() -> None:
    open_hall(players=4)
    rows = JoinedRows("SELECT {columns} FROM tournaments_entry entry", entry=Entry)

    with pytest.raises(TypeError, match="without the signals and methods that Entry has for it"):
        rows.read()
