"""Authentication: a program's token, a signed-in browser, a phone with a seat or a player card, a table's tablet."""

import re
from datetime import timedelta

from django.contrib.auth.models import AnonymousUser
from django.db import transaction
from django.db.models.functions import Now
from django.utils import timezone
from django.utils.translation import gettext as _
from rest_framework import authentication, exceptions
from rest_framework.request import Request

from players.models import User
from tournaments.credentials.guesses import count_unknown_bearer
from tournaments.credentials.visitors import living_kiosk, living_seat_token, phone_of_secret, seat_token_of
from tournaments.models import ApiToken, CardPhone, SeatToken, TableKiosk, Tournament
from tournaments.models.codes import hash_of
from tournaments.models.credentials.api_tokens import API_TOKEN_PREFIX
from tournaments.models.credentials.kiosks import KIOSK_BEARER_PREFIX
from tournaments.models.credentials.player_cards import CARD_BEARER_PREFIX
from tournaments.models.credentials.seat_tokens import SEAT_BEARER_PREFIX
from web.outages import passing_outage

A_MINUTE = timedelta(minutes=1)
REALM = 'Bearer realm="jantaku"'
_HEADER = re.compile(r"Bearer +(\S{1,200})", re.IGNORECASE)


class BearerAuthentication(authentication.BaseAuthentication):
    """Bearer tokens: `mjt_…` of a program, `mjs_…` of a phone that claimed its seat, `mjc_…` of a phone that was
    shown a player card, `mjk_…` of a table's tablet.

    A wrong, revoked or expired token is refused, never ignored. Browsers do not send these by themselves, so no CSRF
    token is needed.
    """

    def authenticate(
        self, request: Request
    ) -> tuple[User, ApiToken] | tuple[AnonymousUser, SeatToken | CardPhone | TableKiosk] | None:
        header = request.headers.get("Authorization")
        if header is None:
            return None
        found = _HEADER.fullmatch(header.strip())
        if found is None:
            raise exceptions.AuthenticationFailed(
                _("The Authorization header must read: Bearer mjt_…, mjs_…, mjc_… or mjk_…"),
                code="malformed_token",
            )
        if found[1].startswith(SEAT_BEARER_PREFIX):
            return AnonymousUser(), _seat_of(found[1].removeprefix(SEAT_BEARER_PREFIX), request)
        if found[1].startswith(CARD_BEARER_PREFIX):
            return AnonymousUser(), _card_phone_of(found[1].removeprefix(CARD_BEARER_PREFIX), request)
        if found[1].startswith(KIOSK_BEARER_PREFIX):
            return AnonymousUser(), _kiosk_of(found[1].removeprefix(KIOSK_BEARER_PREFIX), request)
        token = None
        if found[1].startswith(API_TOKEN_PREFIX):
            token = ApiToken.objects.presented(hash_of(found[1]))
        if token is None:
            count_unknown_bearer(request)
            raise exceptions.AuthenticationFailed(
                _("This API token is not valid: it is unknown, expired or revoked."), code="bad_token"
            )
        _mark_used(token)
        return token.user, token

    def authenticate_header(self, request: Request) -> str:
        return REALM


class SessionAuthentication(authentication.SessionAuthentication):
    """The sign-in of pages. Unsafe calls need the CSRF token."""


class SeatAuthentication(authentication.SessionAuthentication):
    """A phone that claimed a seat. It authenticates with a cookie, so unsafe calls need the CSRF token too."""

    def authenticate(self, request: Request) -> tuple[AnonymousUser, SeatToken] | None:
        token = seat_token_of(request)
        if token is None:
            return None
        self.enforce_csrf(request)
        return AnonymousUser(), token


def _seat_of(secret: str, request: Request) -> SeatToken:
    """Return the active seat for a token. An expired one does not count as a guess: a hall full of phones retries."""
    seat_token = living_seat_token(secret)
    if seat_token is None:
        if not SeatToken.objects.filter(device_hash=hash_of(secret)).exists():
            count_unknown_bearer(request)
        raise exceptions.AuthenticationFailed(
            _(
                "This phone no longer holds a seat: the round is over, or the seat was given to another "
                "phone. Please scan the code of your seat."
            ),
            code="bad_seat_token",
        )
    return seat_token


def _card_phone_of(secret: str, request: Request) -> CardPhone:
    """Return the phone that follows a card or waits to. A removed phone's token does not count as a guess."""
    phone = phone_of_secret(secret)
    if phone is None:
        count_unknown_bearer(request)
    elif phone.ended_at is None and phone.card.entry.tournament.status != Tournament.Status.FINISHED:
        return phone
    raise exceptions.AuthenticationFailed(
        _(
            "This phone no longer follows a player's card: the card was replaced, the phone was signed out, or the "
            "tournament is over. Please scan the card again."
        ),
        code="bad_card_token",
    )


def _kiosk_of(secret: str, request: Request) -> TableKiosk:
    """Return the active tablet for a token. A revoked one does not count as a guess."""
    kiosk = living_kiosk(secret)
    if kiosk is None:
        if not TableKiosk.objects.filter(device_hash=hash_of(secret)).exists():
            count_unknown_bearer(request)
        raise exceptions.AuthenticationFailed(
            _(
                "This tablet no longer opens a table: the staff ended its use, or the tournament is over. "
                "Please ask the referee for a new code."
            ),
            code="bad_kiosk_token",
        )
    return kiosk


def _mark_used(token: ApiToken) -> None:
    """Record that the token is in use, at most once a minute, so that most reads write nothing."""
    if token.last_used_at is None or timezone.now() - token.last_used_at > A_MINUTE:
        with passing_outage("the use of a token is not noted"), transaction.atomic():
            ApiToken.objects.filter(pk=token.pk).update(last_used_at=Now())
