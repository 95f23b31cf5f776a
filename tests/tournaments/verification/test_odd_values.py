"""Whatever a column is made to hold, verification says what it finds and looks at everything else: it never dies."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.apps import apps
from django.db import DatabaseError, connection, models
from pytest_django import DjangoDbBlocker

from tests.permissions import undone
from tests.thorough import in_turn
from tests.tournaments.verification.attacker import run, take_guards_down
from tests.tournaments.verification.columns import COLUMNS, Edit
from tests.tournaments.verification.full_world import World, full_world
from tests.tournaments.verification.test_every_column import MODELS, output

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.slow,
    pytest.mark.once("PostgreSQL keeps types; what it lets through is tried in test_tampering"),
]
# SQLite takes each of them for a column of any type.
ODD = {
    "nothing": "NULL",
    "a word": "'zzz'",
    "an empty text": "''",
    "a huge number": "9223372036854775807",
    "a number below zero": "-1",
    "a fraction": "0.5",
    "no text": "CAST(x'ff' AS TEXT)",
    "bytes": "x'00ff'",
    "the value of another row": "(SELECT {column} FROM {table} ORDER BY {key} DESC LIMIT 1)",
}
LEDGERS = ("spring-open", "elsewhere", "stream", "lake")
# A publication set back to an earlier entry is worked out again by itself.
WORKED_OUT_AGAIN = "tournaments.Publication.as_of_seq"
# Empty in what earlier versions published, until the next publication; so it is in another row of this world.
MAY_BE_EMPTY = "tournaments.Publication.last_round"
EMPTIED = ("nothing", "the value of another row")


@pytest.fixture(scope="module")
def world(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[World]:
    """One for all of these tests, in which checks hold no more; whatever is changed is taken back."""
    with django_db_blocker.unblock():
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA ignore_check_constraints = ON")
        with undone():
            world = full_world()
            take_guards_down()
            yield world
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA ignore_check_constraints = OFF")


def read(column: str, where: str) -> Any:
    """How the program reads a column of one row, and whether a query finds something in it."""
    model, field = apps.get_model(column.rsplit(".", 1)[0]), column.rsplit(".", 1)[1]
    rows = model.objects.extra(where=[where])
    try:
        return rows.values_list(field, flat=True).get(), rows.filter(**{f"{field}__isnull": True}).exists()
    except Exception as error:
        return repr(error)


def edited(column: str, value: str) -> tuple[bool, str]:
    """Whether this value is another one, and what is said of all ledgers then; nothing where SQLite refuses it."""
    model, name = apps.get_model(column.rsplit(".", 1)[0]), column.rsplit(".", 1)[1]
    table, key = model._meta.db_table, model._meta.pk.column
    field = connection.ops.quote_name(model._meta.get_field(name).column)
    where = f"{table}.{key} = (SELECT MIN({key}) FROM {table})"
    before = read(column, where)
    value = value.format(column=field, table=table, key=key)
    with undone():
        try:
            run(f"UPDATE {table} SET {field} = {value} WHERE {where}")
        except DatabaseError:
            # Unique, or never empty: what it would break is not there.
            return False, ""
        return read(column, where) != before, output()


def is_moment(column: str) -> bool:
    model, name = column.rsplit(".", 1)
    return isinstance(apps.get_model(model)._meta.get_field(name), models.DateTimeField)


def tried(model: type[models.Model], turn: int) -> list[tuple[str, str]]:
    """Columns and what each is made to hold.

    Usually one thing, another one for each, of every third column: test_every_column edits all of them.
    """
    label = f"{model._meta.app_label}.{model.__name__}"
    names = [field.name for field in model._meta.concrete_fields if not field.primary_key]
    columns = [f"{label}.{name}" for name in names]
    return [
        (column, what)
        for place, column in enumerate(in_turn(columns, turn, of=max(1, min(3, len(columns)))))
        for what in in_turn(list(ODD), turn + place, len(ODD))
    ]


@pytest.mark.parametrize(("turn", "model"), list(enumerate(MODELS)), ids=[model.__name__ for model in MODELS])
def test_no_value_of_a_column_ends_verification_and_what_is_proven_is_noticed(
    world: World, turn: int, model: type[models.Model]
) -> None:
    unseen = {}
    for column, what in tried(model, turn):
        is_another, found = edited(column, ODD[what])

        if not found:
            continue
        missing = [ledger for ledger in LEDGERS if f"\n{ledger}: " not in f"\n{found}"]
        if missing and not column.endswith(".slug"):
            unseen[column, what] = f"not verified: {missing}\n{found}"
        # Moments are compared to ten minutes, and all of this world are of this one.
        is_close = what == "the value of another row" and is_moment(column)
        is_emptied = column == MAY_BE_EMPTY and what in EMPTIED
        is_proven = isinstance(COLUMNS.get(column), Edit) and column != WORKED_OUT_AGAIN
        is_proven = is_proven and not is_close and not is_emptied
        if is_another and is_proven and not found.endswith("status 1"):
            unseen[column, what] = found

    assert unseen == {}
