"""What the ledger says of tablets at tables."""

from django.utils.translation import gettext_lazy as _
from msgspec import UNSET, UnsetType

from tournaments.models.events import Digest, Event, Names, Payload


class KiosksIssued(Event):
    kind = "kiosks_issued"
    says = _("Codes for tablets at tables made: %(count)s")

    kiosks: list[int]
    # The numbers of their tables.
    numbers: list[int]
    # Of the codes.
    hash: Digest
    # Those of before at these tables, which are over.
    replaced: list[int] | UnsetType = UNSET

    @classmethod
    def words(cls, payload: Payload, names: Names) -> dict[str, object]:
        return {"count": len(payload.get("kiosks", ()))}


class KioskClaimed(Event):
    kind = "kiosk_claimed"
    says = _("A tablet is in use at table %(number)s")

    kiosk: int
    number: int
    device: Digest


class KioskRevoked(Event):
    kind = "kiosk_revoked"
    says = _("The tablet of table %(number)s was ended")

    kiosk: int
    number: int
