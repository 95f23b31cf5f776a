"""Player cards and the phones that follow them."""

from typing import TypedDict

from tournaments.api.schemas.people import EntryName, entry_name
from tournaments.models import CardPhone, PlayerCard
from web.api.moments import Moment, moment, moment_or_none


class CardPhoneShape(TypedDict):
    """A phone that was shown a card. It waits for the PIN or the referee while `admitted_at` is null; `admission` is
    how it was let in: first (nobody followed the card before), pin, or referee.
    """

    id: int
    device_name: str
    asked_at: Moment
    admitted_at: Moment | None
    admission: str


class PlayerCardShape(TypedDict):
    """A card that opens its player's seats, with the phones that follow it or wait. Its code and PIN are not here."""

    id: int
    entry: EntryName
    issued_at: Moment
    phones: list[CardPhoneShape]


class MadeCardShape(TypedDict):
    """A card as it is printed. `code` opens every seat of the player and `pin` lets in a second phone: both secret.
    They are empty in a repeated answer if the card has been replaced since.
    """

    id: int
    entry: int
    code: str
    pin: str


class MadeCardsShape(TypedDict):
    cards: list[MadeCardShape]


def card_phone_shape(phone: CardPhone) -> CardPhoneShape:
    return {
        "id": phone.pk,
        "device_name": phone.device_name,
        "asked_at": moment(phone.asked_at),
        "admitted_at": moment_or_none(phone.admitted_at),
        "admission": phone.admission,
    }


def player_card_shape(card: PlayerCard) -> PlayerCardShape:
    """Expects `entry.player` to be loaded, and `phones` to be those that have not ended."""
    return {
        "id": card.pk,
        "entry": entry_name(card.entry),
        "issued_at": moment(card.issued_at),
        "phones": [card_phone_shape(phone) for phone in card.phones.all()],
    }
