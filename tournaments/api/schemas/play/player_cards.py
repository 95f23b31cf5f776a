"""Player cards, the phones that follow them, and their seats."""

from collections.abc import Sequence
from typing import Annotated, TypedDict

from tournaments.api.schemas.people import EntryName
from tournaments.models import CardPhone, PlayerCard, Round, Seat
from web.api.answers import By, Given, Of, filled
from web.api.moments import Moment


class CardPhoneShape(TypedDict):
    """A phone that was shown a card. It waits for the PIN or the referee while `admitted_at` is null; `admission` is
    how it was admitted: first (nothing followed the card before), pin, or referee.
    """

    id: Annotated[int, Of("pk")]
    device_name: str
    asked_at: Annotated[Moment, "When it was shown the card."]
    admitted_at: Annotated[Moment | None, "When it was let in; null while it waits."]
    admission: Annotated[str, "How it was let in; empty while it waits.", CardPhone.Admission]


card_phone_shape = filled(CardPhoneShape, CardPhone)


class PlayerCardShape(TypedDict):
    """A card that opens its player's seats, with the phones that follow it or wait. Its code and PIN are not
    included.
    """

    id: Annotated[int, Of("pk")]
    entry: Annotated[EntryName, "The player whose card it is."]
    issued_at: Moment
    phones: Annotated[
        list[CardPhoneShape],
        By(lambda card: [card_phone_shape(phone) for phone in card.phones.all()]),
        "Phones that follow the card or wait to.",
    ]


class MadeCardShape(TypedDict):
    """A card as printed. `code` opens all seats of the player and `pin` admits a second phone: both are secret. They
    are empty in a repeated answer if the card has been replaced since.
    """

    id: Annotated[int, Of("pk")]
    entry: Annotated[int, Of("entry_id")]
    code: Annotated[
        str, Given(), "Secret code of the card; empty in a repeated answer once the card was replaced."
    ]
    pin: Annotated[
        str,
        Given(),
        "PIN that lets a second phone in; empty in a repeated answer once the card was replaced.",
    ]


class MadeCardsShape(TypedDict):
    cards: Annotated[list[MadeCardShape], "The cards, with their codes and PINs."]


class CardSeatShape(TypedDict):
    """The card's player's seat in a round. `planned_at`: when the round is to begin."""

    id: Annotated[int, Of("pk")]
    wind: int
    table: Annotated[int, Of("table_id")]
    table_number: Annotated[int, Of("table.number"), "Number of the table."]
    stage: Annotated[int, Of("round.stage_id")]
    round: Annotated[int, Of("round_id"), "Id of the round."]
    round_number: Annotated[int, Of("round.number"), "Number of the round in its stage."]
    round_name: Annotated[str, Of("round.name"), "Name of the round."]
    round_status: Annotated[str, Of("round.status"), "State of the round.", Round.Status]
    planned_at: Annotated[Moment | None, Of("round.planned_at")]


class FollowedCardShape(TypedDict):
    """The player whose card this phone was shown. It waits for the PIN or the referee while `admitted_at` is null."""

    card_phone: Annotated[CardPhoneShape, By(card_phone_shape), "The phone that was shown the card."]
    tournament: Annotated[str, Of("card.entry.tournament.slug")]
    entry: Annotated[EntryName, Of("card.entry"), "The player whose card it is."]


class ClaimedCardShape(FollowedCardShape):
    """The `token` of this phone: send it as `Authorization: Bearer mjc_…` with every call. It acts for the player
    once `admitted_at` is set, by the PIN or the referee.
    """

    token: str


class OwnCardShape(FollowedCardShape):
    """`seats` are the player's in all published rounds, in order of play. `now` is the one to show: in play, else
    the last one played while its round continues, else the next; `next` is the one after it. Empty while the phone
    waits.
    """

    now: Annotated[
        CardSeatShape | None, Given(), "Seat to go to now; null if there is none, or while the phone waits."
    ]
    next: Annotated[
        CardSeatShape | None, Given(), "Seat after that; null if there is none, or while the phone waits."
    ]
    seats: Annotated[
        list[CardSeatShape],
        Given(),
        "Seats in all published rounds, in the order of play; empty while the phone waits.",
    ]


# Expects `entry.player` to be loaded, and `phones` to be those that have not ended.
player_card_shape = filled(PlayerCardShape, PlayerCard)


made_card_shape = filled(MadeCardShape, PlayerCard)


# Expects `card.entry.player` and `card.entry.tournament` to be loaded.
followed_card_shape = filled(FollowedCardShape, CardPhone)


# Expects `table` and `round` to be loaded.
card_seat_shape = filled(CardSeatShape, Seat)


_own_card = filled(OwnCardShape, CardPhone)


def own_card_shape(phone: CardPhone, now: Seat | None, seats: Sequence[Seat]) -> OwnCardShape:
    """`seats` of the card's player, in order of play, each with `table` and `round` loaded; `now` is one of them."""
    shapes = [card_seat_shape(seat) for seat in seats]
    place = next((place for place, seat in enumerate(seats) if seat == now), None)
    to_come = [] if place is None else [one for one in shapes[place + 1 :] if one["round_status"] != "closed"]
    return _own_card(
        phone, now=None if place is None else shapes[place], next=next(iter(to_come), None), seats=shapes
    )
