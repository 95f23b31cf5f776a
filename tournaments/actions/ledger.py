"""Append to a tournament's ledger, as the last step of an action's transaction."""

import secrets
from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from datetime import datetime
from typing import TypeAlias

from django.conf import settings
from django.db import connection, transaction
from django.db.models.functions import Now

from tournaments.actions.actor import Actor
from tournaments.models import LedgerEntry, LedgerHead, LedgerText
from tournaments.models.chain import canonical, link_hash, linked, sealed_texts
from tournaments.models.events import Event, table_concerned
from tournaments.models.fast_sql.reading import JoinedRows
from tournaments.models.ledger import Receipt
from tournaments.models.origins.payloads import BadPayload, moved
from tournaments.models.texts.declared import TEXTS, put, text_digest, typed_in
from tournaments.news_bell import ring_on_commit
from tournaments.wake_workers import wake_for_standings

# Includes the database's time, whatever this machine's clock says.
HEAD = JoinedRows(
    "SELECT {columns} FROM tournaments_ledgerhead WHERE tournament_id = %s",
    expressions=(Now(),),
    lock=("tournaments_ledgerhead",),
    tournaments_ledgerhead=LedgerHead,
)
# SQLite takes 32,766 values per statement.
MOST_AT_ONCE = 500
MOVE = (
    "UPDATE tournaments_ledgerhead SET seq = %s, hash = %s, standings_seq = %s"
    " WHERE tournament_id = %s AND hash = %s"
)
# Locks the head, seals the entry behind the current last one, and moves the head past it. The time is that of the
# lock, so that a later entry never has an earlier time.
APPEND = """
    WITH locked AS MATERIALIZED (
        SELECT seq, hash FROM tournaments_ledgerhead WHERE tournament_id = %s FOR NO KEY UPDATE
    ), next AS MATERIALIZED (
        SELECT seq + 1 AS seq, hash AS prev, clock_timestamp() AS recorded_at FROM locked
    ), sealed AS MATERIALIZED (
        SELECT *, encode(sha256(convert_to(
            %s || to_char(recorded_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')
                || %s || prev || '","seq":' || seq || '}', 'UTF8'
        )), 'hex') AS hash FROM next
    ), moved AS (
        UPDATE tournaments_ledgerhead head SET seq = sealed.seq, hash = sealed.hash,
            standings_seq = CASE WHEN %s THEN sealed.seq ELSE head.standings_seq END
        FROM sealed WHERE head.tournament_id = %s
    )
    INSERT INTO tournaments_ledgerentry (tournament_id, kind, payload, actor, seq, prev, recorded_at, hash)
    SELECT %s, %s, %s, %s, seq, prev, recorded_at, hash FROM sealed
    RETURNING id, seq, prev, recorded_at, hash
"""
# Kind and payload of each entry.
Actions: TypeAlias = Sequence[tuple[str, Mapping[str, object]]]
# Texts by their names in the payload, each with its salt.
Salted: TypeAlias = Mapping[str, tuple[str, str]]


class WrongSeal(RuntimeError):
    """The database sealed an entry with a hash that verification does not reproduce."""


@dataclass(frozen=True)
class SeenHead:
    """The end of a ledger and the database time when an action read them without locking the head."""

    head: LedgerHead
    now: datetime


def record(event: Event, *, tournament_id: int, by: Actor, seen: SeenHead | None = None) -> LedgerEntry:
    """Append one entry to the tournament's ledger and return it.

    Free texts of the event are stored beside the entry, which holds salted digests. Must be called inside the
    action's transaction, after its writes: the head's row is the last lock taken, so that two actions never deadlock.
    With `seen`, PostgreSQL appends the entry in one statement; elsewhere the head is not read again as long as the
    ledger still ends at `seen`. An event that moves standings marks the stages stale, and a worker is woken after the
    commit to publish them.
    """
    return record_all([event], tournament_id=tournament_id, by=by, seen=seen)[0]


def record_all(
    events: Sequence[Event], *, tournament_id: int, by: Actor, seen: SeenHead | None = None
) -> list[LedgerEntry]:
    """Append several entries like `record`, in as many statements as for one."""
    payloads = [event.payload for event in events]
    texts = [salted(event.kind, payload) for event, payload in zip(events, payloads, strict=True)]
    actions = [
        (event.kind, with_digests(event.kind, payload, salts))
        for event, payload, salts in zip(events, payloads, texts, strict=True)
    ]
    moving = [event.moves_standings for event in events]
    if settings.CHECK_PAYLOADS:
        _refuse_what_cannot_travel(actions)
    if seen is not None and len(actions) == 1 and connection.vendor == "postgresql":
        entries = [_appended(seen.head, *actions[0], moving[0], by)]
    else:
        entries = _linked(tournament_id, actions, moving, by, seen)
    if any(texts):
        beside = (
            LedgerText(tournament_id=tournament_id, seq=entry.seq, name=name, salt=salt, text=text)
            for entry, salts in zip(entries, texts, strict=True)
            for name, (salt, text) in salts.items()
        )
        LedgerText.objects.bulk_create(beside, batch_size=MOST_AT_ONCE)
    ring_on_commit(tournament_id, {table_concerned(kind, payload) for kind, payload in actions})
    if any(moving) or any(event.moves_seats for event in events):
        # A named function: Django reports a failing hook by its name, and a partial has none.
        def wake() -> None:
            wake_for_standings(tournament_id)

        # Robust: if the broker is down the action is kept, and the stale mark waits for the reconcile task.
        transaction.on_commit(wake, robust=True)
    return entries


def _refuse_what_cannot_travel(actions: Actions) -> None:
    """Raise BadPayload for fields the event does not declare: no file could carry them to another server."""
    for kind, payload in actions:
        if moved(kind, payload, lambda _kind, pk: pk) != payload:
            raise BadPayload(kind)


def _appended(
    head: LedgerHead, kind: str, payload: Mapping[str, object], is_moving: bool, by: Actor
) -> LedgerEntry:
    """Let the database append an entry to this head's ledger, which may have grown since."""
    entry = LedgerEntry(tournament_id=head.tournament_id, kind=kind, payload=canonical(payload), actor=by.key)
    content = {"chain": head.chain, "kind": entry.kind, "payload": entry.payload, "actor": entry.actor}
    before, between = sealed_texts(**content)
    owner = head.tournament_id
    with connection.cursor() as cursor:
        cursor.execute(
            APPEND,
            [
                *(owner, before, between, is_moving, owner),
                *(owner, entry.kind, entry.payload, entry.actor),
            ],
        )
        [[entry.pk, entry.seq, entry.prev, entry.recorded_at, entry.hash]] = cursor.fetchall()
    sealed = link_hash(**content, seq=entry.seq, recorded_at=entry.recorded_at, prev=entry.prev)
    if entry.hash != sealed:
        raise WrongSeal(
            f"Entry {entry.seq} should have the hash {sealed}, and PostgreSQL gives {entry.hash}."
        )
    entry._state.adding, entry._state.db = False, connection.alias
    entry.receipt = Receipt(head.chain, entry.seq, entry.hash)
    return entry


def _linked(
    tournament_id: int, actions: Actions, moving: Sequence[bool], by: Actor, seen: SeenHead | None
) -> list[LedgerEntry]:
    """Seal the entries here, one after the other, and store them."""
    entries = _moved_head(seen, actions, moving, by) if seen is not None else None
    if entries is None:
        [[head, now]] = HEAD.read(tournament_id)
        entries = _moved_head(SeenHead(head, now), actions, moving, by)
    assert entries is not None, "a head that is locked stays as it is"
    return LedgerEntry.objects.bulk_create(entries, batch_size=MOST_AT_ONCE)


def _moved_head(
    seen: SeenHead, actions: Actions, moving: Sequence[bool], by: Actor
) -> list[LedgerEntry] | None:
    """Lock the head and move it past the new entries, which are returned; None if the ledger has grown meanwhile."""
    head, before = copy(seen.head), seen.head.hash
    entries = linked(LedgerEntry, head, actions, actor=by.key, now=seen.now, tournament_id=head.tournament_id)
    for is_moving, entry in zip(moving, entries, strict=True):
        if is_moving:
            head.standings_seq = entry.seq
    with connection.cursor() as cursor:
        cursor.execute(MOVE, [head.seq, head.hash, head.standings_seq, head.tournament_id, before])
        return entries if cursor.rowcount == 1 else None


def salted(kind: str, payload: Mapping[str, object]) -> Salted:
    """Return the free texts of a payload, each with a new salt; empty texts are left in the payload."""
    return {name: (secrets.token_hex(16), text) for name, text in typed_in(kind, payload)}


def with_digests(kind: str, payload: Mapping[str, object], texts: Salted) -> Mapping[str, object]:
    """Return the payload with its texts replaced by digests."""
    if not texts:
        return payload
    kept = put(kind, payload, dict.fromkeys(texts, ""))
    digests = {name: text_digest(salt, text) for name, (salt, text) in texts.items()}
    return {**{name: value for name, value in kept.items() if name not in texts}, TEXTS: digests}


def receipt_of(tournament_id: int) -> Receipt:
    """Return a receipt for the current end of the ledger, for a call that changed nothing."""
    return Receipt(*LedgerHead.objects.values_list("chain", "seq", "hash").get(tournament_id=tournament_id))
