"""The tablet of a table: taken into use by its code; who acts at it, by a tapped name and where it binds by a PIN."""

from django.http import HttpRequest, HttpResponse
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext as _

from tournaments.actions.actor import Actor
from tournaments.actions.errors import NotAllowed, StateRefuses
from tournaments.actions.kiosks.kiosks import claim_kiosk
from tournaments.actions.rate_limits import (
    PINS_OF_A_CARD,
    SEAT_CODES_OF_A_DEVICE,
    SEAT_CODES_OF_A_NETWORK,
    SEAT_CODES_WITHOUT_A_DEVICE,
    count_attempt,
    forgive_attempt,
)
from tournaments.models import PlayerCard, Seat, TableKiosk
from tournaments.phones import device_of
from tournaments.visitors import KIOSK_COOKIE
from web.browser import keep_cookie
from web.networks import network_of

# A tablet lies at its table for days; it ends with its tournament.
KIOSK_COOKIE_AGE = 400 * 24 * 3600


def take_kiosk(request: HttpRequest, *, code: str, key: str, device_name: str) -> tuple[TableKiosk, str]:
    """Take a tablet into use for the device that asks, counting wrong codes as those of seats. Returns what
    `claim_kiosk` does. Must not run inside a transaction: what is refused stays counted.
    """
    network, device = network_of(request), device_of(request)
    if device:
        count_attempt(SEAT_CODES_OF_A_DEVICE, device)
    try:
        taken = claim_kiosk(code=code, key=key, device_name=device_name)
    except NotAllowed:
        count_attempt(SEAT_CODES_OF_A_NETWORK if device else SEAT_CODES_WITHOUT_A_DEVICE, network)
        raise
    if device:
        forgive_attempt(SEAT_CODES_OF_A_DEVICE, device)
    return taken


def set_kiosk_cookie(response: HttpResponse, secret: str, *, is_secure: bool) -> None:
    """Let this browser be the tablet that it claimed."""
    keep_cookie(response, KIOSK_COOKIE, secret, max_age=KIOSK_COOKIE_AGE, is_secure=is_secure)


def seat_at(kiosk: TableKiosk, table: int, seat: int | None) -> Seat:
    """The seat whose player tapped their name: one of this table, whose tablet this is now. Refused otherwise."""
    seats = Seat.objects.filter(table=table).select_related(
        "entry__player", "table__round__stage__tournament__usual_format"
    )
    found = seats.filter(pk=seat).first() if seat is not None else None
    if found is not None and kiosk.serves(found.table):
        return found
    if seat is not None and found is None:
        raise NotAllowed(
            _("Nobody sits there at this table. Please tap one of its names."), code="no_such_seat"
        )
    if found is None:
        raise NotAllowed(
            _("Please tap your name first: this tablet is for all who sit here."), code="no_seat"
        )
    raise NotAllowed(
        _("This tablet is for another table, or the round there is over. Please open its page again."),
        code="another_table",
    )


def tapped(kiosk: TableKiosk, seat: Seat) -> Actor:
    """Whoever tapped the name of this seat's player: they may enter hands and call the referee, no more."""
    return Actor(kiosk=kiosk, kiosk_seat=seat)


def proven(kiosk: TableKiosk, seat: Seat, pin: str) -> Actor:
    """The player of this seat, who typed the PIN of their card; nothing remembers that after the request.

    Wrong PINs are counted for the card, together with those that phones send. Not inside a transaction: what is
    refused stays counted.
    """
    card = PlayerCard.objects.alive().filter(entry=seat.entry_id).first()
    if card is None or not card.can_be_printed:
        raise StateRefuses(
            _(
                "%(name)s has no card with a PIN, so this tablet cannot know them. Please use your own phone, or ask "
                "the referee."
            )
            % {"name": seat.entry.player.name},
            code="no_pin",
        )
    count_attempt(PINS_OF_A_CARD, str(card.pk))
    if not constant_time_compare(pin, card.pin):
        raise NotAllowed(
            _(
                "This is not the PIN on the card of %(name)s. Please read it off the card again, or ask the referee."
            )
            % {"name": seat.entry.player.name},
            code="wrong_pin",
        )
    forgive_attempt(PINS_OF_A_CARD, str(card.pk))
    return Actor(kiosk=kiosk, kiosk_seat=seat, knows_pin=True)
