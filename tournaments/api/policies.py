"""Who may knock at which door. What they may do inside, `permissions` says; what they may see, its querysets.

Every view names one of these; the default of the house is to refuse everybody.
"""

from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _
from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request

from tournaments.api.actors import api_actor

if TYPE_CHECKING:
    from rest_framework.views import APIView


class Everybody(BasePermission):
    """Reading for everybody; changing for whoever signs in. Objects are limited to what each may see."""

    message = _("Please sign in, or send an API token.")

    def has_permission(self, request: Request, view: "APIView") -> bool:
        return request.method in SAFE_METHODS or api_actor(request).user is not None


class SignedIn(BasePermission):
    """Only for people with an account."""

    message = _("Please sign in, or send an API token.")

    def has_permission(self, request: Request, view: "APIView") -> bool:
        return api_actor(request).user is not None


class SeatsAndPeople(BasePermission):
    """Reading for everybody; changing for people with an account and for phones that hold a seat."""

    message = _("Please scan the code of your seat, or sign in.")

    def has_permission(self, request: Request, view: "APIView") -> bool:
        actor = api_actor(request)
        return request.method in SAFE_METHODS or actor.user is not None or actor.seat_token is not None


class Anybody(BasePermission):
    """For everybody, changes too: the secret is in the request."""

    def has_permission(self, request: Request, view: "APIView") -> bool:
        return True
