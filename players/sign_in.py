"""What somebody who is signed in has to show: a second factor where their account opens the whole house, and once
more who they are before they change what would let another person in.
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
    """The operator's account does nothing before it has a second factor."""


def has_second_factor(user: User) -> bool:
    return bool(is_mfa_enabled(user, SECOND_FACTORS))


def is_second_factor_required(user: User) -> bool:
    """Operators need one, except on a laptop that only its own hall can reach (SECOND_FACTOR_REQUIRED)."""
    return settings.SECOND_FACTOR_REQUIRED and is_operator(user)


def is_operator(user: User) -> bool:
    """Whether this account changes what is others': a superuser, or somebody with permissions on the admin site.

    The mark `is_staff` alone opens nothing there. Earlier versions had operators set it for those who may found.
    """
    return user.is_superuser or (user.is_staff and bool(user.get_all_permissions()))


def refuse_without_second_factor(user: User) -> None:
    """Raise SecondFactorMissing where this account may do nothing yet. Asks the database for operators only."""
    if is_second_factor_required(user) and not has_second_factor(user):
        raise SecondFactorMissing(
            _("This account has full access, so it needs a second factor. Set it up under “Account”.")
        )


def has_confirmed_lately(request: HttpRequest) -> bool:
    """Whether the person proved in the last minutes of this session who they are: signing in, or when asked again."""
    now = time.time()
    return any(
        0 <= now - record["at"] < settings.ACCOUNT_REAUTHENTICATION_TIMEOUT
        for record in get_authentication_records(request, request.user)
    )
