import os
import sqlite3
from argparse import ArgumentParser
from contextlib import closing, suppress
from datetime import datetime
from pathlib import Path

from django.core.management import BaseCommand, CommandError
from django.db import DatabaseError, connection

from tournaments.models import Heartbeat


class Command(BaseCommand):
    """Makes a consistent copy of the embedded database while Jantaku runs; never overwrites a file."""

    # System checks would import all views; this should be quick.
    requires_system_checks = ()
    help = (
        "Copy the laptop's database into FILE while Jantaku runs. A server is backed up by deploy/bin/backup."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "file", nargs="?", metavar="FILE", help="default: backup-DATE-TIME.sqlite3 in this folder"
        )

    def handle(self, **options: str | None) -> None:
        if connection.vendor != "sqlite":
            raise CommandError("This database is PostgreSQL. Back it up as root with: deploy/bin/backup")
        database = Path(connection.settings_dict["NAME"])
        if not database.is_file():
            raise CommandError(f"There is no database {database}; nothing was backed up.")
        file = Path(options["file"] or f"backup-{datetime.now():%Y-%m-%d-%H%M%S}.sqlite3")
        if not file.parent.is_dir():
            raise CommandError(f"There is no folder {file.parent}; nothing was backed up.")
        try:
            # Readable by its owner only: it has password hashes and addresses. O_EXCL refuses an existing file.
            os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        except FileExistsError as error:
            raise CommandError(f"{file} is there already; nothing was changed. Name another file.") from error
        except OSError as error:
            raise CommandError(f"{file} could not be written: {error.strerror}") from error
        try:
            _copy(database, file)
        except (OSError, sqlite3.Error) as error:
            file.unlink()
            raise CommandError(f"{file} could not be written: {error}") from error
        # A backup may be needed because the database is damaged or not migrated yet.
        with suppress(DatabaseError):
            Heartbeat.objects.beat(Heartbeat.Name.BACKUP)
        self.stdout.write(f"{file.resolve()} ({file.stat().st_size // 1024:,} KB)")


def _copy(database: Path, into: Path) -> None:
    """Copy a database in use, check the copy, and sync it to disk."""
    with (
        closing(sqlite3.connect(f"{database.resolve().as_uri()}?mode=ro", uri=True)) as source,
        closing(sqlite3.connect(into)) as copy,
    ):
        source.backup(copy)
        # A single file without a write-ahead log.
        copy.execute("PRAGMA journal_mode=DELETE")
        found = [line for (line,) in copy.execute("PRAGMA integrity_check")]
        if found != ["ok"]:
            raise sqlite3.DatabaseError("; ".join(found[:3]))
    with into.open("rb") as written:
        os.fsync(written.fileno())
