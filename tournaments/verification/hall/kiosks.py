"""Table tablets: issued, claimed, revoked."""

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.models import TableKiosk, Tournament
from tournaments.models.credentials.events import KiosksIssued
from tournaments.models.digests import cards_hash
from tournaments.models.origins.events import TakenIn
from tournaments.verification.entry import Entry
from tournaments.verification.findings import Found
from tournaments.verification.made_and_ended import MadeAndEnded
from tournaments.verification.pages import Pages


class Kiosks(MadeAndEnded[TableKiosk, Tournament]):
    """Follows tablets: issued, claimed, replaced, revoked. Their codes are those issued together."""

    def __init__(self) -> None:
        named = pgettext("record", "tablet %(id)s")
        super().__init__(TableKiosk, "tournament", named, stays_behind=True)
        self.issues: list[Entry] = []
        self.codes: Pages[str] = Pages(str)

    def read(self, entry: Entry) -> None:
        super().read(entry)
        if entry.kind == KiosksIssued.kind:
            self.issues.append(entry)
        elif entry.kind == TakenIn.kind:
            self.issues.clear()

    def findings(self, of: Tournament) -> Iterator[Found]:
        yield from super().findings(of)
        for entry in self.issues:
            kiosks = entry.payload["kiosks"]
            made = cards_hash(self.codes.get(pk, "") for pk in kiosks)
            if made != entry.payload["hash"] and all(pk in self.here for pk in kiosks):
                yield entry.seq, _("the codes of the tablets differ from those issued here.")

    def of_row(self, row: TableKiosk) -> Iterator[Found]:
        self.codes[row.pk] = row.code_hash
        yield from super().of_row(row)
