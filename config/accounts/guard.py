"""Wraps every page of allauth: a limit for each network, and a message when a mail cannot be sent."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Protocol, cast

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string

from players.actions import forget_sign_up
from players.mail import MailAway
from players.models import User
from tournaments.actions.errors import TooManyAttempts
from tournaments.actions.rate_limits import FORMS_OF_A_NETWORK, count_attempt
from tournaments.views.policies import too_many
from web.networks import network_of

View = Callable[..., HttpResponse]
MAIL_IS_AWAY_FOR = "60"  # seconds


class SigningUp(Protocol):
    """A request that made an account."""

    jantaku_signed_up: User | None


def guarded(view: View) -> View:
    """The same page, but: a network's forms are counted, and without mail nothing half-made stays behind."""

    @wraps(view)
    def guarded_view(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        session_key = request.session.session_key
        try:
            # Whoever asks for what a passkey has to sign begins a session by it.
            if request.method == "POST" or _name_of(request) == "mfa_login_webauthn":
                count_attempt(FORMS_OF_A_NETWORK, network_of(request))
            return view(request, *args, **kwargs)
        except MailAway:
            _undo(request, session_key)
            return _mail_is_away()
        except TooManyAttempts as refusal:
            _undo(request, session_key)
            return too_many(request, refusal, back=request.path)

    return guarded_view


def _name_of(request: HttpRequest) -> str | None:
    return request.resolver_match.url_name if request.resolver_match is not None else None


def remember_sign_up(request: HttpRequest, user: User | None) -> None:
    """Note that this request made an account, in case it cannot be finished."""
    cast(SigningUp, request).jantaku_signed_up = user


def _undo(request: HttpRequest, session_key: str | None) -> None:
    """Take back the account this request made, and what it meant to keep in the session.

    No transaction around it all: it would hold its locks, on SQLite everybody's, while the mail server thinks. A
    process that is killed in between leaves an account that was never confirmed; its owner gets in by mail.
    """
    if (user := getattr(request, "jantaku_signed_up", None)) is not None:
        forget_sign_up(user)
    request.session = type(request.session)(session_key)


def _mail_is_away() -> HttpResponse:
    response = HttpResponse(render_to_string("account/mail_away.html"), status=503)
    response["Retry-After"] = MAIL_IS_AWAY_FOR
    response["Cache-Control"] = "no-store"
    return response
