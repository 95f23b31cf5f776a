"""Who may knock at a view that phones use, too."""

from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _
from rest_framework.exceptions import PermissionDenied
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request

from tournaments.api.actors import api_actor
from tournaments.models import CardPhone, TableKiosk
from web.api.policies import PEOPLE, Policy

if TYPE_CHECKING:
    from rest_framework.views import APIView

PHONES = ("seatToken", "cardToken", "kioskToken", "seat")


class SeatsAndPeople(Policy):
    """Reading for everybody; changing for people with an account, for phones that hold a seat or follow a card, and
    for the tablets of tables.
    """

    to_change = (*PEOPLE, *PHONES)
    message = _("Please scan the code of your seat, or sign in.")

    def has_permission(self, request: Request, view: "APIView") -> bool:
        actor = api_actor(request)
        if request.method in SAFE_METHODS or actor.user is not None:
            return True
        if isinstance(request.auth, CardPhone) and actor.card is None:
            raise PermissionDenied(
                _(
                    "This phone is waiting to use its card: send the PIN on the card, or ask the referee to "
                    "let it in."
                ),
                code="phone_waits",
            )
        # A browser's card opens the pages alone; by bearer it was shown on purpose.
        return actor.seat_token is not None or isinstance(request.auth, (CardPhone, TableKiosk))


class CardPhones(Policy):
    """For phones that were shown a player's card, also while they wait to follow it."""

    to_read = to_change = ("cardToken",)
    message = _("Please send the token that this phone received for the card.")

    def has_permission(self, request: Request, view: "APIView") -> bool:
        return isinstance(request.auth, CardPhone)


class Kiosks(Policy):
    """For the tablet of a table."""

    to_read = to_change = ("kioskToken",)
    message = _("Please send the token that this tablet received for its code.")

    def has_permission(self, request: Request, view: "APIView") -> bool:
        return isinstance(request.auth, TableKiosk)
