"""A phone takes a seat or a player's card by its code, with wrong codes counted, and keeps it in cookies."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from tournaments.actions.actor import Actor
from tournaments.actions.errors import NotAllowed
from tournaments.actions.play.player_cards import claim_card, enter_pin
from tournaments.actions.play.seats import claim_seat
from tournaments.actions.rate_limits import (
    CARD_CODES_OF_A_NETWORK,
    PINS_OF_A_CARD,
    SEAT_CODES_OF_A_DEVICE,
    SEAT_CODES_OF_A_NETWORK,
    SEAT_CODES_WITHOUT_A_DEVICE,
    SECOND_CLAIMS_OF_A_SEAT,
    SECOND_PHONES_OF_A_CARD,
    count_attempt,
    forgive_attempt,
)
from tournaments.models import CardPhone, PlayerCard, SeatToken
from tournaments.models.codes import CARD_CODE_LENGTH, hash_of
from tournaments.models.play.player_cards import card_code_hash
from tournaments.visitors import CARD_COOKIE, SEAT_COOKIE, card_phone_of, follows, holder_of, seat_token_of
from web.browser import cookie_name, forget_cookie, keep_cookie
from web.networks import network_of

SEAT_COOKIE_AGE = 3 * 24 * 3600
# A season is longer than an evening; the card itself ends with its tournament.
CARD_COOKIE_AGE = 400 * 24 * 3600
# Names a phone before it has a seat: to count what it mistypes, and to let it repeat a claim whose answer was lost.
PHONE_COOKIE = "jantaku_phone"
PHONE_COOKIE_AGE = 400 * 24 * 3600


def take_seat(
    request: HttpRequest, *, code: str, key: str, device_name: str, by: Actor | None = None
) -> tuple[SeatToken, str]:
    """Claim the seat of `code` for the phone that asks, counting wrong codes and unwelcome claims.

    A code that is right is never refused because of wrong ones that others typed: those are counted only once they
    have turned out wrong, against the network. What a phone itself types is counted beforehand, so that one that goes
    on guessing is refused whatever it types, until its own time is up. `by`: the phone, if it says which one it is by
    another way than its cookies. Returns what `claim_seat` does. Must not run inside a transaction: what is refused
    stays counted.
    """
    network, device = network_of(request), device_of(request)
    if device:
        count_attempt(SEAT_CODES_OF_A_DEVICE, device)
    # A seat that is held is asked for again and again by somebody who is not welcome.
    held = SeatToken.objects.alive().filter(token_hash=hash_of(code), device_hash__isnull=False)
    if (seat := held.values_list("seat", flat=True).first()) is not None:
        count_attempt(SECOND_CLAIMS_OF_A_SEAT, str(seat))
    try:
        taken = claim_seat(
            code=code,
            key=key,
            device_name=device_name,
            held=(by and by.seat_token) or seat_token_of(request),
            held_card=(by and by.card) or _followed_by_cookie(request),
            user=request.user if request.user.is_authenticated else None,
        )
    except NotAllowed:
        count_attempt(SEAT_CODES_OF_A_NETWORK if device else SEAT_CODES_WITHOUT_A_DEVICE, network)
        raise
    if device:
        forgive_attempt(SEAT_CODES_OF_A_DEVICE, device)
    return taken


def is_card_code(code: str) -> bool:
    """Whether these letters are as many as on a player's card; codes of single seats are longer."""
    return len(code) == CARD_CODE_LENGTH


def take_card(
    request: HttpRequest, *, code: str, key: str, device_name: str, by: Actor | None = None
) -> tuple[CardPhone, str]:
    """Show a player's card for the phone that asks, counting as `take_seat` does. Returns what `claim_card` does.

    Phones that want a card which another one follows are counted for the card, so that not even the referee's list
    can be filled. Must not run inside a transaction.
    """
    network, device = network_of(request), device_of(request)
    if device:
        count_attempt(SEAT_CODES_OF_A_DEVICE, device)
    followed = PlayerCard.objects.alive().filter(
        code_hash=card_code_hash(code), phones__ended_at=None, phones__admitted_at__isnull=False
    )
    if (card := followed.values_list("pk", flat=True).first()) is not None:
        count_attempt(SECOND_PHONES_OF_A_CARD, str(card))
    try:
        taken = claim_card(
            code=code,
            key=key,
            device_name=device_name,
            held=by if by is not None and by.is_phone else holder_of(request),
            user=request.user if request.user.is_authenticated else None,
        )
    except NotAllowed:
        count_attempt(CARD_CODES_OF_A_NETWORK, network)
        count_attempt(SEAT_CODES_OF_A_NETWORK if device else SEAT_CODES_WITHOUT_A_DEVICE, network)
        raise
    if device:
        forgive_attempt(SEAT_CODES_OF_A_DEVICE, device)
    if card is not None and taken[0].is_admitted:
        forgive_attempt(SECOND_PHONES_OF_A_CARD, str(card))
    return taken


def take_pin(*, phone: CardPhone, pin: str) -> CardPhone:
    """Type a card's PIN on a phone that waits; wrong ones are counted for the card. Not inside a transaction."""
    count_attempt(PINS_OF_A_CARD, str(phone.card_id))
    phone = enter_pin(phone=phone, pin=pin)
    forgive_attempt(PINS_OF_A_CARD, str(phone.card_id))
    return phone


def _followed_by_cookie(request: HttpRequest) -> PlayerCard | None:
    phone = card_phone_of(request)
    return phone.card if phone is not None and follows(phone) else None


def device_of(request: HttpRequest) -> str:
    """Return the name that this house gave the phone that asks, or "" when it shows none that we gave."""
    for name in dict.fromkeys([cookie_name(PHONE_COOKIE), PHONE_COOKIE]):
        if device := request.get_signed_cookie(name, default="", salt=PHONE_COOKIE):
            return device
    return ""


def name_device(response: HttpResponse, device: str, *, is_secure: bool) -> None:
    """Give this phone a name, signed, so that nobody makes up names to guess under."""
    response.set_signed_cookie(
        cookie_name(PHONE_COOKIE),
        device,
        salt=PHONE_COOKIE,
        max_age=PHONE_COOKIE_AGE,
        httponly=True,
        secure=is_secure or settings.HTTPS,
        samesite="Lax",
    )


def set_seat_cookie(response: HttpResponse, secret: str, *, is_secure: bool) -> None:
    """Let this phone keep the seat it claimed, out of reach of scripts and of other sites."""
    keep_cookie(response, SEAT_COOKIE, secret, max_age=SEAT_COOKIE_AGE, is_secure=is_secure)


def set_card_cookie(response: HttpResponse, secret: str, *, is_secure: bool) -> None:
    """Let this phone keep the card it was shown, in place of a single seat that it held."""
    keep_cookie(response, CARD_COOKIE, secret, max_age=CARD_COOKIE_AGE, is_secure=is_secure)
    forget_cookie(response, SEAT_COOKIE)
