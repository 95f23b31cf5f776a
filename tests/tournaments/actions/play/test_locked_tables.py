"""What is read of a table under its lock: its newest sheet and hand, and of the others nothing."""

import pytest
from django.db import connection, transaction

from tests.explained import rows_read
from tests.tournaments.hall import Hall
from tournaments.actions.play.locked_tables import STANDING, lock_and_look
from tournaments.models import Scoresheet, Table

SHEETS = 600


def write_sheets(table: Table, versions: range) -> None:
    """Void versions of the table's result."""
    points = {"east": 40_000, "south": 30_000, "west": 20_000, "north": 10_000, "start_total": 100_000}
    void = Scoresheet.Status.VOID
    Scoresheet.objects.bulk_create(
        Scoresheet(table=table, version=version, status=void, **points) for version in versions
    )


def test_the_newest_sheet_is_read_of_many(hall: Hall, table: Table) -> None:
    other = table.round.tables.get(number=2)
    write_sheets(other, range(1, 8))
    write_sheets(table, range(1, 4))

    with transaction.atomic():
        at = lock_and_look(hall.alice, pk=table.pk)

    assert at.last == Scoresheet.objects.get(table=table, version=3)
    assert [seat.pk for seat in at.seats] == list(table.seats.order_by("wind").values_list("pk", flat=True))
    assert at.ledger is not None
    assert at.ledger.head == hall.tournament.head


@pytest.mark.postgres
def test_postgresql_reads_no_sheet_of_another_table(hall: Hall, table: Table) -> None:
    other = table.round.tables.get(number=2)
    write_sheets(other, range(1, SHEETS + 1))
    write_sheets(table, range(1, 3))
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE tournaments_scoresheet")

    read = rows_read(STANDING.sql, [hall.tournament.pk, *[table.pk] * 5], "tournaments_scoresheet")

    assert read
    assert max(read) <= 2
