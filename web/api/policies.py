"""Who may call which view. What callers may do and see is decided elsewhere.

Every view names a policy; the default refuses everyone. `to_read` and `to_change` are the authentication schemes, by
their OpenAPI names; empty if none is needed.
"""

from typing import TYPE_CHECKING, ClassVar

from django.utils.translation import gettext_lazy as _
from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request

if TYPE_CHECKING:
    from rest_framework.views import APIView

PEOPLE = ("token", "session")


class Policy(BasePermission):
    """A policy, with what the API description says about it."""

    to_read: ClassVar[tuple[str, ...]] = ()
    to_change: ClassVar[tuple[str, ...]] = ()


class Everybody(Policy):
    """Anyone may read; signed-in callers may change. Objects are limited to those visible to each."""

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
    """Open to anyone, including changes: the secret is in the request."""

    def has_permission(self, request: Request, view: "APIView") -> bool:
        return True
