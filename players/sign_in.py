"""Extra proof from signed-in people: a second factor for operators, and reauthentication before changes that could
let another person in.
"""

import time

from allauth.account.authentication import get_authentication_records
from allauth.mfa.models import Authenticator
from allauth.mfa.utils import is_mfa_enabled
from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest
from django.utils.translation import gettext as _

from players.models import User

SECOND_FACTORS = [Authenticator.Type.TOTP, Authenticator.Type.WEBAUTHN]


class SecondFactorMissing(PermissionDenied):
    """An operator's account can do nothing without a second factor."""


def has_second_factor(user: User) -> bool:
    return bool(is_mfa_enabled(user, SECOND_FACTORS))


def is_second_factor_required(user: User) -> bool:
    """Operators need one, except on a laptop reachable only in its own hall (SECOND_FACTOR_REQUIRED)."""
    return settings.SECOND_FACTOR_REQUIRED and is_operator(user)


def is_operator(user: User) -> bool:
    """Whether this account can change other people's data: a superuser, or one with admin permissions.

    `is_staff` alone grants nothing. Earlier versions used it for people allowed to found.
    """
    return user.is_superuser or (user.is_staff and bool(user.get_all_permissions()))


def refuse_without_second_factor(user: User) -> None:
    """Raise SecondFactorMissing if this account may do nothing yet. Queries only for operators."""
    if is_second_factor_required(user) and not has_second_factor(user):
        raise SecondFactorMissing(
            _("This account has full access, so it needs a second factor. Set it up under “Account”.")
        )


def has_confirmed_lately(request: HttpRequest) -> bool:
    """Whether the person has signed in or reauthenticated in the last minutes of this session."""
    now = time.time()
    return any(
        0 <= now - record["at"] < settings.ACCOUNT_REAUTHENTICATION_TIMEOUT
        for record in get_authentication_records(request, request.user)
    )
