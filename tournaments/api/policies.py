"""Who may knock at a view that phones use, too."""

from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request

from tournaments.api.actors import api_actor
from web.api.policies import PEOPLE, Policy

if TYPE_CHECKING:
    from rest_framework.views import APIView

PHONES = ("seatToken", "seat")


class SeatsAndPeople(Policy):
    """Reading for everybody; changing for people with an account and for phones that hold a seat."""

    to_change = (*PEOPLE, *PHONES)
    message = _("Please scan the code of your seat, or sign in.")

    def has_permission(self, request: Request, view: "APIView") -> bool:
        actor = api_actor(request)
        return request.method in SAFE_METHODS or actor.user is not None or actor.seat_token is not None
