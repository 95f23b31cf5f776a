"""Texts beside ledger entries: recorded, or removed by an entry."""

from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from msgspec import Struct
from msgspec.structs import replace

from tournaments.models import League, LedgerText, Tournament
from tournaments.models.events import FreeText
from tournaments.models.texts.declared import REMOVED, declared_as, free_texts, put, text_digest
from tournaments.models.texts.reading import digests_in, texts_of
from tournaments.verification.entry import Entry
from tournaments.verification.findings import Found, differs, gone, is_about, without_entry
from tournaments.verification.pages import Pages
from tournaments.verification.reading import each


class Stored(Struct, frozen=True, array_like=True):
    """A stored text, and whether an entry read so far has it."""

    text: Any
    salt: Any
    removed_at: datetime | None
    removed_by: Any
    is_recorded: bool = False


# The removal of a text: entry number, time and account.
Removal = tuple[int, datetime, int | None]


class Texts:
    """Puts each entry's texts in their places, as in entries of earlier versions, so that other parts can compare
    them with stored rows. A removed text is `REMOVED` on both sides. `beside` are the texts of one ledger.
    """

    about = LedgerText

    def __init__(self, beside: "QuerySet[LedgerText] | None", removed: str) -> None:
        # The kind of removal entries in this ledger.
        self.removed = removed
        self.found: list[Found] = []
        # By entry number and name of the text.
        self.rows: Pages[dict[str, Stored]] = Pages(dict[str, Stored])
        self.removals: Pages[dict[str, Removal]] = Pages(dict[str, Removal])
        self.unrecorded: set[str] = set()
        if beside is not None:
            self.found += each(beside, self._add)

    def _add(self, row: LedgerText) -> None:
        stored = Stored(row.text, row.salt, row.removed_at, row.removed_by_id)
        self.rows[row.seq] = {**self.rows.get(row.seq, {}), row.name: stored}

    @property
    def kinds(self) -> Mapping[str, Callable[[Entry], None]]:
        return {self.removed: self._removed}

    def _removed(self, entry: Entry) -> None:
        of, removal = entry.payload["of"], (entry.seq, entry.at, entry.user)
        self.removals[of] = {**self.removals.get(of, {}), **dict.fromkeys(entry.payload["fields"], removal)}

    def put_in(self, entry: Entry) -> Entry:
        """Return the entry with its texts; unchanged if it has none."""
        if entry.kind not in free_texts():
            return entry
        digests, rows = digests_in(entry.payload), self.rows.get(entry.seq, {})
        if not digests and not (rows and any(row.removed_at for row in rows.values())):
            return entry
        texts: dict[str, Any] = {}
        for name in texts_of(entry.kind, entry.payload):
            row, text = rows.get(name), declared_as(entry.kind, name)
            if name in digests:
                texts[name] = self._text(entry.seq, name, text, row, digests[name])
            elif row is not None and row.removed_at is not None:
                texts[name] = text.earlier(REMOVED)
            else:
                continue
            if row is not None:
                self.rows[entry.seq] = {**self.rows[entry.seq], name: replace(row, is_recorded=True)}
        return replace(entry, payload=put(entry.kind, entry.payload, texts))

    def _text(self, seq: int, name: str, text: FreeText, row: Stored | None, digest: object) -> str | None:
        if row is None:
            self.found.append(gone(_("its text (%(name)s)") % {"name": name}, seq))
            return None
        if row.removed_at is not None:
            return text.earlier(REMOVED)
        if text_digest(row.salt, row.text) != digest:
            self.found.append((seq, _("its text (%(name)s) differs from the one recorded.") % {"name": name}))
        return text.earlier(row.text)

    def findings(self, _owner: Tournament | League) -> Iterator[Found]:
        yield from self.found
        for seq, rows in self.rows.in_order():
            removals = self.removals.get(seq, {})
            for name, row in rows.items():
                yield from _of_text(seq, name, row, removals.get(name))


def _of_text(seq: int, name: str, row: Stored, removal: Removal | None) -> Iterator[Found]:
    about = _("the text of entry %(seq)s (%(name)s)") % {"seq": seq, "name": name}
    if not row.is_recorded:
        yield without_entry(about)
    elif row.removed_at is None:
        if removal is not None:
            yield removal[0], _("%(what)s, which this entry removed, is still there.") % {"what": about}
        if row.removed_by is not None:
            yield from differs(about, ["removed_by_id"], seq)
    elif removal is None:
        yield seq, _("its text (%(name)s) was removed without a ledger entry.") % {"name": name}
    else:
        entry, at, user = removal
        should = {
            "removed_by_id": row.removed_by == user,
            "removed_at": is_about(row.removed_at, at),
        }
        yield from differs(about, [name for name, is_so in should.items() if not is_so], entry)
