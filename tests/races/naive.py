"""Negative examples: look, then write, without a lock or constraints. They are the positive controls.

If these do not fail, the processes did not race, and success of the real actions would prove nothing.
"""

import os
import time
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import DatabaseError, connection
from django.db.models.functions import Now

from tournaments.models import IdempotencyKey, LedgerEntry, LedgerHead, Scoresheet
from tournaments.models.ledger import link_hash

Reply = dict[str, Any]
PATIENCE = 60
RACERS = 4


def unguard(constraints: list[str]) -> Reply:
    """Drop these constraints, as far as the database allows."""
    with connection.cursor() as cursor:
        for constraint in constraints:
            table, _dot, name = constraint.partition(".")
            if connection.vendor == "postgresql" and table:
                cursor.execute(f"ALTER TABLE {table} DROP CONSTRAINT {name}")
            elif not table:
                cursor.execute(f"DROP INDEX {name}")
    return {"status": 200}


def report(table: int, points: list[int], version: int) -> Reply:
    """If there is no result, write one. `version` avoids a constraint that SQLite cannot drop."""
    if Scoresheet.objects.live().filter(table=table).exists():
        return {"status": 409}
    _meet(f"table-{table}")
    east, south, west, north = points
    Scoresheet.objects.create(
        table_id=table,
        version=version,
        east=east,
        south=south,
        west=west,
        north=north,
        start_total=sum(points),
    )
    return {"status": 201}


def retry(table: int, points: list[int], version: int, key: str) -> Reply:
    """If the key is unused, write the result and store the key."""
    if IdempotencyKey.objects.filter(actor="naive", key=key).exists():
        return {"status": 200}
    _meet(f"key-{key}")
    reply = report(table, points, version)
    IdempotencyKey.objects.get_or_create(actor="naive", key=key, defaults={"fingerprint": "", "status": 201})
    return reply


def append(tournament: int, turn: int) -> Reply:
    """Read the ledger's end without a lock, and write the next entry."""
    head = LedgerHead.objects.annotate(now=Now()).get(tournament=tournament)
    _meet(f"turn-{turn}")
    sealed = {
        "seq": head.seq + 1,
        "kind": "naive",
        "payload": "{}",
        "actor": "anybody",
        "recorded_at": head.now,
        "prev": head.hash,
    }
    digest = link_hash(chain=head.chain, **sealed)
    try:
        LedgerEntry.objects.create(tournament_id=tournament, hash=digest, **sealed)
    except DatabaseError:
        return {"status": 409}
    LedgerHead.objects.filter(pk=tournament).update(seq=head.seq + 1, hash=digest)
    return {"status": 201}


def count(tables: list[int]) -> Reply:
    """Count live results of each table."""
    return {"live": [Scoresheet.objects.live().filter(table=table).count() for table in tables]}


def _meet(gate: str) -> None:
    """Wait until all four have read, and none has written."""
    place = settings.VAR_DIR / "gates" / Path(connection.settings_dict["NAME"]).name / gate
    place.mkdir(parents=True, exist_ok=True)
    (place / str(os.getpid())).touch()
    ends = time.monotonic() + PATIENCE
    while len(list(place.iterdir())) < RACERS:
        assert time.monotonic() < ends, f"not everybody came to {gate}"
        time.sleep(0.001)
