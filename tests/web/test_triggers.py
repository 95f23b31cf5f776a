"""A guard is a constraint like any other: migrations create, change and drop it, and `makemigrations` sees it."""

from collections.abc import Iterator

import pytest
from django.apps import apps
from django.db import IntegrityError, connection, migrations, models
from django.db.migrations.autodetector import MigrationAutodetector
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ModelState, ProjectState

from players.models import Player
from web.triggers import Counter, Guard, Trigger, changes, on_write

NOBODY = Guard(name="nobody_is_called_nobody", on="INSERT", when="NEW.name = 'Nobody'")
EVERYBODY = Guard(name=NOBODY.name, on="INSERT", when="NEW.name <> 'Everybody'")
AT_ONCE = Guard(name=NOBODY.name, on="INSERT", when=NOBODY.when, at_once=True)


def of_now() -> ProjectState:
    return MigrationLoader(connection).project_state()


def applied(operation: Operation, state: ProjectState) -> ProjectState:
    after = state.clone()
    operation.state_forwards("players", after)
    with connection.schema_editor() as editor:
        operation.database_forwards("players", editor, state, after)
    return after


def refuses(name: str) -> bool:
    """Does the database refuse a player of this name?"""
    try:
        Player.objects.create(name=name)
    except IntegrityError as refusal:
        return NOBODY.name in str(refusal)
    return False


def added(guard: Trigger) -> migrations.AddConstraint:
    return migrations.AddConstraint("player", guard)


@pytest.mark.django_db(transaction=True)
class TestMigrations:
    @pytest.fixture(autouse=True)
    def _none_is_left(self) -> Iterator[None]:
        yield
        with connection.cursor() as cursor:
            if connection.vendor == "sqlite":
                cursor.execute(f"DROP TRIGGER IF EXISTS {NOBODY.name}")
            else:
                cursor.execute(f"DROP FUNCTION IF EXISTS {NOBODY.name} CASCADE")

    @pytest.mark.parametrize("guard", [NOBODY, AT_ONCE], ids=["row by row", "at once"])
    def test_one_that_is_added_refuses_and_is_gone_once_it_is_removed(self, guard: Guard) -> None:
        state = applied(added(guard), of_now())
        there = (refuses("Nobody"), refuses("Bob"))

        applied(migrations.RemoveConstraint("player", guard.name), state)

        assert there == (True, False)
        assert not refuses("Nobody")

    def test_one_that_is_removed_refuses_again_on_the_way_back(self) -> None:
        state = applied(added(NOBODY), of_now())
        removal = migrations.RemoveConstraint("player", NOBODY.name)
        gone = applied(removal, state)

        with connection.schema_editor() as editor:
            removal.database_backwards("players", editor, gone, state)

        assert (refuses("Nobody"), refuses("Bob")) == (True, False)

    def test_a_new_table_gets_its_own(self) -> None:
        name = models.CharField(max_length=20)
        guard = Guard(name="no_lamp_is_green", on="INSERT", when="NEW.colour = 'green'")
        table = migrations.CreateModel(
            "Lamp", [("id", models.AutoField(primary_key=True)), ("colour", name)], {"constraints": [guard]}
        )
        state = applied(table, of_now())
        lamp = state.apps.get_model("players", "Lamp")

        with pytest.raises(IntegrityError, match="no_lamp_is_green"):
            lamp.objects.create(colour="green")

        lamp.objects.create(colour="red")
        applied(migrations.DeleteModel("Lamp"), state)
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("DROP FUNCTION no_lamp_is_green")


@pytest.mark.parametrize("other", [EVERYBODY, AT_ONCE, None], ids=["condition", "at once", "gone"])
def test_makemigrations_sees_that_one_was_changed(db: None, other: Guard | None) -> None:
    before, after = of_now(), of_now()
    for state, guard in ((before, NOBODY), (after, other)):
        player: ModelState = state.models["players", "player"]
        player.options["constraints"] = [*player.options["constraints"], *([guard] if guard else [])]

    found = MigrationAutodetector(before, after).changes(MigrationLoader(connection).graph)

    kinds = [type(operation) for migration in found["players"] for operation in migration.operations]
    assert kinds == [migrations.RemoveConstraint, migrations.AddConstraint][: 2 if other else 1]


@pytest.mark.parametrize(
    "trigger",
    [
        NOBODY,
        AT_ONCE,
        Counter(name="players_are_counted", on="INSERT", then="UPDATE players_club SET id = id"),
        *on_write("a_rule", "NEW.id = 0"),
    ],
    ids=lambda trigger: trigger.name,
)
def test_what_a_migration_writes_down_makes_the_same_trigger(trigger: Trigger) -> None:
    path, args, kwargs = trigger.deconstruct()

    again = type(trigger)(*args, **kwargs)

    assert path == f"web.triggers.{type(trigger).__name__}"
    assert again == trigger != EVERYBODY
    assert [again.create("t", kind) for kind in ("sqlite", "postgresql")] == [
        trigger.create("t", kind) for kind in ("sqlite", "postgresql")
    ]


def test_changes_compare_columns_that_may_be_null_as_numbers() -> None:
    assert changes("a", "b", or_null=["c"]) == (
        "NEW.a <> OLD.a OR NEW.b <> OLD.b OR COALESCE(NEW.c, -1) <> COALESCE(OLD.c, -1)"
    )


def test_no_two_triggers_have_one_name() -> None:
    names = [
        one.name for model in apps.get_models() for one in model._meta.constraints if isinstance(one, Trigger)
    ]

    assert len(names) == len(set(names))
