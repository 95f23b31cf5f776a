"""Do this program and its database belong to the same version? Each names its migrations.

A program older than its database finds columns that it does not fill and rules that it does not know; one that is
newer misses tables. What then fails is nobody's mistake, and passes when the two are brought together.
"""

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


class NewerDatabase(ImproperlyConfigured):
    """The database was migrated by a newer version of the program, with whose rows this one cannot deal."""


@dataclass(frozen=True)
class SchemaVersions:
    """What of the two is in one of them alone, each as `app.name`."""

    only_in_database: tuple[str, ...] = ()
    only_in_program: tuple[str, ...] = ()

    @property
    def word(self) -> str:
        """`ok`, `unknown` if the database has migrations that the program does not know, or `missing`."""
        if self.only_in_database:
            return "unknown"
        return "missing" if self.only_in_program else "ok"


def compare_versions(database: BaseDatabaseWrapper = connection) -> SchemaVersions:
    """Compare the migrations recorded in the database with those of the program. One statement, when they agree.

    Those of apps that the program does not have (any more) are nobody's business.
    """
    ours = _of_program()
    labels = {app for app, _name in ours}
    applied = frozenset(one for one in _recorded(database) if one[0] in labels)
    if applied == ours:
        return SchemaVersions()
    return _compared(database, applied)


def are_versions_apart() -> bool:
    """Can what the database refused come from program and database being of two versions?"""
    try:
        return compare_versions().word != "ok"
    except (DatabaseError, InterfaceError):
        return False


def refuse_a_newer_database(database: BaseDatabaseWrapper = connection) -> None:
    """Raise NewerDatabase if so. A database that does not answer may do so later: then nothing is refused."""
    try:
        unknown = compare_versions(database).only_in_database
    except (DatabaseError, InterfaceError):
        return
    finally:
        # Whoever starts has not asked for it yet: what serves makes connections of its own.
        if not database.in_atomic_block:
            database.close()
    if unknown:
        raise NewerDatabase(
            f"The database is newer than this program, which does not know its migrations {shown(unknown)}. Start the"
            " version that made them, or restore the backup from before the upgrade (docs/install.md, Upgrading)."
        )


def shown(migrations: tuple[str, ...]) -> str:
    """The last few of them, which say most, and how many more there are."""
    more = len(migrations) - SHOWN
    return ", ".join(migrations[-SHOWN:]) + (f" and {more} more" if more > 0 else "")


def _recorded(database: BaseDatabaseWrapper) -> list[tuple[str, str]]:
    with database.cursor() as cursor:
        cursor.execute("SELECT app, name FROM django_migrations")
        return [(app, name) for app, name in cursor.fetchall()]


@cache
def _of_program() -> Migrations:
    """The names of the files, without reading them: they are a tenth of a second and some megabytes."""
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


def _compared(database: BaseDatabaseWrapper, applied: Migrations) -> SchemaVersions:
    """Read the files after all: one may stand for several that were there before, and then neither is missing."""
    executor = MigrationExecutor(database)
    loader = executor.loader
    stood_for = {old for migration in loader.disk_migrations.values() for old in migration.replaces}
    plan = executor.migration_plan(loader.graph.leaf_nodes())
    return SchemaVersions(
        only_in_database=tuple(
            sorted(".".join(one) for one in applied - set(loader.disk_migrations) - stood_for)
        ),
        only_in_program=tuple(f"{migration.app_label}.{migration.name}" for migration, _is_backwards in plan),
    )
