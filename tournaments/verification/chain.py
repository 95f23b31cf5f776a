"""The chain of a ledger: each entry follows from the previous one, and receipts match."""

import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from functools import lru_cache
from json.encoder import encode_basestring
from typing import Any

import msgspec
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from tournaments.models.chain import GENESIS, ChainHead, Receipt
from tournaments.models.origins.reading import Ids
from tournaments.verification.entry import Entry
from tournaments.verification.findings import Found
from tournaments.verification.reading import reading, unreadable
from tournaments.verification.rows import Raw, Row, moment_of, raw_rows

DECODE = msgspec.json.Decoder().decode
ENCODE = msgspec.json.Encoder().encode
COLUMNS = ("seq", "kind", "payload", "actor", Raw("recorded_at"), "prev", "hash")


class Chain:
    """Reads a ledger once, oldest first, and collects problems.

    Afterwards `broken` is the first break of the chain, `found` everything else.
    """

    def __init__(
        self,
        head: ChainHead,
        rows: QuerySet[Any],
        receipts: Iterable[Receipt],
        *,
        ids: Ids | None = None,
        last_of_others: int = 0,
    ) -> None:
        """`rows` are the ledger's entries; those up to `last_of_others` have other ids, which `ids` translates."""
        self.head, self.rows = head, rows
        self.ids = ids or Ids([])
        self.last_of_others = last_of_others
        self.broken: Found | None = None
        self.found: list[Found] = []
        self.awaited: dict[int, list[Receipt]] = {}
        for receipt in receipts:
            if receipt.ledger == head.chain:
                self.awaited.setdefault(receipt.seq, []).append(receipt)

    def read(self) -> Iterator[Entry]:
        """Yield every readable entry, in local ids.

        No model objects: a hundred thousand take a second.
        """
        seq, last = 0, GENESIS
        for row in self._rows():
            number = row[0]
            entry = None
            try:
                entry = self._entry(row, seq, last)
            except Exception as error:
                self.broken = self.broken or unreadable(_("what it holds"), error, seq + 1)
            seq, last = number if type(number) is int else seq + 1, row[-1]
            if entry is not None:
                yield entry
        with reading(type(self.head), self.found):
            self._end(seq, last)

    def _rows(self) -> Iterator[Row]:
        """Yield the rows of the entries, as far as the database returns them."""
        try:
            yield from raw_rows(self.rows.order_by("seq", "pk").values_list(*COLUMNS))
        except Exception as error:
            self.broken = self.broken or unreadable(self.rows.model, error)

    def _entry(self, row: Row, seq: int, last: str) -> Entry | None:
        """Parse a row, in local ids; None if it is unreadable."""
        number, kind, payload, actor, at, prev, digest = row
        if self.broken is None and (
            number != seq + 1
            or prev != last
            or sealed(self.head.chain, number, kind, payload, actor, at, prev) != digest
        ):
            self.broken = self._broken(row, seq, last)
        if number in self.awaited and any(r.hash != digest for r in self.awaited.pop(number)):
            message = _(
                "a receipt shows that a different entry was here: the ledger was rewritten from here or "
                "before."
            )
            self.found.append((number, message))
        content = content_of(payload)
        if content is None:
            self.found.append((number, _("its content is not a JSON object.")))
            return None
        if number <= self.last_of_others:
            here = self.ids.content(number, kind, content)
            return Entry(number, kind, here, self.ids.actor(number, actor), moment_of(at))
        return Entry(number, kind, content, actor, moment_of(at))

    def _broken(self, row: Sequence[Any], seq: int, last: str) -> Found:
        """Return why this entry does not follow the previous one. A missing entry is the bad one; else this
        one is.
        """
        number, digest = row[0], row[-1]
        bad = min(number, seq + 1)
        if number <= seq:
            return bad, _("this number appears twice.")
        if number != seq + 1:
            return bad, _("it is missing; the next one is %(seq)s.") % {"seq": number}
        if sealed(self.head.chain, *row[:-1]) != digest:
            return bad, _("it was changed after it was written: its content does not match its hash.")
        return bad, _(
            "it does not follow from the entry before it: one of the two was replaced, or their order was "
            "changed."
        )

    def _end(self, seq: int, last: str) -> None:
        for number in sorted(self.awaited):
            self.found.append((number, _("a receipt shows that it was here; the ledger was cut off.")))
        head = self.head
        if self.broken is not None:
            return
        if seq < head.seq:
            message = _("it is missing: the ledger ends before it, but its head counts %(seq)s entries.")
            self.broken = seq + 1, message % {"seq": head.seq}
        elif seq > head.seq:
            self.broken = head.seq + 1, _("the ledger's head does not include it.")
        elif last != head.hash:
            self.broken = seq, _("the last entry is not the one named by the ledger's head.")


def sealed(chain: str, seq: int, kind: str, payload: str, actor: str, at: datetime | str, prev: str) -> str:
    """Same result as `models.ledger.link_hash`, but joins texts instead of sorting a dictionary."""
    digest = _opened(chain, kind, actor, at).copy()
    digest.update(b'%b,"prev":%b,"seq":%d}' % (_quoted(payload), _quoted(prev), seq))
    return digest.hexdigest()


@lru_cache(maxsize=1_000)
def _opened(chain: str, kind: str, actor: str, at: datetime | str) -> "hashlib._Hash":
    """Return the digest of an entry up to its payload; entries of one action share it."""
    written = _quoted(f"{_written(at)}Z")
    return hashlib.sha256(
        b'{"actor":%b,"at":%b,"kind":%b,"ledger":%b,"payload":'
        % (_quoted(actor), written, _quoted(kind), _quoted(chain))
    )


def _quoted(text: str) -> bytes:
    try:
        return ENCODE(text)
    except UnicodeEncodeError:
        # Half a surrogate pair, in a file from elsewhere.
        return encode_basestring(text).encode("utf-8", "surrogatepass")


def _written(at: datetime | str) -> str:
    """Format a time like the ledger, without Z. SQLite stores nearly that, with three or six decimals."""
    if type(at) is str and len(at) in (23, 26) and at[10] == " ":
        return f"{at[:10]}T{at[11:]}".ljust(26, "0")
    moment: datetime = moment_of(at)
    return (moment if moment.tzinfo is UTC else moment.astimezone(UTC)).isoformat(timespec="microseconds")[
        :26
    ]


def content_of(payload: str) -> dict[str, Any] | None:
    """Same result as `json.loads`, three times as fast; None unless it is an object."""
    content: Any
    try:
        content = DECODE(payload)
    except (ValueError, msgspec.DecodeError):
        # No action writes what msgspec refuses and `loads` accepts, such as NaN or half a surrogate pair.
        try:
            content = json.loads(payload)
        except ValueError:
            return None
    return content if isinstance(content, dict) else None
