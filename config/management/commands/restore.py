import os
import sqlite3
from argparse import ArgumentParser
from contextlib import closing, suppress
from datetime import datetime
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured
from django.core.management import BaseCommand, CommandError
from django.db import DEFAULT_DB_ALIAS, DatabaseError, connection, connections
from django.db.utils import ConnectionHandler

from config.private_files import BESIDE
from web.schema_versions import refuse_foreign_schema


class Command(BaseCommand):
    """Puts a checked copy of the file in the database's place; the database of before is renamed, never deleted."""

    # The database that is there may be the reason why it is restored.
    requires_system_checks = ()
    help = "Put FILE (jantaku backup) in the place of the laptop's database, which is kept beside it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE")

    def handle(self, **options: str) -> None:
        if connection.vendor != "sqlite":
            raise CommandError("This database is PostgreSQL. Restore it as root with: deploy/bin/restore")
        file, database = Path(options["file"]), Path(connection.settings_dict["NAME"])
        if not file.is_file():
            raise CommandError(f"There is no file {file}; nothing was changed.")
        if file.resolve() == database.resolve():
            raise CommandError(f"{file} is the database itself; nothing was changed.")
        draft = database.with_name(f"{database.name}.restoring")
        try:
            _copy_checked(file, draft)
            connection.close()
            _refuse_while_open(database)
            kept = _put_aside(database)
            os.replace(draft, database)
        except (ImproperlyConfigured, OSError, sqlite3.Error, DatabaseError) as error:
            raise CommandError(f"{file} was not restored: {error}") from error
        finally:
            draft.unlink(missing_ok=True)
        if kept:
            self.stdout.write(f"The database of before is now {kept}.")
        self.stdout.write(
            f"{database} is what {file} holds. Start Jantaku: it brings an older one up to date."
        )


def _copy_checked(file: Path, draft: Path) -> None:
    """Copy it for its owner alone, and refuse what is no whole database of ours or newer than this program."""
    draft.unlink(missing_ok=True)
    os.close(os.open(draft, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    with (
        closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)) as source,
        closing(sqlite3.connect(draft)) as copy,
    ):
        source.backup(copy)
        copy.execute("PRAGMA journal_mode=DELETE")
        found = [line for (line,) in copy.execute("PRAGMA integrity_check")]
        if found != ["ok"]:
            raise sqlite3.DatabaseError("; ".join(found[:3]))
        try:
            copy.execute("SELECT 1 FROM tournaments_tournament").fetchone()
        except sqlite3.OperationalError as error:
            raise sqlite3.DatabaseError("it is no database of Jantaku") from error
    settings = {**connections.settings[DEFAULT_DB_ALIAS], "NAME": str(draft), "OPTIONS": {}}
    opened = ConnectionHandler({DEFAULT_DB_ALIAS: settings})[DEFAULT_DB_ALIAS]
    refuse_foreign_schema(opened)


def _refuse_while_open(database: Path) -> None:
    """Refuse a database in use: its process would keep writing to the file that is set aside."""
    if not database.exists():
        return
    with closing(sqlite3.connect(database, timeout=0, isolation_level=None)) as alone:
        try:
            alone.execute("PRAGMA locking_mode=EXCLUSIVE")
            alone.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            if "locked" not in str(error):
                return  # one that cannot be read is put aside as it is
            raise sqlite3.OperationalError("Jantaku is running. End it with Ctrl-C and try again") from error
        except sqlite3.DatabaseError:
            return
        with suppress(sqlite3.OperationalError):
            alone.execute("ROLLBACK")


def _put_aside(database: Path) -> Path | None:
    """Rename it and what SQLite keeps beside it; return its new name."""
    if not database.exists():
        return None
    stem = f"{database.stem}-before-{datetime.now():%Y-%m-%d-%H%M%S}{database.suffix}"
    for ending in BESIDE:
        with suppress(FileNotFoundError):
            database.with_name(database.name + ending).rename(database.with_name(stem + ending))
    return database.with_name(stem)
