"""Failed sign-ins: a log line for each, and a mail to the account's owner if there are many.

Lines contain no password, and for unknown addresses only a hash, always the same for the same address.
"""

import hmac
import logging

from allauth.account.adapter import get_adapter
from allauth.account.internal.userkit import filter_users_by_email
from allauth.account.models import EmailAddress
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.http import HttpRequest
from django.utils import translation

from players.mail import send_later
from players.models import User
from tournaments.actions.rate_limits import (
    NOTES_OF_WRONG_PASSWORDS,
    WRONG_PASSWORDS_UNTOLD,
    is_one_too_many,
)
from web.networks import network_of, network_of_address

logger = logging.getLogger(__name__)


def owner_of(address: str) -> User | None:
    users: list[User] = filter_users_by_email(address, prefer_verified=True, for_login=True)
    return users[0] if users else None


def is_at_home(request: HttpRequest, user: User | None) -> bool:
    """Whether the account's owner is signed in from the same network."""
    if user is None:
        return False
    addresses = UserSession.objects.filter(user=user).values_list("ip", flat=True)
    return network_of(request) in {network_of_address(address) for address in addresses}


def note_failure(request: HttpRequest, what: str, address: str) -> None:
    """Log a failed sign-in, and once a day tell the owner if there are many."""
    user = owner_of(address)
    whose = f"account {user.pk}" if user is not None else f"no account, address {_hash_of(address)}"
    logger.warning("sign-in failed: %s, %s, network %s", what, whose, network_of(request))
    if user is None:
        return
    is_many = is_one_too_many(WRONG_PASSWORDS_UNTOLD, str(user.pk))
    if is_many and not is_one_too_many(NOTES_OF_WRONG_PASSWORDS, str(user.pk)):
        tell_owner(user, "account/email/many_failures")


def tell_owner(user: User, template: str) -> None:
    """Mail the owner about others' attempts, in the site's language rather than that of the attacker's browser."""
    address = EmailAddress.objects.get_primary_email(user)
    if address:
        with translation.override(settings.LANGUAGE_CODE):
            send_later(get_adapter().render_mail(template, address, {"user": user}))


def _hash_of(address: str) -> str:
    return hmac.new(settings.SECRET_KEY.encode(), address.encode(), "sha256").hexdigest()[:12]
