"""The append-only, hash-chained record of every action of a tournament."""

import hashlib
import json
from dataclasses import dataclass
from datetime import datetime

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.setup.structure import Tournament, new_chain_id

GENESIS = "0" * 64


def canonical(value: object) -> str:
    """Return `value` as the one JSON text that everybody hashes: sorted keys, no blanks, plain UTF-8.

    For the integers, strings, booleans, nulls, lists and ASCII-keyed objects a ledger holds, this is RFC 8785.
    """
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def instant(moment: datetime) -> str:
    """Return a UTC moment as the ledger writes it.

    >>> instant(datetime(2026, 11, 21, 9, 30))
    '2026-11-21T09:30:00.000000Z'
    """
    return moment.strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def link_hash(
    *, chain: str, seq: int, kind: str, payload: str, actor: str, recorded_at: datetime, prev: str
) -> str:
    """Return the SHA-256 that seals one entry and, through `prev`, all entries before it."""
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


@dataclass(frozen=True)
class Receipt:
    """What a phone keeps of its action: with it, anybody can show that the ledger was rewritten or cut afterwards."""

    ledger: str
    seq: int
    hash: str


class LedgerHead(models.Model):
    """Where a tournament's ledger ends. Its row is the lock that keeps the chain from forking."""

    tournament = models.OneToOneField(Tournament, models.PROTECT, related_name="head", primary_key=True)
    chain = models.CharField(max_length=32, unique=True, default=new_chain_id)
    seq = models.PositiveBigIntegerField(default=0)
    hash = models.CharField(max_length=64, default=GENESIS)
    # The stale mark: the last entry that moves standings. A stage published before it is behind.
    standings_seq = models.PositiveBigIntegerField(default=0)

    class Meta:
        verbose_name = _("ledger head")
        verbose_name_plural = _("ledger heads")
        constraints = [
            models.CheckConstraint(
                condition=models.Q(standings_seq__lte=models.F("seq")), name="the_stale_mark_is_an_entry"
            )
        ]

    def __str__(self) -> str:
        return f"{self.tournament}: {self.seq}"


class LedgerEntry(models.Model):
    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="ledger")
    seq = models.PositiveBigIntegerField()
    kind = models.CharField(_("action"), max_length=40)
    payload = models.TextField(help_text="Canonical JSON; opaque ids, never names.")
    actor = models.CharField(_("by"), max_length=60)
    recorded_at = models.DateTimeField(_("at"))
    prev = models.CharField(max_length=64)
    hash = models.CharField(max_length=64)

    # Given by the action that has just written the entry.
    receipt: Receipt | None = None

    class Meta:
        verbose_name = _("ledger entry")
        verbose_name_plural = _("ledger entries")
        ordering = ["tournament_id", "seq"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "seq"], name="one_ledger_entry_per_seq"),
            models.UniqueConstraint(fields=["tournament", "prev"], name="a_ledger_never_forks"),
        ]
        # What somebody did last: a phone asks for it with every look at its page.
        indexes = [models.Index(fields=["tournament", "actor", "seq"], name="ledger_entries_by_actor")]

    def __str__(self) -> str:
        return f"{self.seq} {self.kind}"

    @property
    def content(self) -> dict[str, object]:
        content: dict[str, object] = json.loads(self.payload)
        return content
