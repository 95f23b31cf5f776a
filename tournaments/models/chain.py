"""Hash-chained ledgers, common to tournaments and leagues."""

import hashlib
import json
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TypeVar

from django.db import models
from django.utils.translation import pgettext_lazy

GENESIS = "0" * 64
# Created once: doing so for each text takes a third of the encoding time.
_ENCODER = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def new_chain_id() -> str:
    """Return an id for a ledger that is the same on every server it is copied to."""
    return uuid.uuid4().hex


def canonical(value: object) -> str:
    """Return the canonical JSON of `value`: sorted keys, no blanks, plain UTF-8.

    For the integers, strings, booleans, nulls, lists and ASCII-keyed objects a ledger holds, this is RFC 8785.
    """
    return _ENCODER.encode(value)


def instant(moment: datetime) -> str:
    """Format a UTC time as in the ledger.

    >>> instant(datetime(2026, 11, 21, 9, 30))
    '2026-11-21T09:30:00.000000Z'
    """
    return moment.strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def link_hash(
    *, chain: str, seq: int, kind: str, payload: str, actor: str, recorded_at: datetime, prev: str
) -> str:
    """Return the SHA-256 that seals one entry and, through `prev`, all earlier ones."""
    sealed = canonical(
        {
            "actor": actor,
            "at": instant(recorded_at),
            "kind": kind,
            "ledger": chain,
            "payload": payload,
            "prev": prev,
            "seq": seq,
        }
    )
    return hashlib.sha256(sealed.encode()).hexdigest()


def sealed_texts(*, chain: str, kind: str, payload: str, actor: str) -> tuple[str, str]:
    """Return what `link_hash` hashes before the entry's time, and between that and `prev`.

    For a database that seals entries itself: the time is known only under the lock of the ledger head.
    """
    known = canonical({"kind": kind, "ledger": chain, "payload": payload})
    return f'{{"actor":{canonical(actor)},"at":"', f'",{known[1:-1]},"prev":"'


@dataclass(frozen=True)
class Receipt:
    """What a phone keeps of its action: proof if the ledger is rewritten or cut afterwards."""

    ledger: str
    seq: int
    hash: str


class ChainHead(models.Model):
    """The end of a ledger. Locking its row keeps the chain from forking."""

    chain = models.CharField(max_length=32, unique=True, default=new_chain_id)
    seq = models.PositiveBigIntegerField(default=0)
    hash = models.CharField(max_length=64, default=GENESIS)

    class Meta:
        abstract = True


class ChainEntry(models.Model):
    """One action, sealed together with all earlier ones."""

    seq = models.PositiveBigIntegerField()
    kind = models.CharField(pgettext_lazy("field", "action"), max_length=40)
    payload = models.TextField(help_text="Canonical JSON; opaque ids, never names.")
    actor = models.CharField(pgettext_lazy("field", "by"), max_length=60)
    recorded_at = models.DateTimeField(pgettext_lazy("field", "at"))
    prev = models.CharField(max_length=64)
    hash = models.CharField(max_length=64)

    # Set by the action that has just written the entry.
    receipt: Receipt | None = None

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return f"{self.seq} {self.kind}"

    @property
    def content(self) -> dict[str, object]:
        content: dict[str, object] = json.loads(self.payload)
        return content


E = TypeVar("E", bound=ChainEntry)


def linked(
    model: type[E],
    head: ChainHead,
    actions: Sequence[tuple[str, Mapping[str, object]]],
    *,
    actor: str,
    now: datetime,
    **owner: int,
) -> list[E]:
    """Return sealed entries for the actions (kind and payload), in order, and move `head` to the last.

    Nothing is saved. The caller has locked `head`; `owner` gives the columns of the ledger's owner.
    """
    entries = []
    for kind, payload in actions:
        entry = model(
            seq=head.seq + 1,
            kind=str(kind),
            payload=canonical(payload),
            actor=actor,
            recorded_at=now,
            prev=head.hash,
            **owner,
        )
        entry.hash = link_hash(
            chain=head.chain,
            seq=entry.seq,
            kind=entry.kind,
            payload=entry.payload,
            actor=entry.actor,
            recorded_at=entry.recorded_at,
            prev=entry.prev,
        )
        entry.receipt = Receipt(head.chain, entry.seq, entry.hash)
        head.seq, head.hash = entry.seq, entry.hash
        entries.append(entry)
    return entries
