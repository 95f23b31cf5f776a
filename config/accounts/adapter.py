"""How allauth counts and sends here: wrong passwords for each network and address, mails within bounds.

All counts are in the database (tournaments/actions/rate_limits.py): exact under parallel guesses, kept over a
restart, and there when Redis is not. allauth's own limits use the cache and are switched off (ACCOUNT_RATE_LIMITS).
"""

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.core import context as of_request
from django.contrib.sites.shortcuts import get_current_site
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.translation import ngettext

from players.mail import send_now, stays_on_this_machine
from players.models import User
from tournaments.actions.errors import TooManyAttempts
from tournaments.actions.rate_limits import (
    MAILS_OF_A_NETWORK,
    MAILS_OF_A_NETWORK_TO_AN_ADDRESS,
    MAILS_TO_AN_ADDRESS,
    PASSWORDS_OF_A_NETWORK,
    PASSWORDS_OF_A_NETWORK_FOR_AN_ADDRESS,
    Limit,
    count_attempt,
    forgive_attempt,
)
from web.networks import network_of


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]  # allauth has no types
    def is_email_verified(self, request: HttpRequest, email: str) -> bool:
        """Whether no code is mailed to an address: where no mail leaves the machine, nobody could read it."""
        return stays_on_this_machine() or bool(super().is_email_verified(request, email))

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Count a password before it is checked; refuse it unchecked when it is one too many.

        Nobody is shut out by strangers: what they try from their networks counts for their networks alone.
        """
        try:
            for limit, whose in _passwords(request, credentials):
                count_attempt(limit, whose)
        except TooManyAttempts as refusal:
            raise ValidationError(
                ngettext(
                    "Too many wrong passwords from your network. Wait %(minutes)s minute, or have a code sent to "
                    "your e-mail address and sign in with it now.",
                    "Too many wrong passwords from your network. Wait %(minutes)s minutes, or have a code sent to "
                    "your e-mail address and sign in with it now.",
                    refusal.retry_after // 60,
                )
                % {"minutes": refusal.retry_after // 60},
                code="too_many_login_attempts",
            ) from None

    def authenticate(self, request: HttpRequest, **credentials: Any) -> User | None:
        """Return whose credentials these are. A right password does not stay counted."""
        user: User | None = super().authenticate(request, **credentials)
        if user is not None:
            for limit, whose in _passwords(request, credentials):
                forgive_attempt(limit, whose)
        return user

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Send a mail now. Raises MailAway, or TooManyAttempts, the same for known and unknown addresses."""
        request = of_request.request
        network, address = network_of(request), email.lower()
        count_attempt(MAILS_OF_A_NETWORK_TO_AN_ADDRESS, f"{network} {address}")
        count_attempt(MAILS_OF_A_NETWORK, network)
        count_attempt(MAILS_TO_AN_ADDRESS, address)
        about = {"request": request, "email": email, "current_site": get_current_site(request), **context}
        send_now(self.render_mail(template_prefix, email, about))


def _passwords(request: HttpRequest, credentials: dict[str, Any]) -> list[tuple[Limit, str]]:
    """What a password counts for: the pair first, so that who hammers at one address shuts out nobody beside them."""
    network, address = network_of(request), str(credentials.get("email", "")).lower()
    return [
        (PASSWORDS_OF_A_NETWORK_FOR_AN_ADDRESS, f"{network} {address}"),
        (PASSWORDS_OF_A_NETWORK, network),
    ]
