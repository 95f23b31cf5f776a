"""Which photos were taken of paper sheets, that they show what they showed, and when they went. Part of
`verification`.
"""

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import datetime, timedelta
from typing import Any

from django.utils.translation import gettext as _

from tournaments.models import Photo, PhotoContent, Tournament
from tournaments.models.photos.events import PhotoRemoved, PhotosDeleted, PhotoTaken
from tournaments.verification.entry import Entry
from tournaments.verification.findings import Found, differs, gone, is_about, without_entry
from tournaments.verification.pages import Numbers, Pages
from tournaments.verification.reading import as_far_as_readable, each
from tournaments.verification.rounds import Rounds

FIGURES = ("number", "sha256", "size", "width", "height")
# When a photo went, and which seat or account removed it.
Ended = tuple[datetime, Any, int | None]
# Photos are large: of their bytes only so many are in memory.
AT_ONCE = 8


class Photos:
    """Follows photos: taken, removed, deleted when their time was over."""

    about = Photo

    def __init__(self, rounds: Rounds) -> None:
        self.rounds = rounds
        self.taken: Pages[Entry] = Pages(Entry)
        self.ended: Pages[Ended] = Pages(Ended)
        self.unrecorded: set[str] = set()

    @property
    def kinds(self) -> Mapping[str, Callable[[Entry], None]]:
        return {
            PhotoTaken.kind: self._taken,
            PhotoRemoved.kind: lambda entry: self._ended(entry, [entry.payload["photo"]]),
            PhotosDeleted.kind: lambda entry: self._ended(entry, entry.payload["photos"]),
        }

    def _ended(self, entry: Entry, photos: Iterable[Any]) -> None:
        by = (entry.payload["seat"], entry.user) if "seat" in entry.payload else (None, None)
        self.ended.update(dict.fromkeys(photos, (entry.at, *by)))

    def _taken(self, entry: Entry) -> None:
        # What another server wrote has its numbers; its photos stayed there.
        self.ended.pop(entry.payload["photo"], None)
        self.taken[entry.payload["photo"]] = entry

    def findings(self, tournament: Tournament) -> Iterator[Found]:
        here = Numbers()
        # What each shows, and is that still kept?
        rows: Pages[tuple[Any, bool]] = Pages(tuple[Any, bool])
        of_it = {"table__round__stage__tournament": tournament}
        yield from each(Photo.objects.filter(**of_it), lambda row: self._of_one(row, rows), here)
        contents = self._contents(rows, {f"photo__{name}": value for name, value in of_it.items()})
        yield from as_far_as_readable(PhotoContent, contents)
        elsewhere = tournament.written_elsewhere or 0
        missing = self.taken.without(here)
        seats = self.rounds.still_there(tournament, (self.taken[pk].payload["seat"] for pk in missing))
        for pk in missing:
            entry = self.taken[pk]
            seat, table = entry.payload["seat"], entry.payload["table"]
            is_there = table in self.rounds.seated if seat is None else seat in seats
            # Those of a round that was drawn again went with its tables.
            if entry.seq > elsewhere and is_there:
                yield gone(_("the photo %(id)s") % {"id": pk}, entry.seq)

    def _of_one(self, row: Photo, rows: Pages[tuple[Any, bool]]) -> Iterator[Found]:
        rows[row.pk] = row.sha256, row.deleted_at is None
        about = _("the photo %(id)s") % {"id": row.pk}
        taken, ended = self.taken.get(row.pk), self.ended.get(row.pk)
        if taken is None:
            yield without_entry(about)
            return
        payload, seat = taken.payload, taken.payload["seat"]
        ended_at, remover, account = ended or (None, None, None)
        should = {
            "table_id": row.table_id == payload["table"],
            **{name: getattr(row, name) == payload[name] for name in FIGURES},
            "taken_by_seat_id": row.taken_by_seat_id == seat,
            "taken_by_id": row.taken_by_id == (None if seat else taken.user),
            "taken_at": is_about(row.taken_at, taken.at),
            "delete_at": is_about(row.delete_at, taken.at + timedelta(days=payload["days"])),
            "deleted_at": is_about(row.deleted_at, ended_at),
            "removed_by_seat_id": row.removed_by_seat_id == remover,
            "removed_by_id": row.removed_by_id == (None if remover else account),
        }
        yield from differs(about, [name for name, is_so in should.items() if not is_so], taken.seq)

    def _contents(self, rows: Pages[tuple[Any, bool]], of_it: Mapping[str, object]) -> Iterator[Found]:
        """What is kept shows what it showed; of what is deleted nothing is left."""
        found = Numbers()
        contents = PhotoContent.objects.filter(**of_it).order_by("photo")
        for pk, content in contents.values_list("photo", "content").iterator(chunk_size=AT_ONCE):
            found.add(pk)
            if pk not in rows:
                continue
            is_so = (hashlib.sha256(content).hexdigest(), True) == rows[pk]
            taken = self.taken.get(pk)
            if not is_so and taken is not None:
                yield from differs(_("the photo %(id)s") % {"id": pk}, ["content"], taken.seq)
        for pk, (_sha256, is_kept) in rows.in_order():
            if is_kept and pk not in found and pk in self.taken:
                yield gone(_("what the photo %(id)s shows") % {"id": pk}, self.taken[pk].seq)
