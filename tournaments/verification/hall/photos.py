"""Photos of paper sheets: which were taken, whether they are unchanged, and when they were deleted."""

import hashlib
from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _

from tournaments.models import Photo, PhotoContent, Tournament
from tournaments.verification.findings import Found, differs, gone
from tournaments.verification.made_and_ended import MadeAndEnded
from tournaments.verification.pages import Numbers, Pages
from tournaments.verification.reading import as_far_as_readable
from tournaments.verification.rounds import Rounds

# Photos are large: the bytes of only this many are in memory.
AT_ONCE = 8
TOURNAMENT = "table__round__stage__tournament"


class Photos(MadeAndEnded[Photo, Tournament]):
    """Follows photos: taken, removed, expired."""

    def __init__(self, rounds: Rounds) -> None:
        super().__init__(Photo, TOURNAMENT, _("the photo %(id)s"), stays_behind=True)
        self.rounds = rounds
        # What each shows, and whether it is still kept.
        self.shown: Pages[tuple[Any, bool]] = Pages(tuple[Any, bool])

    def findings(self, of: Tournament) -> Iterator[Found]:
        yield from super().findings(of)
        yield from as_far_as_readable(PhotoContent, self._contents(of))

    def of_row(self, row: Photo) -> Iterator[Found]:
        self.shown[row.pk] = row.sha256, row.deleted_at is None
        yield from super().of_row(row)

    def lost(self, of: Tournament, missing: list[Any]) -> Iterator[Any]:
        """Photos of a redrawn round were deleted with its tables."""
        photos = {pk: self.recorded[pk].columns for pk in missing}
        seats = self.rounds.still_there(of, (columns["taken_by_seat"] for columns in photos.values()))
        for pk, columns in photos.items():
            seat = columns["taken_by_seat"]
            if columns["table"] in self.rounds.seated if seat is None else seat in seats:
                yield pk

    def _contents(self, of: Tournament) -> Iterator[Found]:
        """Check that kept photos are unchanged and that nothing is left of deleted ones."""
        found = Numbers()
        contents = PhotoContent.objects.filter(**{f"photo__{TOURNAMENT}": of}).order_by("photo")
        for pk, content in contents.values_list("photo", "content").iterator(chunk_size=AT_ONCE):
            found.add(pk)
            if pk not in self.shown:
                continue
            is_so = (hashlib.sha256(content).hexdigest(), True) == self.shown[pk]
            taken = self.recorded.get(pk)
            if not is_so and taken is not None:
                yield from differs(_("the photo %(id)s") % {"id": pk}, ["content"], taken.seq)
        for pk, (_sha256, is_kept) in self.shown.in_order():
            if is_kept and pk not in found and pk in self.recorded:
                yield gone(_("what the photo %(id)s shows") % {"id": pk}, self.recorded[pk].seq)
