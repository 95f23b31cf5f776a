"""Which photos were taken of paper sheets, that they show what they showed, and when they went. Part of
`verification`.
"""

import hashlib
from collections.abc import Callable, Iterator, Mapping
from datetime import timedelta
from typing import Any

from django.utils.translation import gettext as _

from tournaments.models import Photo, PhotoContent, Tournament
from tournaments.models.ledger_kinds import Kind
from tournaments.verification.entry import Entry
from tournaments.verification.findings import Found, differs, gone, is_about, without_entry
from tournaments.verification.reading import as_far_as_readable, each
from tournaments.verification.rounds import Rounds

FIGURES = ("number", "sha256", "size", "width", "height")
# Photos are large: of their bytes only so many are in memory.
AT_ONCE = 8


class Photos:
    """Follows photos: taken, removed, deleted when their time was over."""

    about = Photo

    def __init__(self, rounds: Rounds) -> None:
        self.rounds = rounds
        self.taken: dict[Any, Entry] = {}
        self.ended: dict[Any, Entry] = {}
        self.unrecorded: set[str] = set()

    @property
    def kinds(self) -> Mapping[str, Callable[[Entry], None]]:
        return {
            Kind.PHOTO_TAKEN: self._taken,
            Kind.PHOTO_REMOVED: lambda entry: self.ended.update({entry.payload["photo"]: entry}),
            Kind.PHOTOS_DELETED: lambda entry: self.ended.update(
                dict.fromkeys(entry.payload["photos"], entry)
            ),
        }

    def _taken(self, entry: Entry) -> None:
        # What another server wrote has its numbers; its photos stayed there.
        self.ended.pop(entry.payload["photo"], None)
        self.taken[entry.payload["photo"]] = entry

    def findings(self, tournament: Tournament) -> Iterator[Found]:
        here: set[Any] = set()
        rows: dict[int, Photo] = {}
        of_it = {"table__round__stage__tournament": tournament}
        yield from each(Photo.objects.filter(**of_it), lambda row: self._of_one(row, rows), here)
        contents = self._contents(rows, {f"photo__{name}": value for name, value in of_it.items()})
        yield from as_far_as_readable(PhotoContent, contents)
        elsewhere = tournament.written_elsewhere or 0
        missing = sorted((pk for pk in self.taken.keys() - here), key=str)
        for pk in missing:
            entry = self.taken[pk]
            # Those of a round that was drawn again went with its tables.
            if entry.seq > elsewhere and self._is_still_seated(entry):
                yield gone(_("the photo %(id)s") % {"id": pk}, entry.seq)

    def _of_one(self, row: Photo, rows: dict[int, Photo]) -> Iterator[Found]:
        rows[row.pk] = row
        about = _("the photo %(id)s") % {"id": row.pk}
        taken, ended = self.taken.get(row.pk), self.ended.get(row.pk)
        if taken is None:
            yield without_entry(about)
            return
        payload, seat = taken.payload, taken.payload["seat"]
        remover = (ended.payload["seat"], ended.user) if ended and "seat" in ended.payload else (None, None)
        should = {
            "table_id": row.table_id == payload["table"],
            **{name: getattr(row, name) == payload[name] for name in FIGURES},
            "taken_by_seat_id": row.taken_by_seat_id == seat,
            "taken_by_id": row.taken_by_id == (None if seat else taken.user),
            "taken_at": is_about(row.taken_at, taken.at),
            "delete_at": is_about(row.delete_at, taken.at + timedelta(days=payload["days"])),
            "deleted_at": is_about(row.deleted_at, ended.at if ended else None),
            "removed_by_seat_id": row.removed_by_seat_id == remover[0],
            "removed_by_id": row.removed_by_id == (None if remover[0] else remover[1]),
        }
        yield from differs(about, [name for name, is_so in should.items() if not is_so], taken.seq)

    def _contents(self, rows: Mapping[int, Photo], of_it: Mapping[str, object]) -> Iterator[Found]:
        """What is kept shows what it showed; of what is deleted nothing is left."""
        found = set()
        contents = PhotoContent.objects.filter(**of_it).order_by("photo")
        for pk, content in contents.values_list("photo", "content").iterator(chunk_size=AT_ONCE):
            found.add(pk)
            if pk not in rows:
                continue
            is_so = hashlib.sha256(content).hexdigest() == rows[pk].sha256 and rows[pk].deleted_at is None
            taken = self.taken.get(pk)
            if not is_so and taken is not None:
                yield from differs(_("the photo %(id)s") % {"id": pk}, ["content"], taken.seq)
        for pk, row in rows.items():
            if row.deleted_at is None and pk not in found and pk in self.taken:
                yield gone(_("what the photo %(id)s shows") % {"id": pk}, self.taken[pk].seq)

    def _is_still_seated(self, entry: Entry) -> bool:
        seats = {seat for table in self.rounds.seated.values() for seat in table.seats}
        seat = entry.payload["seat"]
        return entry.payload["table"] in self.rounds.seated if seat is None else seat in seats
