"""Whole rows inserted by one statement: they are what the ORM would have made of them, afterwards and in memory."""

from datetime import UTC, datetime

import pytest
from django.db import IntegrityError, connection

from tests.tournaments.hall import Hall
from tournaments.models import Scoresheet, Table
from tournaments.models.fast_sql.writing import InsertedRows

SHEETS = InsertedRows(Scoresheet)


def sheet(table: Table, **more: object) -> Scoresheet:
    points = {"east": 40_000, "south": 30_000, "west": 20_000, "north": 10_000}
    return Scoresheet(**{"table": table, "version": 1, "start_total": 100_000, **points, **more})


def test_a_row_is_as_the_orm_would_have_stored_it(hall: Hall, table: Table, django_assert_num_queries):
    other = table.round.tables.get(number=2)
    claimed = datetime(2026, 4, 1, 12, 30, 15, 250_000, tzinfo=UTC)
    by_orm = sheet(other, claimed_at=claimed, reported_by_user=hall.bob)
    by_orm.save()
    ours = sheet(table, claimed_at=claimed, reported_by_user=hall.bob)

    with django_assert_num_queries(1):
        SHEETS.insert([ours])

    stored = Scoresheet.objects.get(table=table)
    assert {name: getattr(ours, name) for name in attributes(ours)} == {
        name: getattr(stored, name) for name in attributes(stored)
    }
    differing = {"id", "table_id", "reported_at"}
    assert {name: getattr(stored, name) for name in attributes(stored) - differing} == {
        name: getattr(by_orm, name) for name in attributes(by_orm) - differing
    }
    assert abs((ours.reported_at - by_orm.reported_at).total_seconds()) < 60
    assert (ours._state.adding, ours._state.db) == (False, "default")


def attributes(row: Scoresheet) -> set[str]:
    return {field.attname for field in row._meta.concrete_fields}


def test_several_rows_get_their_numbers_in_their_order(hall: Hall, table: Table):
    rows = [sheet(one, status=Scoresheet.Status.CONFIRMED) for one in table.round.tables.order_by("-number")]

    SHEETS.insert(rows)

    assert [(row.table_id, row.pk) for row in rows] == list(
        Scoresheet.objects.order_by("pk").values_list("table_id", "pk")
    )


def test_rows_that_are_said_to_agree_are_compared(hall: Hall, table: Table):
    rows = [sheet(one) for one in table.round.tables.order_by("number")]

    InsertedRows(Scoresheet, same=("version", "status")).insert(rows)

    written = Scoresheet.objects.order_by("pk").values_list("table", "version", "status")
    assert list(written) == [(row.table_id, 1, "submitted") for row in rows]


def test_rows_that_differ_where_they_are_said_to_agree_are_refused(hall: Hall, table: Table):
    rows = [sheet(one) for one in table.round.tables.all()]

    with pytest.raises(ValueError, match=r"These rows of Scoresheet differ in table\."):
        InsertedRows(Scoresheet, same=("version", "table")).insert(rows)

    assert not Scoresheet.objects.exists()


@pytest.mark.postgres
def test_numbers_of_every_size_are_one_statement_to_the_database(hall: Hall, table: Table):
    for version, east in enumerate([0, 40, 40_000, 3_000_000, 5_000_000_000, -40_000, -7, 90_000], 1):
        row = sheet(table, version=version, status=Scoresheet.Status.VOID, east=east)
        row.start_total = east + row.south + row.west + row.north
        SHEETS.insert([row])

    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_prepared_statements"
            " WHERE statement LIKE 'INSERT INTO tournaments_scoresheet %%'",
            [],
        )
        assert cursor.fetchone() == (1,)


@pytest.mark.parametrize("broken", [{"start_total": 1}, {"imbalance": 1_000, "start_total": 101_000}])
def test_the_constraints_hold_for_it(hall: Hall, table: Table, broken: dict[str, int]):
    with pytest.raises(IntegrityError):
        SHEETS.insert([sheet(table, **broken)])
