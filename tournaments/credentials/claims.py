"""Claims by code or PIN, with guesses counted.

Refused attempts stay counted, so none of these may run inside a transaction.
"""

from django.http import HttpRequest

from tournaments.actions.actor import Actor
from tournaments.actions.credentials.kiosks import claim_kiosk
from tournaments.actions.credentials.player_cards import claim_card, enter_pin
from tournaments.actions.credentials.seat_tokens import claim_seat
from tournaments.actions.rate_limits import (
    PINS_OF_A_CARD,
    SECOND_CLAIMS_OF_A_SEAT,
    SECOND_PHONES_OF_A_CARD,
    attempt,
    count_attempt,
    forgive_attempt,
)
from tournaments.credentials.guesses import CARD_CODE, SEAT_CODE, TABLET_CODE, guessing
from tournaments.credentials.visitors import card_phone_of, follows, holder_of, seat_token_of
from tournaments.models import CardPhone, PlayerCard, SeatToken, TableKiosk
from tournaments.models.codes import CARD_CODE_LENGTH, hash_of


def take_seat(
    request: HttpRequest, *, code: str, key: str, device_name: str, by: Actor | None = None
) -> tuple[SeatToken, str]:
    """Claim the seat of `code` for this phone; returns the result of `claim_seat`.

    `by`: the phone, if identified other than by cookies. Claims of a seat held by another phone are counted per seat.
    """
    with guessing(SEAT_CODE, request):
        held = SeatToken.objects.alive().filter(code_hash=hash_of(code), device_hash__isnull=False)
        if (seat := held.values_list("seat", flat=True).first()) is not None:
            count_attempt(SECOND_CLAIMS_OF_A_SEAT, str(seat))
        return claim_seat(
            code=code,
            key=key,
            device_name=device_name,
            held=(by and by.seat_token) or seat_token_of(request),
            held_card=(by and by.card) or _followed_by_cookie(request),
            user=request.user if request.user.is_authenticated else None,
        )


def is_card_code(code: str) -> bool:
    """Whether the text has the length of a player card's code; seat codes are longer."""
    return len(code) == CARD_CODE_LENGTH


def take_card(
    request: HttpRequest, *, code: str, key: str, device_name: str, by: Actor | None = None
) -> tuple[CardPhone, str]:
    """Claim a player card for this phone; returns the result of `claim_card`. `by` as in `take_seat`.

    Claims of a card that another phone follows are counted per card, so that the referee's list cannot be flooded.
    """
    followed = PlayerCard.objects.alive().filter(
        code_hash=PlayerCard.hash_of_code(code), phones__ended_at=None, phones__admitted_at__isnull=False
    )
    with guessing(CARD_CODE, request):
        if (card := followed.values_list("pk", flat=True).first()) is not None:
            count_attempt(SECOND_PHONES_OF_A_CARD, str(card))
        taken = claim_card(
            code=code,
            key=key,
            device_name=device_name,
            held=by if by is not None and by.is_phone else holder_of(request),
            user=request.user if request.user.is_authenticated else None,
        )
    if card is not None and taken[0].is_admitted:
        forgive_attempt(SECOND_PHONES_OF_A_CARD, str(card))
    return taken


def take_pin(*, phone: CardPhone, pin: str) -> CardPhone:
    """Enter a card's PIN on a waiting phone."""
    with attempt((PINS_OF_A_CARD, str(phone.card_id))):
        return enter_pin(phone=phone, pin=pin)


def take_kiosk(request: HttpRequest, *, code: str, key: str, device_name: str) -> tuple[TableKiosk, str]:
    """Claim a tablet code for this device; returns the result of `claim_kiosk`."""
    with guessing(TABLET_CODE, request):
        return claim_kiosk(code=code, key=key, device_name=device_name)


def _followed_by_cookie(request: HttpRequest) -> PlayerCard | None:
    phone = card_phone_of(request)
    return phone.card if phone is not None and follows(phone) else None
