"""A migration runs on SQLite as `makemigrations` wrote it: a table that Django copies keeps its triggers."""

import pytest
from django.db import IntegrityError, connection, migrations, models
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState

from tournaments.models import OldAddress, Tournament
from web.triggers import Guard

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL changes a table in its place"),
]


def triggers() -> dict[str, str]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
        return dict(cursor.fetchall())


def run(operation: Operation, state: ProjectState) -> ProjectState:
    after = state.clone()
    operation.state_forwards("tournaments", after)
    with connection.schema_editor() as editor:
        operation.database_forwards("tournaments", editor, state, after)
    return after


def test_a_column_comes_and_goes_and_every_trigger_stays() -> None:
    """Triggers of other tables look into this one, so SQLite would not let the copy take its name."""
    before = triggers()
    state = MigrationLoader(connection).project_state()
    sponsor = models.CharField(max_length=60, default="", blank=True)

    with_it = run(migrations.AddField("tournament", "sponsor", sponsor), state)
    there = triggers()
    run(migrations.RemoveField("tournament", "sponsor"), with_it)

    assert triggers() == there == before
    assert any(
        "tournaments_tournament" in sql and "ON tournaments_oldaddress" in sql for sql in before.values()
    )


def test_a_trigger_still_refuses_after_its_table_was_copied() -> None:
    state = MigrationLoader(connection).project_state()
    check = models.CheckConstraint(condition=~models.Q(slug="x"), name="no_address_is_x")
    with_it = run(migrations.AddConstraint("oldaddress", check), state)
    tournament = Tournament.objects.create(slug="open", name="Open")

    with pytest.raises(IntegrityError, match="an_address_in_use_is_not_left_insert"):
        OldAddress.objects.create(slug="open", tournament=tournament)

    run(migrations.RemoveConstraint("oldaddress", check.name), with_it)


def test_a_table_that_is_new_in_a_migration_may_be_copied_in_it() -> None:
    state = MigrationLoader(connection).project_state()
    trigger = Guard(name="no_lamp_is_green", on="INSERT", when="NEW.colour = 'green'")
    columns = [("id", models.AutoField(primary_key=True)), ("colour", models.CharField(max_length=9))]
    operations = [
        migrations.CreateModel("Lamp", columns, {"constraints": [trigger]}),
        migrations.AddField("lamp", "watts", models.IntegerField(default=40)),
    ]

    with connection.schema_editor() as editor:
        for operation in operations:
            after = state.clone()
            operation.state_forwards("tournaments", after)
            operation.database_forwards("tournaments", editor, state, after)
            state = after

    assert "ON tournaments_lamp" in triggers()[trigger.name]
    run(migrations.DeleteModel("Lamp"), state)
