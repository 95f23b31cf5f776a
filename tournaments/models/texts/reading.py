"""Ledger entries with their texts, for one group of readers."""

from collections.abc import Collection, Iterable, Mapping
from typing import Any, NamedTuple, Protocol

from django.db.models import QuerySet

from tournaments.models.chain import ChainEntry
from tournaments.models.events import FreeText, Readers
from tournaments.models.texts.declared import (
    TEXTS,
    declared_as,
    free_texts,
    is_declared,
    typed_in,
)
from tournaments.models.texts.ledger_texts import LedgerText


class WithSalt(NamedTuple):
    text: str
    salt: str


class Owner(Protocol):
    """A tournament or a league, the owner of a ledger."""

    @property
    def ledger_texts(self) -> Any: ...


class Texts:
    """The texts of some ledger entries: one query, none if no entry can have any. `withheld` are the numbers of
    entries that are not public yet, see `entries_with_proposals`.
    """

    def __init__(self, owner: Owner, entries: Iterable[ChainEntry], withheld: Collection[int] = ()) -> None:
        self._withheld = withheld
        seqs = [
            entry.seq
            for entry in entries
            if entry.kind in free_texts() and texts_of(entry.kind, entry.content)
        ]
        rows: QuerySet[LedgerText] | tuple[()] = owner.ledger_texts.filter(seq__in=seqs) if seqs else ()
        self._rows = {(row.seq, row.name): row for row in rows}

    def readable(self, entry: ChainEntry, *, staff: bool = False) -> dict[str, str | None]:
        """Return the texts these readers may read, by name; None for a removed text."""
        content = entry.content
        words = dict(typed_in(entry.kind, content))
        found: dict[str, str | None] = {}
        for name in texts_of(entry.kind, content):
            declared = declared_as(entry.kind, name)
            if declared.readers is Readers.STAFF and not staff:
                continue
            row = self._rows.get((entry.seq, name))
            if row is not None:
                found[name] = None if row.removed_at else row.text
            elif name in words and is_word_for_word(declared):
                found[name] = words[name]
        return found

    def put_in(self, entry: ChainEntry, *, staff: bool = False) -> dict[str, str | None]:
        """Return what to show for each text of an entry: as in `readable`, and "" for texts these readers may not
        see.
        """
        readable = self.readable(entry, staff=staff)
        return {name: readable.get(name, "") for name in texts_of(entry.kind, entry.content)}

    def is_withheld(self, entry: ChainEntry) -> bool:
        """Whether the payload itself contains a text that is not (or no longer) public, or a draw's proposals.

        The former happens in entries of earlier versions, the latter until line-ups are revealed. The hash of such an
        entry cannot be checked without it.
        """
        return entry.seq in self._withheld or any(
            is_word_for_word(declared)
            and (declared.readers is not Readers.EVERYBODY or (entry.seq, name) in self._rows)
            for name, declared in _declared_of_words(entry)
        )

    def with_salts(self, entry: ChainEntry) -> dict[str, "WithSalt | None"]:
        """Return what the public needs to check an entry's digests: text and salt by name, None for a removed text.

        Without texts only for the staff, and those in the payload itself.
        """
        found: dict[str, WithSalt | None] = {}
        for name in digests_in(entry.content):
            row = self._rows.get((entry.seq, name))
            if is_declared(entry.kind, name) and declared_as(entry.kind, name).readers is Readers.EVERYBODY:
                found[name] = None if row is None or row.removed_at else WithSalt(row.text, row.salt)
        return found


def _declared_of_words(entry: ChainEntry) -> Iterable[tuple[str, FreeText]]:
    if entry.kind not in free_texts():
        return []
    return [(name, declared_as(entry.kind, name)) for name, _text in typed_in(entry.kind, entry.content)]


def texts_of(kind: str, content: Mapping[str, Any]) -> list[str]:
    """Return the names of an entry's texts, stored beside it or in its payload, removed or not."""
    if kind not in free_texts():
        return []
    words = dict(typed_in(kind, content))
    digests = [name for name in digests_in(content) if name not in words and is_declared(kind, name)]
    order = list(free_texts()[kind])
    return sorted([*words, *digests], key=lambda name: _place(order, name))


def _place(order: list[str], name: str) -> tuple[int, int]:
    of, _colon, number = name.partition(":")
    return order.index(of), int(number or 0)


def digests_in(content: Mapping[str, Any]) -> Mapping[str, Any]:
    digests = content.get(TEXTS)
    return digests if isinstance(digests, dict) else {}


def is_word_for_word(declared: FreeText) -> bool:
    """Whether payloads of earlier versions contain this text itself."""
    return declared.earlier("x") == "x"
