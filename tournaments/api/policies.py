"""Who may knock at which view. What they may do inside, `permissions` says; what they may see, its querysets.

Every view names one of these; the default of the house is to refuse everybody. `to_read` and `to_change` are the ways
to say who one is, by their names in the OpenAPI description; none where nobody needs to.
"""

from typing import TYPE_CHECKING, ClassVar

from django.utils.translation import gettext_lazy as _
from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request

from tournaments.api.actors import api_actor

if TYPE_CHECKING:
    from rest_framework.views import APIView

PEOPLE = ("token", "session")
PHONES = ("seatToken", "seat")


class Policy(BasePermission):
    """A policy and what the description says about it."""

    to_read: ClassVar[tuple[str, ...]] = ()
    to_change: ClassVar[tuple[str, ...]] = ()


class Everybody(Policy):
    """Reading for everybody; changing for whoever signs in. Objects are limited to what each may see."""

    to_change = PEOPLE
    message = _("Please sign in, or send an API token.")

    def has_permission(self, request: Request, view: "APIView") -> bool:
        return request.method in SAFE_METHODS or api_actor(request).user is not None


class SignedIn(Policy):
    """Only for people with an account."""

    to_read = to_change = PEOPLE
    message = _("Please sign in, or send an API token.")

    def has_permission(self, request: Request, view: "APIView") -> bool:
        return api_actor(request).user is not None


class SeatsAndPeople(Policy):
    """Reading for everybody; changing for people with an account and for phones that hold a seat."""

    to_change = (*PEOPLE, *PHONES)
    message = _("Please scan the code of your seat, or sign in.")

    def has_permission(self, request: Request, view: "APIView") -> bool:
        actor = api_actor(request)
        return request.method in SAFE_METHODS or actor.user is not None or actor.seat_token is not None


class Anybody(Policy):
    """For everybody, changes too: the secret is in the request."""

    def has_permission(self, request: Request, view: "APIView") -> bool:
        return True
