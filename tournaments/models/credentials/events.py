"""Ledger events of seat cards, player cards, phones and tablets."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from msgspec import UNSET, UnsetType

from tournaments.models.events import (
    Columns,
    Digest,
    EntryId,
    Event,
    Names,
    Payload,
    SeatId,
    ShownAt,
)


class SeatCardsIssued(Event):
    """A new card for one seat returns it to a player whose phone lost it."""

    kind = "tokens_issued"
    on_stream = None
    says = _("Seat cards issued: %(count)s")

    seats: list[SeatId]
    tokens: list[int]
    # Of the codes.
    hash: Digest
    # Seats whose phones were signed out.
    phones_out: list[SeatId] | UnsetType = UNSET

    @classmethod
    def sentence(cls, payload: Payload) -> str | Promise:
        if len(payload.get("seats", ())) == 1:
            if payload.get("phones_out"):
                return _("New seat card for %(seat)s; the phone that held the seat was signed out")
            return _("New seat card for %(seat)s")
        if payload.get("phones_out"):
            return _("Seat cards issued: %(count)s; phones signed out: %(phones)s")
        return cls.says

    @classmethod
    def words(cls, payload: Payload, names: Names) -> dict[str, object]:
        seats = payload.get("seats", ())
        words: dict[str, object] = {"count": len(seats), "phones": len(payload.get("phones_out", ()))}
        return {**words, "seat": names.name("seat", seats[0])} if len(seats) == 1 else words


class SeatClaimed(Event):
    kind = "seat_claimed"
    on_stream = None
    says = _("A phone took the seat of %(seat)s")
    shown_at = ShownAt.NO_TABLE

    seat: SeatId
    token: int
    device: Digest


class SecondClaimRefused(Event):
    kind = "second_claim_refused"
    on_stream = None
    says = _("A second phone tried to take the seat of %(seat)s and was refused")
    shown_at = ShownAt.NO_TABLE

    seat: SeatId
    token: int


class SeatCardRevoked(Event):
    kind = "token_revoked"
    on_stream = None
    says = _("The seat card of %(seat)s was revoked")

    seat: SeatId
    token: int


class PlayerCardsIssued(Event):
    kind = "cards_issued"
    on_stream = None
    says = _("Player cards issued: %(count)s")

    entries: list[EntryId]
    cards: list[int]
    # Of the codes.
    hash: Digest
    # Phones of the previous cards.
    phones_out: list[int] | UnsetType = UNSET

    @classmethod
    def sentence(cls, payload: Payload) -> str | Promise:
        if payload.get("phones_out"):
            return _("Player cards replaced: %(count)s; phones signed out: %(phones)s")
        return cls.says

    @classmethod
    def words(cls, payload: Payload, names: Names) -> dict[str, object]:
        return {"count": len(payload.get("cards", ())), "phones": len(payload.get("phones_out", ()))}


class PlayerCardRevoked(Event):
    kind = "card_revoked"
    on_stream = None
    says = _("The card of %(entry)s was taken back")

    entry: EntryId
    card: int
    phones: list[int]


class _OfAPhone(Event, abstract=True):
    """An action of a phone with a player card."""

    entry: EntryId
    card: int
    phone: int


class CardClaimed(_OfAPhone):
    kind = "card_claimed"
    on_stream = None
    says = _("A phone follows the card of %(entry)s")

    device: Digest
    admission: str


class CardAskedFor(_OfAPhone):
    kind = "card_asked"
    on_stream = None
    says = _("Another phone asked for the card of %(entry)s and is waiting for its PIN or the referee")

    device: Digest


class CardPhoneAdmitted(_OfAPhone):
    kind = "card_phone_admitted"
    on_stream = None
    says = _("The referee let another phone in with the card of %(entry)s")


class CardPhoneOut(_OfAPhone):
    kind = "card_phone_out"
    on_stream = None
    says = _("A phone no longer follows the card of %(entry)s")

    # Signed out by the phone itself.
    left: bool


# Tablets


class KiosksIssued(Event):
    kind = "kiosks_issued"
    on_stream = None
    says = _("Tablet codes issued for tables: %(count)s")
    changes = Columns("TableKiosk", "replaced", at="revoked_at", by="revoked_by")
    makes = Columns("TableKiosk", "kiosks", {"number": "numbers"}, at="issued_at", by="issued_by")

    kiosks: list[int]
    # Table numbers.
    numbers: list[int]
    # Of the codes.
    hash: Digest
    # The tablets these tables had before.
    replaced: list[int] | UnsetType = UNSET

    @classmethod
    def words(cls, payload: Payload, names: Names) -> dict[str, object]:
        return {"count": len(payload.get("kiosks", ()))}


class KioskClaimed(Event):
    kind = "kiosk_claimed"
    on_stream = None
    says = _("A tablet is in use at table %(number)s")
    changes = Columns("TableKiosk", "kiosk", hashed={"device_hash": "device"}, at="claimed_at")

    kiosk: int
    number: int
    device: Digest


class KioskRevoked(Event):
    kind = "kiosk_revoked"
    on_stream = None
    says = _("Use of the tablet at table %(number)s was ended")
    changes = Columns("TableKiosk", "kiosk", at="revoked_at", by="revoked_by")

    kiosk: int
    number: int
