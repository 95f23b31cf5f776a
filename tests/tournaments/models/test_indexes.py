"""What a result writes keeps as few indexes as find its rows."""

import pytest
from django.db import connection, models

from tournaments.models import Confirmation, HandRecord, LedgerEntry, Score, Scoresheet, Seat, Table

WRITTEN: list[type[models.Model]] = [Confirmation, HandRecord, LedgerEntry, Score, Scoresheet, Seat, Table]


@pytest.mark.django_db
@pytest.mark.parametrize("model", WRITTEN)
def test_no_index_is_the_beginning_of_another(model: type[models.Model]) -> None:
    with connection.cursor() as cursor:
        found = connection.introspection.get_constraints(cursor, model._meta.db_table)
    # Of those for some rows alone, SQLite says nothing.
    partial = {one.name for one in model._meta.constraints if getattr(one, "condition", None)}
    indexes = {
        name: tuple(one["columns"])
        for name, one in found.items()
        if (one["index"] or one["unique"] or one["primary_key"]) and name not in partial
    }

    beginnings = {
        name: columns
        for name, columns in indexes.items()
        for other, more in indexes.items()
        if name != other and more[: len(columns)] == columns
    }

    assert beginnings == {}
