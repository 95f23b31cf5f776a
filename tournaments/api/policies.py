"""Policies of views that phones may call too."""

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
    """Anyone may read. Accounts, phones with a seat or a card, and tablets of tables may change."""

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
        # A card's cookie opens pages only; its bearer token is sent deliberately.
        return actor.seat_token is not None or isinstance(request.auth, (CardPhone, TableKiosk))


class CardPhones(Policy):
    """For phones that were shown a player card, including those waiting to follow it."""

    to_read = to_change = ("cardToken",)
    message = _("Please send the token that this phone received for the card.")

    def has_permission(self, request: Request, view: "APIView") -> bool:
        return isinstance(request.auth, CardPhone)


class Kiosks(Policy):
    to_read = to_change = ("kioskToken",)
    message = _("Please send the token that this tablet received for its code.")

    def has_permission(self, request: Request, view: "APIView") -> bool:
        return isinstance(request.auth, TableKiosk)
