"""Player cards, the phones that follow them, and the seats to which they lead."""

from collections.abc import Sequence
from typing import Annotated, TypedDict

from tournaments.api.schemas.people import EntryName, entry_name
from tournaments.models import CardPhone, PlayerCard, Round, Seat
from web.api.answers import By, Of, filled
from web.api.moments import Moment, moment, moment_or_none


class CardPhoneShape(TypedDict):
    """A phone that was shown a card. It waits for the PIN or the referee while `admitted_at` is null; `admission` is
    how it was let in: first (nobody followed the card before), pin, or referee.
    """

    id: Annotated[int, Of("pk")]
    device_name: str
    asked_at: Annotated[Moment, "When it was shown the card."]
    admitted_at: Annotated[Moment | None, "When it was let in; null while it waits."]
    admission: Annotated[str, "How it was let in; empty while it waits.", CardPhone.Admission]


card_phone_shape = filled(CardPhoneShape, CardPhone)


class PlayerCardShape(TypedDict):
    """A card that opens its player's seats, with the phones that follow it or wait. Its code and PIN are not here."""

    id: int
    entry: Annotated[EntryName, "The player whose card it is."]
    issued_at: Moment
    phones: Annotated[list[CardPhoneShape], "Phones that follow the card or wait to."]


class MadeCardShape(TypedDict):
    """A card as it is printed. `code` opens every seat of the player and `pin` lets in a second phone: both secret.
    They are empty in a repeated answer if the card has been replaced since.
    """

    id: int
    entry: int
    code: Annotated[str, "Secret code of the card; empty in a repeated answer once the card was replaced."]
    pin: Annotated[
        str, "PIN that lets a second phone in; empty in a repeated answer once the card was replaced."
    ]


class MadeCardsShape(TypedDict):
    cards: Annotated[list[MadeCardShape], "The cards, with their codes and PINs."]


class CardSeatShape(TypedDict):
    """Where the card's player sits in a round. `planned_at`: when it is to begin."""

    id: int
    wind: int
    table: int
    table_number: Annotated[int, "Number of the table."]
    stage: int
    round: Annotated[int, "Id of the round."]
    round_number: Annotated[int, "Number of the round in its stage."]
    round_name: Annotated[str, "Name of the round."]
    round_status: Annotated[str, "State of the round.", Round.Status]
    planned_at: Moment | None


class FollowedCardShape(TypedDict):
    """Whose card this phone was shown. It waits for the PIN or the referee while `admitted_at` is null."""

    card_phone: Annotated[CardPhoneShape, By(card_phone_shape), "The phone that was shown the card."]
    tournament: Annotated[str, Of("card.entry.tournament.slug")]
    entry: Annotated[EntryName, Of("card.entry"), "The player whose card it is."]


class ClaimedCardShape(FollowedCardShape):
    """The `token` is this phone's from now on: send it as `Authorization: Bearer mjc_…` with every call. It acts for
    the player once `admitted_at` is set, by the PIN or the referee.
    """

    token: str


class OwnCardShape(FollowedCardShape):
    """`seats` are the player's in all published rounds, in the order of play. `now` is the one to look at: in play,
    else played last while its round goes on, else the next; `next` is the one after it. Empty while the phone waits.
    """

    now: Annotated[
        CardSeatShape | None, "Seat to go to now; null if there is none, or while the phone waits."
    ]
    next: Annotated[CardSeatShape | None, "Seat after that; null if there is none, or while the phone waits."]
    seats: Annotated[
        list[CardSeatShape],
        "Seats in all published rounds, in the order of play; empty while the phone waits.",
    ]


def player_card_shape(card: PlayerCard) -> PlayerCardShape:
    """Expects `entry.player` to be loaded, and `phones` to be those that have not ended."""
    return {
        "id": card.pk,
        "entry": entry_name(card.entry),
        "issued_at": moment(card.issued_at),
        "phones": [card_phone_shape(phone) for phone in card.phones.all()],
    }


# Expects `card.entry.player` and `card.entry.tournament` to be loaded.
followed_card_shape = filled(FollowedCardShape, CardPhone)


def card_seat_shape(seat: Seat) -> CardSeatShape:
    """Expects `table` and `round` to be loaded."""
    round_ = seat.round
    return {
        "id": seat.pk,
        "wind": seat.wind,
        "table": seat.table_id,
        "table_number": seat.table.number,
        "stage": round_.stage_id,
        "round": round_.pk,
        "round_number": round_.number,
        "round_name": round_.name,
        "round_status": round_.status,
        "planned_at": moment_or_none(round_.planned_at),
    }


def own_card_shape(phone: CardPhone, now: Seat | None, seats: Sequence[Seat]) -> OwnCardShape:
    """`seats`: of the card's player, in the order of play, each with `table` and `round`; `now` is one of them."""
    shapes = [card_seat_shape(seat) for seat in seats]
    place = next((place for place, seat in enumerate(seats) if seat == now), None)
    to_come = [] if place is None else [one for one in shapes[place + 1 :] if one["round_status"] != "closed"]
    return {
        **followed_card_shape(phone),
        "now": None if place is None else shapes[place],
        "next": next(iter(to_come), None),
        "seats": shapes,
    }
