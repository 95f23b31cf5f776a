"""What the hall was told, and what was taken down again. Part of `verification`."""

from collections.abc import Callable, Iterator, Mapping

from django.utils.translation import pgettext

from tournaments.models import Announcement, Tournament
from tournaments.models.play.events import Announced, AnnouncementRemoved
from tournaments.verification.entry import Entry
from tournaments.verification.findings import Found, differs, gone, is_about, without_entry
from tournaments.verification.pages import Numbers, Pages
from tournaments.verification.reading import each


class Announcements:
    """Follows announcements: made, and taken down."""

    about = Announcement

    def __init__(self) -> None:
        self.made: Pages[Entry] = Pages(Entry)
        self.removed: Pages[Entry] = Pages(Entry)
        self.unrecorded: set[str] = set()

    @property
    def kinds(self) -> Mapping[str, Callable[[Entry], None]]:
        return {
            Announced.kind: lambda entry: self.made.update({entry.payload["announcement"]: entry}),
            AnnouncementRemoved.kind: lambda entry: self.removed.update(
                {entry.payload["announcement"]: entry}
            ),
        }

    def findings(self, tournament: Tournament) -> Iterator[Found]:
        here = Numbers()
        yield from each(Announcement.objects.filter(tournament=tournament), self._of_row, here)
        for pk in self.made.without(here):
            yield gone(pgettext("record", "announcement %(id)s") % {"id": pk}, self.made[pk].seq)

    def _of_row(self, row: Announcement) -> Iterator[Found]:
        about = pgettext("record", "announcement %(id)s") % {"id": row.pk}
        made, removed = self.made.get(row.pk), self.removed.get(row.pk)
        if made is None:
            yield without_entry(about)
            return
        should = {
            "text": row.text == made.payload["text"],
            "made_by_id": row.made_by_id == made.user,
            "made_at": is_about(row.made_at, made.at),
            "removed_by_id": row.removed_by_id == (removed.user if removed else None),
            "removed_at": is_about(row.removed_at, removed.at if removed else None),
        }
        yield from differs(about, [name for name, is_so in should.items() if not is_so], made.seq)
