"""allauth's adapter: limits for wrong passwords by network and address, and for mails.

All counts are in the database (tournaments/actions/rate_limits.py): exact under parallel attempts, kept over
restarts, and independent of Redis. allauth's own limits use the cache and are switched off (ACCOUNT_RATE_LIMITS).
"""

from contextlib import suppress
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.internal.flows.reauthentication import get_reauthentication_flows
from allauth.account.models import EmailAddress
from allauth.core import context as of_request
from allauth.core.exceptions import ReauthenticationRequired
from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import ValidationError
from django.core.mail import EmailMessage
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from config.accounts.failures import is_at_home, note_failure, owner_of
from players.mail import MailAway, send_now, stays_on_this_machine
from players.models import User
from players.sign_in import has_confirmed_lately, has_second_factor
from tournaments.actions.errors import TooManyAttempts
from tournaments.actions.rate_limits import (
    MAILS_OF_A_NETWORK,
    MAILS_OF_A_NETWORK_TO_AN_ADDRESS,
    MAILS_TO_AN_ADDRESS,
    NOTICES_TO_AN_ACCOUNT,
    PASSWORDS_FOR_AN_ADDRESS,
    PASSWORDS_OF_A_NETWORK,
    PASSWORDS_OF_A_NETWORK_FOR_AN_ADDRESS,
    RESETS_OF_AN_ADDRESS,
    Limit,
    count_attempt,
    forgive_attempt,
    is_one_too_many,
)
from web.networks import address_of_visitor, network_of, network_of_address
from web.visitor_language import address_of

LONGEST_BROWSER = 200


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]  # allauth has no types
    def is_email_verified(self, request: HttpRequest, email: str) -> bool:
        """Whether to skip the mailed code: if no mail leaves the machine, nobody could read it."""
        return stays_on_this_machine() or bool(super().is_email_verified(request, email))

    def get_client_ip(self, request: HttpRequest) -> str:
        """Return the address shown in lists of sessions and in notices."""
        address = address_of_visitor(request)
        return "0.0.0.0" if network_of_address(address) == "unknown" else address  # noqa: S104 - shown, not listened at

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Count a password before checking it; refuse it unchecked above the limit.

        Strangers cannot lock an owner out: their attempts count against their own networks. Attempts from many
        networks on one address only disable sign-in by password alone.
        """
        try:
            for limit, whose in _passwords(request, credentials):
                count_attempt(limit, whose)
        except TooManyAttempts as refusal:
            note_failure(request, "too many passwords of this network", _address(credentials))
            raise ValidationError(
                ngettext(
                    "Too many wrong passwords from your network. Wait %(minutes)s minute, or sign in now "
                    "with a code sent by e-mail.",
                    "Too many wrong passwords from your network. Wait %(minutes)s minutes, or sign in now "
                    "with a code sent by e-mail.",
                    refusal.retry_after // 60,
                )
                % {"minutes": refusal.retry_after // 60},
                code="too_many_login_attempts",
            ) from None
        self.is_tried_too_often = is_one_too_many(PASSWORDS_FOR_AN_ADDRESS, _address(credentials))
        if self.is_tried_too_often:
            owner = owner_of(_address(credentials))
            if is_at_home(request, owner):
                self.is_tried_too_often = False
            elif owner is None or not has_second_factor(owner):
                # Takes as long as checking a password, so timing reveals nothing.
                make_password(credentials.get("password"))
                note_failure(request, "too many passwords for this address", _address(credentials))
                raise _tried_too_often()

    def authenticate(self, request: HttpRequest, **credentials: Any) -> User | None:
        """Return the user with these credentials. A right password is no longer counted."""
        user: User | None = super().authenticate(request, **credentials)
        if user is not None:
            for limit, whose in _passwords(request, credentials):
                forgive_attempt(limit, whose)
            forgive_attempt(PASSWORDS_FOR_AN_ADDRESS, _address(credentials))
        return user

    def authentication_failed(self, request: HttpRequest, **credentials: Any) -> None:
        note_failure(request, "wrong password", _address(credentials))
        if self.is_tried_too_often:
            # The same error as for a wrong password, so that it does not reveal who has a second factor.
            raise _tried_too_often()

    def is_reauthentication_required(self, *, app: str, **kwargs: Any) -> bool:
        """Whether a signed-in user has to authenticate again; signing in counts for a few minutes.

        allauth does not ask accounts without password and second factor; here they confirm by a mailed code.
        """
        request = of_request.request
        if has_confirmed_lately(request):
            return False
        if not get_reauthentication_flows(request.user):
            raise ReauthenticationRequired
        return True

    def get_reauthentication_methods(self, user: User | AnonymousUser) -> list[dict[str, str]]:
        """Return methods, the strongest first. With a second factor, mail is excluded, as for signing in."""
        words = {
            "mfa_reauthenticate": _("Use an authenticator or recovery code"),
            "mfa_reauthenticate:webauthn": _("Use a passkey"),
            "reauthenticate": _("Use your password"),
        }
        found = {
            method["id"]: {**method, "description": words[method["id"]]}
            for method in super().get_reauthentication_methods(user)
        }
        methods = [found[name] for name in words if name in found]
        if isinstance(user, User) and not has_second_factor(user):
            methods.append(
                {
                    "id": "mail",
                    "description": _("Get a code by e-mail"),
                    "url": reverse("confirm_by_mail"),
                }
            )
        return methods

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        """After a password change, which ends all other sessions, show remaining sessions and programs."""
        return f"{reverse('sessions')}?new-password"

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Send a mail now. Raises MailAway or TooManyAttempts, equally for known and unknown addresses."""
        request = of_request.request
        network, address = network_of(request), email.lower()
        count_attempt(MAILS_OF_A_NETWORK_TO_AN_ADDRESS, f"{network} {address}")
        count_attempt(MAILS_OF_A_NETWORK, network)
        if not is_at_home(request, owner_of(address)):
            if (
                request.resolver_match is not None
                and request.resolver_match.url_name == "account_reset_password"
            ):
                _count_reset(address)
            count_attempt(MAILS_TO_AN_ADDRESS, address)
        send_now(self.render_mail(template_prefix, email, {"request": request, "email": email, **context}))

    def render_mail(
        self, template_prefix: str, email: str, context: dict[str, Any], headers: dict[str, str] | None = None
    ) -> EmailMessage:
        """Add the site's address, and the page that ends sessions and programs, to each mail."""
        about = {"site": settings.SITE_URL, "sessions": address_of("sessions"), **context}
        message: EmailMessage = super().render_mail(template_prefix, email, about, headers)
        return message

    def send_notification_mail(
        self,
        template_prefix: str,
        user: User,
        context: dict[str, Any] | None = None,
        email: str | None = None,
    ) -> None:
        """Notify the owner of a change. The change is kept if the mail server is unavailable."""
        if is_one_too_many(NOTICES_TO_AN_ACCOUNT, str(user.pk)):
            return
        address = email or EmailAddress.objects.get_primary_email(user)
        if not address:
            return
        request = self.request
        about = {
            "timestamp": timezone.now(),
            "ip": self.get_client_ip(request),
            "user_agent": self.get_http_user_agent(request)[:LONGEST_BROWSER],
            **(context or {}),
        }
        with suppress(MailAway):  # players/mail.py has logged it
            send_now(self.render_mail(template_prefix, address, about))


def _address(credentials: dict[str, Any]) -> str:
    return str(credentials.get("email", "")).lower()


def _passwords(request: HttpRequest, credentials: dict[str, Any]) -> list[tuple[Limit, str]]:
    """Return the limits a password counts against; the pair of network and address first, so that attacks on one
    address do not block others in the network.
    """
    network = network_of(request)
    return [
        (PASSWORDS_OF_A_NETWORK_FOR_AN_ADDRESS, f"{network} {_address(credentials)}"),
        (PASSWORDS_OF_A_NETWORK, network),
    ]


def _tried_too_often() -> ValidationError:
    return ValidationError(
        _(
            "Too many wrong passwords for this address today. Sign in with a code sent to your e-mail "
            "address."
        ),
        code="too_many_login_attempts",
    )


def _count_reset(address: str) -> None:
    try:
        count_attempt(RESETS_OF_AN_ADDRESS, address)
    except TooManyAttempts as refusal:
        refusal.message = _(
            "Several password reset links were sent to this address within an hour. Use the newest, or sign "
            "in with a code by e-mail."
        )
        raise
