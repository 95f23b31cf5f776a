import hashlib
import json
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.apps import apps
from django.contrib.auth.models import Permission
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.models import Session
from django.core.management import BaseCommand, CommandError
from django.core.management.color import no_style
from django.core.serializers import sort_dependencies
from django.db import DEFAULT_DB_ALIAS, Error, connections, transaction
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import BinaryField, Model

from tournaments.management.commands.load_demo import PEOPLE
from tournaments.models import Division, FirstTournament, GameCount, Heartbeat, RoundCount

LAPTOP = "laptop"
# Most rows in memory at a time; of those that hold a file, such as a photo of 400 kB, only a few.
ROWS, FILES = 500, 16
# What `migrate` puts into an empty database; the laptop's takes its place.
MADE_BY_MIGRATE: tuple[type[Model], ...] = (Permission, ContentType)
# The sign-ins of now, and the signs of life of the house that it comes from: this one has its own as soon as it runs.
STAYS: tuple[type[Model], ...] = (Session, Heartbeat)
# No column refers to a division: the guard of its tournaments looks it up.
BEFORE_OTHERS: tuple[type[Model], ...] = (Division,)
# The database counts here what is written elsewhere; the laptop's numbers take the place of what it counted.
AFTER_OTHERS: tuple[type[Model], ...] = (FirstTournament, GameCount, RoundCount)


class Command(BaseCommand):
    """Copies row by row with the same ids and hashes, in one transaction, and compares every table afterwards."""

    help = "Take everything in FILE (manage.py backup) over into this database, which must be empty."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE")
        parser.add_argument(
            "--anyway", action="store_true", help="also the demo accounts, whose password is public"
        )

    def handle(self, **options: Any) -> None:
        file = Path(options["file"])
        if not file.is_file():
            raise CommandError(f"There is no {file}.")
        with _opened(file):
            try:
                _refuse_another_version()
                if not options["anyway"]:
                    _refuse_demo_accounts()
                with transaction.atomic():
                    self._take_over()
            except Error as error:
                raise CommandError(f"{file} could not be taken over; nothing was changed: {error}") from error

    def _take_over(self) -> None:
        models = _models()
        if filled := [m._meta.db_table for m in models if m not in MADE_BY_MIGRATE and _rows(m).exists()]:
            raise CommandError(f"This database is not empty: {', '.join(filled)}. Nothing was changed.")
        for model in MADE_BY_MIGRATE:
            _rows(model).delete()
        for model in models:
            if model in AFTER_OTHERS:
                _rows(model).delete()
            for rows in _batches(model):
                _rows(model).bulk_create(rows)
        total = 0
        for model in models:
            there, here = (_digest(model, alias) for alias in (LAPTOP, DEFAULT_DB_ALIAS))
            if there != here:
                raise CommandError(f"{model._meta.db_table} did not arrive as it was. Nothing was changed.")
            total += here[0]
        connection = connections[DEFAULT_DB_ALIAS]
        with connection.cursor() as cursor:
            for statement in connection.ops.sequence_reset_sql(no_style(), models):
                cursor.execute(statement)
        self.stdout.write(f"{total:,} rows of {len(models)} tables taken over; every table is the same.")


@contextmanager
def _opened(file: Path) -> Iterator[None]:
    """The laptop's database as a second connection that can only read."""
    connections.settings[LAPTOP] = {
        **connections.settings[DEFAULT_DB_ALIAS],
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": f"{file.resolve().as_uri()}?mode=ro",
        "CONN_MAX_AGE": 0,
        "OPTIONS": {},
    }
    try:
        yield
    finally:
        connections[LAPTOP].close()
        del connections[LAPTOP]
        del connections.settings[LAPTOP]


def _models() -> list[type[Model]]:
    """Every table of ours and of the libraries, those that others refer to first, but for STAYS."""
    everything = [(app, None) for app in apps.get_app_configs()]
    sorted_ = [model for model in sort_dependencies(everything, allow_cycles=True) if model not in STAYS]
    through = [field.remote_field.through for model in sorted_ for field in model._meta.local_many_to_many]
    found = [*MADE_BY_MIGRATE[::-1], *BEFORE_OTHERS, *sorted_, *filter(None, through)]
    rows = [model for model in dict.fromkeys(found) if model._meta.managed and not model._meta.proxy]
    return sorted(rows, key=lambda model: model in AFTER_OTHERS)


def _rows(model: type[Model], alias: str = DEFAULT_DB_ALIAS) -> Any:
    return model._base_manager.using(alias)


def _batches(model: type[Model]) -> Iterator[list[Model]]:
    batch: list[Model] = []
    most = _at_once(model)
    for row in _rows(model, LAPTOP).order_by("pk").iterator(chunk_size=most):
        row._state.adding, row._state.db = True, None
        batch.append(row)
        if len(batch) == most:
            yield batch
            batch = []
    if batch:
        yield batch


def _at_once(model: type[Model]) -> int:
    """How many rows of a table are read and written together."""
    return FILES if any(isinstance(field, BinaryField) for field in model._meta.concrete_fields) else ROWS


def _digest(model: type[Model], alias: str) -> tuple[int, str]:
    """How many rows, and a digest of all their values."""
    count, digest = 0, hashlib.sha256()
    for row in _rows(model, alias).order_by("pk").values_list().iterator(chunk_size=_at_once(model)):
        count += 1
        digest.update(json.dumps(row, sort_keys=True, default=str).encode())
    return count, digest.hexdigest()


def _refuse_another_version() -> None:
    there, here = (set(MigrationRecorder(connections[a]).applied_migrations()) for a in (LAPTOP, "default"))
    if there != here:
        different = ", ".join(sorted(f"{app}.{name}" for app, name in there ^ here))
        raise CommandError(
            f"The laptop and this server run different versions ({different}). "
            "Bring both to the same one; then migrate. Nothing was changed."
        )


def _refuse_demo_accounts() -> None:
    user = apps.get_model("players", "User")
    demo = [email for email, _name in PEOPLE.values()]
    if found := sorted(_rows(user, LAPTOP).filter(email__in=demo).values_list("email", flat=True)):
        raise CommandError(
            f"The demo is in it, and everybody knows its password: {', '.join(found)}. A house that shall become a "
            "server's begins with --no-demo. If that is all right: import_database --anyway"
        )
