"""The texts beside the entries: those that were recorded, or removed by an entry. Part of `verification`."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _
from msgspec.structs import replace

from tournaments.models import LedgerText, Tournament
from tournaments.models.ledger_kinds import Kind
from tournaments.models.texts.declared import FREE_TEXTS, REMOVED, FreeText
from tournaments.models.texts.reading import digests_in
from tournaments.verification.entry import Entry
from tournaments.verification.findings import Found, differs, gone, is_about, without_entry
from tournaments.verification.reading import readable

# The number of an entry, and under which name it has a text.
Place = tuple[int, str]


class Texts:
    """Puts each entry's texts in their places, as entries of earlier versions have them, so that the other parts
    compare them with what is stored. A removed text is `REMOVED` there as here.
    """

    about = LedgerText

    def __init__(self, tournament_id: int | None) -> None:
        self.found: list[Found] = []
        rows = LedgerText.objects.filter(tournament_id=tournament_id) if tournament_id else None
        read = readable(rows, self.found) if rows is not None else ()
        self.rows: dict[Place, LedgerText] = {(row.seq, row.name): row for row in read}
        self.removed_from = {seq for (seq, _name), row in self.rows.items() if row.removed_at}
        self.recorded: set[Place] = set()
        self.removals: dict[Place, Entry] = {}
        self.unrecorded: set[str] = set()

    @property
    def kinds(self) -> Mapping[str, Callable[[Entry], None]]:
        return {Kind.TEXT_REMOVED: self._removed}

    def _removed(self, entry: Entry) -> None:
        for name in entry.payload["fields"]:
            self.removals[entry.payload["of"], name] = entry

    def put_in(self, entry: Entry) -> Entry:
        """The entry with its texts; what it has none of stays as it is."""
        declared = FREE_TEXTS.get(entry.kind)
        digests = digests_in(entry.payload)
        if declared is None or (not digests and entry.seq not in self.removed_from):
            return entry
        content: dict[str, Any] = dict(entry.payload)
        for name, text in declared.items():
            row = self.rows.get((entry.seq, name))
            if name in digests:
                content[name] = self._text(entry.seq, name, text, row, digests[name])
            elif row is not None and row.removed_at is not None and content.get(name):
                self.recorded.add((entry.seq, name))
                content[name] = text.earlier(REMOVED)
        return replace(entry, payload=content)

    def _text(
        self, seq: int, name: str, text: FreeText, row: LedgerText | None, digest: object
    ) -> str | None:
        place = seq, name
        self.recorded.add(place)
        if row is None:
            self.found.append(gone(_("its text (%(name)s)") % {"name": name}, seq))
            return None
        if row.removed_at is not None:
            return text.earlier(REMOVED)
        if not row.gives(digest):
            self.found.append(
                (seq, _("its text (%(name)s) is not the one that was recorded.") % {"name": name})
            )
        return text.earlier(row.text)

    def findings(self, tournament: Tournament) -> Iterator[Found]:
        yield from self.found
        for place, row in self.rows.items():
            about = _("the text of entry %(seq)s (%(name)s)") % {"seq": row.seq, "name": row.name}
            removal = self.removals.get(place)
            if place not in self.recorded:
                yield without_entry(about)
            elif row.removed_at is None:
                if removal is not None:
                    yield removal.seq, _("%(what)s, which this entry removed, is there.") % {"what": about}
                if row.removed_by_id is not None:
                    yield from differs(about, ["removed_by_id"], row.seq)
            elif removal is None:
                yield (
                    row.seq,
                    _("its text (%(name)s) was removed, and no entry says so.") % {"name": row.name},
                )
            else:
                should = {
                    "removed_by_id": row.removed_by_id == removal.user,
                    "removed_at": is_about(row.removed_at, removal.at),
                }
                yield from differs(about, [name for name, is_so in should.items() if not is_so], removal.seq)
