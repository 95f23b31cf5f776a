"""Who may knock at which view. What they may do inside, and what they may see, others say.

Every view names one of these; the default of the house is to refuse everybody. `to_read` and `to_change` are the ways
to say who one is, by their names in the OpenAPI description; none where nobody needs to.
"""

from typing import TYPE_CHECKING, ClassVar

from django.utils.translation import gettext_lazy as _
from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request

if TYPE_CHECKING:
    from rest_framework.views import APIView

PEOPLE = ("token", "session")


class Policy(BasePermission):
    """A policy and what the description says about it."""

    to_read: ClassVar[tuple[str, ...]] = ()
    to_change: ClassVar[tuple[str, ...]] = ()


class Everybody(Policy):
    """Reading for everybody; changing for whoever signs in. Objects are limited to what each may see."""

    to_change = PEOPLE
    message = _("Please sign in, or send an API token.")

    def has_permission(self, request: Request, view: "APIView") -> bool:
        return request.method in SAFE_METHODS or request.user.is_authenticated


class SignedIn(Policy):
    """Only for people with an account."""

    to_read = to_change = PEOPLE
    message = _("Please sign in, or send an API token.")

    def has_permission(self, request: Request, view: "APIView") -> bool:
        return request.user.is_authenticated


class Anybody(Policy):
    """For everybody, changes too: the secret is in the request."""

    def has_permission(self, request: Request, view: "APIView") -> bool:
        return True
