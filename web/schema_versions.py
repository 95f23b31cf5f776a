"""Compare the versions of program and database by their migrations.

A program older than its database meets unknown columns and rules; a newer one misses tables. Such failures are
temporary and end with the upgrade.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from django.apps import apps
from django.core.exceptions import ImproperlyConfigured
from django.db import DatabaseError, InterfaceError, connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader

Migrations = frozenset[tuple[str, str]]
SHOWN = 3


class ForeignSchema(ImproperlyConfigured):
    """The database is newer than the program, or too old for its migrations; the message says what to do."""


@dataclass(frozen=True)
class SchemaVersions:
    """Migrations known only to one side, as `app.name`."""

    only_in_database: tuple[str, ...] = ()
    only_in_program: tuple[str, ...] = ()
    # Partly applied squashed migrations: the upgrade has to go through a version with all of them.
    squashed_in_part: tuple[str, ...] = ()

    @property
    def word(self) -> str:
        """`ok`, `unknown` (the database has unknown migrations), `too_old`, or `missing`."""
        if self.only_in_database:
            return "unknown"
        if self.squashed_in_part:
            return "too_old"
        return "missing" if self.only_in_program else "ok"

    @property
    def refusal(self) -> str:
        """Return why the program can neither use nor migrate this database, and what to do; "" if it can."""
        if self.only_in_database:
            return (
                "The database is newer than this program, which does not know its migrations"
                f" {shown(self.only_in_database)}. Start the version that made them, or restore the backup from"
                " before the upgrade (docs/install.md, Upgrading)."
            )
        if self.squashed_in_part:
            return (
                "The database is too old for this program. Upgrade it first to the oldest version from which an"
                " upgrade is promised (docs/install.md, Upgrading)."
            )
        return ""


def compare_versions(database: BaseDatabaseWrapper = connection) -> SchemaVersions:
    """Compare the migrations recorded in the database with the program's. One statement if they match.

    Migrations of unknown or removed apps are ignored.
    """
    ours = _of_program()
    labels = {app for app, _name in ours}
    applied = frozenset(one for one in _recorded(database) if one[0] in labels)
    if applied == ours:
        return SchemaVersions()
    squashed = _squashed(frozenset(app for app, _name in applied ^ ours))
    replaced = {old for olds in squashed.values() for old in olds}
    if ours <= applied <= ours | replaced:
        return SchemaVersions()
    in_part = {
        key for key, olds in squashed.items() if key not in applied and applied & olds and not olds <= applied
    }
    return SchemaVersions(
        only_in_database=_named(applied - ours - replaced),
        # Partly applied, Django refuses to load migrations or assumes that the app has none.
        only_in_program=() if in_part else _planned(database),
        squashed_in_part=_named(in_part),
    )


def are_versions_apart() -> bool:
    """Whether a database error may come from a version mismatch."""
    try:
        return compare_versions().word != "ok"
    except (DatabaseError, InterfaceError):
        return False


def refuse_foreign_schema(database: BaseDatabaseWrapper = connection) -> None:
    """Raise ForeignSchema on a mismatch. Nothing is refused if the database does not answer yet."""
    try:
        refusal = compare_versions(database).refusal
    except (DatabaseError, InterfaceError):
        return
    finally:
        # Server processes open connections of their own.
        if not database.in_atomic_block:
            database.close()
    if refusal:
        raise ForeignSchema(refusal)


def shown(migrations: tuple[str, ...]) -> str:
    """Return the last few migrations, and the number of the others."""
    more = len(migrations) - SHOWN
    return ", ".join(migrations[-SHOWN:]) + (f" and {more} more" if more > 0 else "")


def _recorded(database: BaseDatabaseWrapper) -> list[tuple[str, str]]:
    with database.cursor() as cursor:
        cursor.execute("SELECT app, name FROM django_migrations")
        return [(app, name) for app, name in cursor.fetchall()]


@cache
def _of_program() -> Migrations:
    """List the files without importing them, which would take a tenth of a second and megabytes."""
    found = set()
    for app in apps.get_app_configs():
        place, _is_explicit = MigrationLoader.migrations_module(app.label)
        try:
            module = import_module(place) if place else None
        except ModuleNotFoundError:
            continue
        for _finder, name, is_folder in iter_modules(getattr(module, "__path__", ())):
            if not is_folder and name[0] not in "_~":
                found.add((app.label, name))
    return frozenset(found)


@cache
def _squashed(labels: frozenset[str]) -> Mapping[tuple[str, str], Migrations]:
    """Return what squashed migrations of these apps replace: databases may still record the old names."""
    found = {}
    for app, name in _of_program():
        if app in labels:
            module = import_module(f"{MigrationLoader.migrations_module(app)[0]}.{name}")
            found[app, name] = frozenset(module.Migration.replaces)
    return {key: olds for key, olds in found.items() if olds}


def _planned(database: BaseDatabaseWrapper) -> tuple[str, ...]:
    """Return what `migrate` would apply. Loads all files: some may be applied through their replacements."""
    executor = MigrationExecutor(database)
    plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    return tuple(f"{migration.app_label}.{migration.name}" for migration, _is_backwards in plan)


def _named(migrations: Iterable[tuple[str, str]]) -> tuple[str, ...]:
    return tuple(sorted(".".join(one) for one in migrations))
