"""Who asks: the signed-in person, and the seat, card or table a device holds by cookie or bearer."""

import re
from typing import Protocol, cast

from django.db.models import QuerySet
from django.http import HttpRequest

from players.sign_in import refuse_without_second_factor
from tournaments.actions.actor import Actor
from tournaments.credentials.devices import CARD_COOKIE, KIOSK_COOKIE, SEAT_COOKIE
from tournaments.models import CardPhone, SeatToken, TableKiosk, Tournament
from tournaments.models.codes import hash_of
from tournaments.models.credentials.kiosks import KIOSK_BEARER_PREFIX
from tournaments.models.credentials.player_cards import CARD_BEARER_PREFIX
from tournaments.models.credentials.seat_tokens import SEAT_BEARER_PREFIX
from tournaments.models.fast_sql.reading import PreparedQuery
from web.browser import cookie_of
from web.policies import mark_as_looked_at

Tokens = PreparedQuery[SeatToken, SeatToken]
Kiosks = PreparedQuery[TableKiosk, TableKiosk]
# What a device holds, by the prefix of its bearer.
COOKIES = {
    SEAT_BEARER_PREFIX: SEAT_COOKIE,
    CARD_BEARER_PREFIX: CARD_COOKIE,
    KIOSK_BEARER_PREFIX: KIOSK_COOKIE,
}
_BEARER = re.compile(rf"Bearer +({'|'.join(COOKIES)})(\S{{1,200}})", re.IGNORECASE)


class KnownRequest(Protocol):
    """A request with a known actor."""

    jantaku_actor: Actor


def actor_of(request: HttpRequest) -> Actor:
    """Return the actor: the signed-in person, and the seat, card or table of this device, if any.

    Cached on the request. API tokens are handled by the API. Raises SecondFactorMissing for an operator without one.
    """
    actor: Actor | None = getattr(request, "jantaku_actor", None)
    if actor is None:
        user = request.user if request.user.is_authenticated else None
        if user is not None:
            refuse_without_second_factor(user)
        phone = holder_of(request)
        actor = Actor(user=user, seat_token=phone.seat_token, card=phone.card, kiosk=phone.kiosk)
        cast(KnownRequest, request).jantaku_actor = actor
        mark_as_looked_at(request)
    return actor


def holder_of(request: HttpRequest) -> Actor:
    """Return the device's actor without the person: by its claimed seat, else its card, else its table."""
    token = seat_token_of(request)
    if token is not None:
        return Actor(seat_token=token)
    phone = card_phone_of(request)
    if phone is not None and follows(phone):
        return Actor(card=phone.card)
    return Actor(kiosk=kiosk_of(request))


def kiosk_of(request: HttpRequest) -> TableKiosk | None:
    """Return the tablet that asks; None if it was revoked or its tournament is finished."""
    secret = cookie_of(request, KIOSK_COOKIE)
    return None if not secret else living_kiosk(secret)


def left_kiosk_of(request: HttpRequest) -> TableKiosk | None:
    """Return the tablet that asks, even if it has ended: it may only be told so."""
    secret = cookie_of(request, KIOSK_COOKIE)
    return None if not secret else _kiosk_of_secret(secret, ALL_KIOSKS)


def living_kiosk(secret: str) -> TableKiosk | None:
    """Return the active tablet with this secret, or None."""
    return _kiosk_of_secret(secret, LIVING_KIOSKS)


def card_phone_of(request: HttpRequest) -> CardPhone | None:
    """Return this phone's row for its last claimed card, whether it follows, waits or is signed out."""
    secret = cookie_of(request, CARD_COOKIE)
    return None if not secret else phone_of_secret(secret)


def follows(phone: CardPhone) -> bool:
    """Whether this phone acts for its card's player now."""
    card = phone.card
    is_over = card.entry.tournament.status == Tournament.Status.FINISHED
    return phone.is_admitted and card.revoked_at is None and not is_over


def seat_token_of(request: HttpRequest) -> SeatToken | None:
    """Return the seat this phone has claimed; None if it was revoked or its round is closed."""
    return _token_of_cookie(request, LIVING)


def left_seat_of(request: HttpRequest) -> SeatToken | None:
    """Return the seat this phone has claimed, even if it has ended: it may only be told what it did there."""
    return _token_of_cookie(request, ALL)


def left_phone_of(request: HttpRequest) -> Actor:
    """Return the device's actor by the seat, card or table it held, even if that has ended.

    Identified by its cookie, or by its bearer from the API.
    """
    bearer = _BEARER.fullmatch(request.headers.get("Authorization", "").strip())
    if bearer is not None:
        return _left(bearer[1].lower(), bearer[2])
    shown = ((kind, cookie_of(request, cookie)) for kind, cookie in COOKIES.items())
    found = (_left(kind, secret) for kind, secret in shown if secret)
    return next((actor for actor in found if actor.is_phone), Actor())


def _left(kind: str, secret: str) -> Actor:
    if kind == SEAT_BEARER_PREFIX:
        return Actor(seat_token=_token_of_secret(secret, ALL))
    if kind == CARD_BEARER_PREFIX:
        phone = phone_of_secret(secret)
        return Actor(card=phone.card if phone is not None and phone.admitted_at is not None else None)
    return Actor(kiosk=_kiosk_of_secret(secret, ALL_KIOSKS))


def living_seat_token(secret: str) -> SeatToken | None:
    """Return the active seat for a phone's secret, or None."""
    return _token_of_secret(secret, LIVING)


def phone_of_secret(secret: str) -> CardPhone | None:
    """Return the phone with this card secret, whether it follows, waits or is signed out."""
    return next(iter(CARD_PHONES.read(hash_of(secret))), None)


def _token_of_cookie(request: HttpRequest, tokens: Tokens) -> SeatToken | None:
    secret = cookie_of(request, SEAT_COOKIE)
    return None if not secret else _token_of_secret(secret, tokens)


def _token_of_secret(secret: str, tokens: Tokens) -> SeatToken | None:
    return next(iter(tokens.read(hash_of(secret))), None)


def _kiosk_of_secret(secret: str, kiosks: Kiosks) -> TableKiosk | None:
    return next(iter(kiosks.read(hash_of(secret))), None)


def _with_seat(tokens: QuerySet[SeatToken]) -> QuerySet[SeatToken]:
    return tokens.select_related(
        "seat__table", "seat__entry__player", "seat__round__stage__tournament__usual_format"
    )


# By the hash of the device's secret. Every request of a phone or tablet begins with one of these.
LIVING: Tokens = PreparedQuery(
    lambda device: _with_seat(SeatToken.objects.alive()).filter(device_hash=device), of=str
)
ALL: Tokens = PreparedQuery(
    lambda device: _with_seat(SeatToken.objects.all()).filter(device_hash=device), of=str
)
CARD_PHONES = PreparedQuery(
    lambda device: CardPhone.objects.select_related(
        "card__entry__player", "card__entry__tournament__usual_format"
    ).filter(device_hash=device, card__entry__tournament__discard=None),
    of=str,
)
LIVING_KIOSKS: Kiosks = PreparedQuery(
    lambda device: TableKiosk.objects.alive().select_related("tournament").filter(device_hash=device), of=str
)
ALL_KIOSKS: Kiosks = PreparedQuery(
    lambda device: TableKiosk.objects.select_related("tournament").filter(device_hash=device), of=str
)
