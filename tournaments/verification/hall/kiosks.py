"""The tablets of tables: which were handed out, which device took one, which were ended. Part of `verification`."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.models import TableKiosk, Tournament
from tournaments.models.credentials.events import KioskClaimed, KioskRevoked, KiosksIssued
from tournaments.models.digests import cards_hash, text_hash
from tournaments.models.origins.events import TakenIn
from tournaments.verification.entry import Entry
from tournaments.verification.findings import Found, differs, gone, is_about, without_entry
from tournaments.verification.reading import each


@dataclass
class RecordedKiosk:
    """What the ledger tells of one tablet."""

    issued: Entry
    number: Any
    claimed: Entry | None = None
    ended: Entry | None = None


class Kiosks:
    """Follows tablets: handed out, taken into use, replaced, ended."""

    about = TableKiosk

    def __init__(self) -> None:
        self.kiosks: dict[Any, RecordedKiosk] = {}
        self.issues: list[Entry] = []
        self.unrecorded: set[str] = set()

    @property
    def kinds(self) -> Mapping[str, Callable[[Entry], None]]:
        return {
            KiosksIssued.kind: self._issued,
            KioskClaimed.kind: self._claimed,
            KioskRevoked.kind: lambda entry: self._end(entry.payload["kiosk"], entry),
            TakenIn.kind: lambda _entry: self._forget(),
        }

    def _forget(self) -> None:
        """Tablets stay with the server that knows their codes."""
        self.kiosks, self.issues = {}, []

    def _issued(self, entry: Entry) -> None:
        issued = list(zip(entry.payload["kiosks"], entry.payload["numbers"], strict=True))
        for kiosk in entry.payload.get("replaced", ()):
            self._end(kiosk, entry)
        self.issues.append(entry)
        self.kiosks.update({kiosk: RecordedKiosk(entry, number) for kiosk, number in issued})

    def _claimed(self, entry: Entry) -> None:
        if (recorded := self.kiosks.get(entry.payload["kiosk"])) is not None:
            recorded.claimed = entry

    def _end(self, kiosk: object, entry: Entry) -> None:
        if (recorded := self.kiosks.get(kiosk)) is not None:
            recorded.ended = entry

    def findings(self, tournament: Tournament) -> Iterator[Found]:
        here: set[Any] = set()
        codes: dict[Any, str] = {}
        kiosks = TableKiosk.objects.filter(tournament=tournament)
        yield from each(kiosks, lambda kiosk: self._of_kiosk(kiosk, codes), here)
        for entry in self.issues:
            missing = [pk for pk in entry.payload["kiosks"] if pk not in here]
            for pk in missing:
                yield gone(_about(pk), entry.seq)
            made = cards_hash(codes.get(pk, "") for pk in entry.payload["kiosks"])
            if not missing and made != entry.payload["hash"]:
                yield entry.seq, _("the codes of the tablets are no longer those that were made here.")

    def _of_kiosk(self, kiosk: TableKiosk, codes: dict[Any, str]) -> Iterator[Found]:
        codes[kiosk.pk] = kiosk.code_hash
        recorded = self.kiosks.get(kiosk.pk)
        if recorded is None:
            yield without_entry(_about(kiosk.pk))
        else:
            yield from differs(_about(kiosk.pk), _columns(kiosk, recorded), recorded.issued.seq)


def _about(pk: object) -> str:
    return pgettext("record", "tablet %(id)s") % {"id": pk}


def _columns(kiosk: TableKiosk, recorded: RecordedKiosk) -> list[str]:
    claimed, ended = recorded.claimed, recorded.ended
    device = claimed.payload.get("device") if claimed else ""
    should = {
        "number": kiosk.number == recorded.number,
        "issued_by_id": kiosk.issued_by_id == recorded.issued.user,
        "issued_at": is_about(kiosk.issued_at, recorded.issued.at),
        "claimed_at": is_about(kiosk.claimed_at, claimed.at if claimed else None),
        "device_hash": text_hash(kiosk.device_hash or "") == device,
        "revoked_by_id": kiosk.revoked_by_id == (ended.user if ended else None),
        "revoked_at": is_about(kiosk.revoked_at, ended.at if ended else None),
    }
    return [name for name, is_so in should.items() if not is_so]
