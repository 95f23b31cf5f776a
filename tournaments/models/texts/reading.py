"""Entries of a ledger with their texts, for one circle of readers."""

from collections.abc import Collection, Iterable, Mapping
from typing import Any, NamedTuple

from tournaments.models.ledger import LedgerEntry
from tournaments.models.texts.declared import FREE_TEXTS, TEXTS, FreeText, Readers
from tournaments.models.texts.ledger_texts import LedgerText


class WithSalt(NamedTuple):
    text: str
    salt: str


class Texts:
    """The texts beside some entries of a tournament's ledger: one query, and none where no entry can have any.
    `withheld` are the numbers of entries that are not for everybody yet, see `entries_with_proposals`.
    """

    def __init__(
        self, tournament: int, entries: Iterable[LedgerEntry], withheld: Collection[int] = ()
    ) -> None:
        self._withheld = withheld
        seqs = [
            entry.seq for entry in entries if entry.kind in FREE_TEXTS and texts_of(entry.kind, entry.content)
        ]
        rows = LedgerText.objects.filter(tournament=tournament, seq__in=seqs) if seqs else ()
        self._rows = {(row.seq, row.name): row for row in rows}

    def readable(self, entry: LedgerEntry, *, staff: bool = False) -> dict[str, str | None]:
        """What these readers may read of an entry, by name; None for a text that was removed."""
        content = entry.content
        found: dict[str, str | None] = {}
        for name, declared in FREE_TEXTS.get(entry.kind, {}).items():
            if declared.readers is Readers.STAFF and not staff:
                continue
            row = self._rows.get((entry.seq, name))
            if row is not None:
                found[name] = None if row.removed_at else row.text
            elif is_word_for_word(content, name, declared):
                found[name] = content[name]  # type: ignore[assignment]
        return found

    def put_in(self, entry: LedgerEntry, *, staff: bool = False) -> dict[str, str | None]:
        """What to read in the places of an entry's texts: as `readable`, and empty for what these may not read."""
        readable = self.readable(entry, staff=staff)
        return {name: readable.get(name, "") for name in texts_of(entry.kind, entry.content)}

    def is_withheld(self, entry: LedgerEntry) -> bool:
        """Does the payload itself hold a text that is not, or no longer, for everybody, or whom a draw proposes to
        captains?

        The first may be so with entries of earlier versions, the second until line-ups are shown. Nobody can compute
        the hash of such an entry without it.
        """
        content = entry.content
        return entry.seq in self._withheld or any(
            is_word_for_word(content, name, declared)
            and (declared.readers is not Readers.EVERYBODY or (entry.seq, name) in self._rows)
            for name, declared in FREE_TEXTS.get(entry.kind, {}).items()
        )

    def with_salts(self, entry: LedgerEntry) -> dict[str, "WithSalt | None"]:
        """What everybody needs to check an entry's digests: text and salt by name, None for one that was removed.

        Nothing of texts for the staff alone, nor of those that the payload itself holds.
        """
        digests = digests_in(entry.content)
        found: dict[str, WithSalt | None] = {}
        for name, declared in FREE_TEXTS.get(entry.kind, {}).items():
            row = self._rows.get((entry.seq, name))
            if name in digests and declared.readers is Readers.EVERYBODY:
                found[name] = None if row is None or row.removed_at else WithSalt(row.text, row.salt)
        return found


def texts_of(kind: str, content: Mapping[str, Any]) -> list[str]:
    """The names of the texts that an entry has, beside it or in its payload, removed or not."""
    digests = digests_in(content)
    return [name for name in FREE_TEXTS.get(kind, {}) if name in digests or content.get(name)]


def digests_in(content: Mapping[str, Any]) -> Mapping[str, Any]:
    """The digests of texts that a payload holds, by name."""
    digests = content.get(TEXTS)
    return digests if isinstance(digests, dict) else {}


def is_word_for_word(content: Mapping[str, Any], name: str, declared: FreeText) -> bool:
    """Does the payload hold this text itself, as those of earlier versions do?"""
    return isinstance(content.get(name), str) and bool(content[name]) and declared.earlier("x") == "x"
