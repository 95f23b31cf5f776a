"""Do program and database belong together? Asked of a database in whose record something was changed."""

import pytest
from django.db import connection

from web import schema_versions
from web.schema_versions import (
    ForeignSchema,
    SchemaVersions,
    are_versions_apart,
    compare_versions,
    refuse_foreign_schema,
)

pytestmark = pytest.mark.django_db


def record(app: str, name: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO django_migrations (app, name, applied) VALUES (%s, %s, CURRENT_TIMESTAMP)",
            [app, name],
        )


def forget(app: str, name: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM django_migrations WHERE app = %s AND name = %s", [app, name])
        assert cursor.rowcount == 1


def test_they_belong_together_when_each_knows_what_the_other_knows(django_assert_num_queries):
    with django_assert_num_queries(1):
        found = compare_versions()

    refuse_foreign_schema()
    assert (found, found.word, are_versions_apart()) == (SchemaVersions(), "ok", False)


def test_a_database_that_a_newer_program_migrated_is_refused_with_what_to_do():
    record("tournaments", "9999_later")

    with pytest.raises(ForeignSchema) as refused:
        refuse_foreign_schema()

    found = compare_versions()
    assert (found, found.word) == (SchemaVersions(only_in_database=("tournaments.9999_later",)), "unknown")
    assert are_versions_apart()
    assert str(refused.value) == (
        "The database is newer than this program, which does not know its migrations tournaments.9999_later. Start"
        " the version that made them, or restore the backup from before the upgrade (docs/install.md, Upgrading)."
    )


def test_of_many_unknown_migrations_the_last_are_named():
    for number in range(5):
        record("players", f"999{number}_later")

    with pytest.raises(
        ForeignSchema, match=r"migrations players\.9992_later, .*, players\.9994_later and 2 more\. Start"
    ):
        refuse_foreign_schema()


def test_a_database_that_lacks_migrations_is_told_but_may_be_migrated():
    forget("sessions", "0001_initial")

    refuse_foreign_schema()

    found = compare_versions()
    assert (found.word, found.only_in_program[0]) == ("missing", "sessions.0001_initial")
    assert are_versions_apart()


def test_what_an_app_left_behind_that_the_program_has_no_more_is_nobodys_business():
    record("an_app_of_before", "0001_initial")

    assert compare_versions() == SchemaVersions()


@pytest.fixture
def squashed(settings, monkeypatch, tmp_path):
    """As after squashing again: one file stands for all that the database has, and for one more."""
    (tmp_path / "squashed_players").mkdir()
    (tmp_path / "squashed_players" / "__init__.py").touch()
    (tmp_path / "squashed_players" / "0001_squashed.py").write_text(
        "from django.db import migrations\n"
        "class Migration(migrations.Migration):\n"
        "    replaces = [('players', name) for name in ('0001_initial', '0001_first', '0002_name_traces',"
        " '0003_founders', '0004_players_by_name', '0005_since')]\n"
        "    dependencies = [('auth', '0012_alter_user_first_name_max_length')]\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    settings.MIGRATION_MODULES = {"players": "squashed_players"}
    read = (schema_versions._of_program, schema_versions._squashed)
    for one in read:
        one.cache_clear()
    yield
    for one in read:
        one.cache_clear()


def test_a_migration_that_stands_for_others_is_not_missed_where_they_were_applied(squashed):
    record("players", "0005_since")

    assert compare_versions() == SchemaVersions()


def test_a_database_that_has_some_of_what_was_squashed_is_refused_and_not_left_as_it_is(squashed):
    with pytest.raises(ForeignSchema) as refused:
        refuse_foreign_schema()

    found = compare_versions()
    assert (found.word, found.squashed_in_part) == ("too_old", ("players.0001_squashed",))
    assert str(refused.value) == (
        "The database is too old for this program. Upgrade it first to the oldest version from which an upgrade is"
        " promised (docs/install.md, Upgrading)."
    )
