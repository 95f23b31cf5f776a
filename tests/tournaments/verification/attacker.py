"""An attacker with the database's password, who removes guards and changes data."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.apps import apps
from django.db import connection
from django.db.models import CheckConstraint, Model

from tournaments.models import LedgerEntry, LedgerHead
from tournaments.models.ledger import GENESIS, link_hash
from web.triggers import Guard


def take_guards_down() -> None:
    with connection.cursor() as cursor:
        for model in apps.get_models():
            for guard in model._meta.constraints:
                if isinstance(guard, Guard):
                    on = f" ON {model._meta.db_table}" if connection.vendor == "postgresql" else ""
                    cursor.execute(f"DROP TRIGGER IF EXISTS {guard.name}{on}")


@contextmanager
def without_checks(*models: type[Model]) -> Iterator[None]:
    """Remove these models' check constraints."""
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("PRAGMA ignore_check_constraints = ON")
            yield
            cursor.execute("PRAGMA ignore_check_constraints = OFF")
            return
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        for model in models:
            for constraint in model._meta.constraints:
                if isinstance(constraint, CheckConstraint):
                    table = model._meta.db_table
                    cursor.execute(f"ALTER TABLE {table} DROP CONSTRAINT IF EXISTS {constraint.name}")
        yield


def run(statement: str, *values: object) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)


def rebuild_chain(tournament_id: int) -> None:
    """Compute all hashes again, number the entries from 1, and adjust the head: a perfect forgery."""
    head = LedgerHead.objects.get(tournament_id=tournament_id)
    last, links = GENESIS, []
    entries = LedgerEntry.objects.filter(tournament_id=tournament_id).order_by("seq")
    for seq, entry in enumerate(entries, start=1):
        digest = link_hash(
            chain=head.chain,
            seq=seq,
            kind=entry.kind,
            payload=entry.payload,
            actor=entry.actor,
            recorded_at=entry.recorded_at,
            prev=last,
        )
        links.append((seq, last, digest, entry.pk))
        last = digest
    seq = len(links)
    with connection.cursor() as cursor:
        table = LedgerEntry._meta.db_table
        cursor.executemany(f"UPDATE {table} SET seq = %s, prev = %s, hash = %s WHERE id = %s", links)
    LedgerHead.objects.filter(pk=head.pk).update(
        seq=seq, hash=last, standings_seq=min(seq, head.standings_seq)
    )
