"""A phone takes a seat by its code, with wrong codes counted, and keeps it in cookies."""

from django.http import HttpRequest, HttpResponse

from tournaments.actions.errors import NotAllowed
from tournaments.actions.play.seats import claim_seat
from tournaments.actions.rate_limits import (
    SEAT_CODES_OF_A_DEVICE,
    SEAT_CODES_OF_A_NETWORK,
    SEAT_CODES_WITHOUT_A_DEVICE,
    SECOND_CLAIMS_OF_A_SEAT,
    count_attempt,
    forgive_attempt,
)
from tournaments.models import SeatToken
from tournaments.models.codes import hash_of
from tournaments.visitors import SEAT_COOKIE, seat_token_of
from web.requests import network_of

SEAT_COOKIE_AGE = 3 * 24 * 3600
# Names a phone before it has a seat: to count what it mistypes, and to let it repeat a claim whose answer was lost.
PHONE_COOKIE = "jantaku_phone"
PHONE_COOKIE_AGE = 400 * 24 * 3600


def take_seat(
    request: HttpRequest, *, code: str, key: str, device_name: str, holds: SeatToken | None = None
) -> tuple[SeatToken, str]:
    """Claim the seat of `code` for the phone that asks, counting wrong codes and unwelcome claims.

    A code that is right is never refused because of wrong ones that others typed: those are counted only once they
    have turned out wrong, against the network. What a phone itself types is counted beforehand, so that one that goes
    on guessing is refused whatever it types, until its own time is up. `holds`: the seat it has already, if it says
    so by another way than the cookie. Returns what `claim_seat` does. Must not run inside a transaction: what is
    refused stays counted.
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
            held=holds or seat_token_of(request),
            user=request.user if request.user.is_authenticated else None,
        )
    except NotAllowed:
        count_attempt(SEAT_CODES_OF_A_NETWORK if device else SEAT_CODES_WITHOUT_A_DEVICE, network)
        raise
    if device:
        forgive_attempt(SEAT_CODES_OF_A_DEVICE, device)
    return taken


def device_of(request: HttpRequest) -> str:
    """Return the name that this house gave the phone that asks, or "" when it shows none that we gave."""
    return request.get_signed_cookie(PHONE_COOKIE, default="", salt=PHONE_COOKIE) or ""


def name_device(response: HttpResponse, device: str, *, is_secure: bool) -> None:
    """Give this phone a name, signed, so that nobody makes up names to guess under."""
    response.set_signed_cookie(
        PHONE_COOKIE,
        device,
        salt=PHONE_COOKIE,
        max_age=PHONE_COOKIE_AGE,
        httponly=True,
        secure=is_secure,
        samesite="Lax",
    )


def set_seat_cookie(response: HttpResponse, secret: str, *, is_secure: bool) -> None:
    """Let this phone keep the seat it claimed, out of reach of scripts and of other sites."""
    response.set_cookie(
        SEAT_COOKIE, secret, max_age=SEAT_COOKIE_AGE, httponly=True, secure=is_secure, samesite="Lax"
    )
