"""Writing an action into the ledger, as its last step inside the action's own transaction."""

import secrets
from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from datetime import datetime
from typing import TypeAlias

from django.db import connection, transaction
from django.db.models.functions import Now

from tournaments.actions.actor import Actor
from tournaments.models import LedgerEntry, LedgerHead, LedgerText
from tournaments.models.chain import linked
from tournaments.models.inserted_rows import InsertedRows
from tournaments.models.joined_rows import JoinedRows
from tournaments.models.ledger import Receipt
from tournaments.models.ledger_kinds import Kind, table_concerned
from tournaments.models.texts.declared import TEXTS, put, text_digest, typed_in
from tournaments.news_bell import ring_on_commit
from tournaments.wake_workers import wake_for_standings

# With the moment, which is the database's, whatever this machine's clock says.
HEAD = JoinedRows(
    "SELECT {columns} FROM tournaments_ledgerhead WHERE tournament_id = %s",
    expressions=(Now(),),
    lock=("tournaments_ledgerhead",),
    tournaments_ledgerhead=LedgerHead,
)
ENTRIES = InsertedRows(LedgerEntry)
# SQLite takes 32,766 values in a statement.
MOST_AT_ONCE = 500
MOVE = (
    "UPDATE tournaments_ledgerhead SET seq = %s, hash = %s, standings_seq = %s"
    " WHERE tournament_id = %s AND hash = %s"
)
Actions: TypeAlias = Sequence[tuple[Kind, Mapping[str, object]]]
# Texts by their names in the payload, each with its salt.
Salted: TypeAlias = Mapping[str, tuple[str, str]]


@dataclass(frozen=True)
class SeenHead:
    """Where a ledger ended, and the moment by the database, when an action looked without locking the head."""

    head: LedgerHead
    now: datetime


def record(
    *,
    tournament_id: int,
    kind: Kind,
    payload: Mapping[str, object],
    by: Actor,
    seen: SeenHead | None = None,
) -> LedgerEntry:
    """Append one entry to the tournament's ledger and return it.

    What `FREE_TEXTS` declares of the payload is stored beside the entry, which holds a salted digest instead.
    Must be called inside the action's transaction, after its writes: the head's row is the last lock taken, so
    that two actions never wait for each other. As long as the ledger still ends as `seen`, the head is not read.
    After a kind that moves standings the stages are stale, and once committed a worker is woken to publish them.
    """
    return record_all(tournament_id=tournament_id, actions=[(kind, payload)], by=by, seen=seen)[0]


def record_all(
    *, tournament_id: int, actions: Actions, by: Actor, seen: SeenHead | None = None
) -> list[LedgerEntry]:
    """Append several entries (kind and payload of each) as `record` does one; the same number of statements."""
    texts = [salted(kind, payload) for kind, payload in actions]
    actions = [
        (kind, with_digests(kind, payload, salts))
        for (kind, payload), salts in zip(actions, texts, strict=True)
    ]
    entries = _moved_head(seen, actions, by) if seen is not None else None
    if entries is None:
        [[head, now]] = HEAD.read(tournament_id)
        entries = _moved_head(SeenHead(head, now), actions, by)
    assert entries is not None, "a head that is locked stays as it is"
    for start in range(0, len(entries), MOST_AT_ONCE):
        ENTRIES.insert(entries[start : start + MOST_AT_ONCE])
    if any(texts):
        beside = (
            LedgerText(tournament_id=tournament_id, seq=entry.seq, name=name, salt=salt, text=text)
            for entry, salts in zip(entries, texts, strict=True)
            for name, (salt, text) in salts.items()
        )
        LedgerText.objects.bulk_create(beside, batch_size=MOST_AT_ONCE)
    ring_on_commit(tournament_id, {table_concerned(kind, payload) for kind, payload in actions})
    if any(kind.moves_standings for kind, _payload in actions):
        # A function of its own: Django reports a failing hook by its name, and a partial has none.
        def wake() -> None:
            wake_for_standings(tournament_id)

        # Robust: with the broker away the action still stands, and the stale mark waits for the reconcile task.
        transaction.on_commit(wake, robust=True)
    return entries


def _moved_head(seen: SeenHead, actions: Actions, by: Actor) -> list[LedgerEntry] | None:
    """Lock the head and move it past new entries, which are returned; None if the ledger goes on meanwhile."""
    head, before = copy(seen.head), seen.head.hash
    entries = linked(LedgerEntry, head, actions, actor=by.key, now=seen.now, tournament_id=head.tournament_id)
    for (kind, _payload), entry in zip(actions, entries, strict=True):
        if kind.moves_standings:
            head.standings_seq = entry.seq
    with connection.cursor() as cursor:
        cursor.execute(MOVE, [head.seq, head.hash, head.standings_seq, head.tournament_id, before])
        return entries if cursor.rowcount == 1 else None


def salted(kind: str, payload: Mapping[str, object]) -> Salted:
    """The free texts of a payload, each with a new salt; an empty one stays where it is."""
    return {name: (secrets.token_hex(16), text) for name, text in typed_in(kind, payload)}


def with_digests(kind: str, payload: Mapping[str, object], texts: Salted) -> Mapping[str, object]:
    """The payload as an entry holds it: of its texts the digests alone."""
    if not texts:
        return payload
    kept = put(kind, payload, dict.fromkeys(texts, ""))
    digests = {name: text_digest(salt, text) for name, (salt, text) in texts.items()}
    return {**{name: value for name, value in kept.items() if name not in texts}, TEXTS: digests}


def receipt_of(tournament_id: int) -> Receipt:
    """Return a receipt for the ledger as it ends now, for a call that changed nothing."""
    return Receipt(*LedgerHead.objects.values_list("chain", "seq", "hash").get(tournament_id=tournament_id))
