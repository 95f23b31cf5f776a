"""Calls that a table's tablet makes for the player who taps their name."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers

from tournaments.api.api_view import ApiView
from tournaments.credentials.tablets import proven, seat_at, tapped
from tournaments.models import TableKiosk
from tournaments.models.codes import read_code
from web.api.fields import Id, Text

SEAT_HELP = "For the tablet of a table alone: the id of the seat whose player acts."
PIN_HELP = "For the tablet of a table alone: the PIN on that player's card. It is stored nowhere."


def tapped_seat() -> Id:
    return Id(required=False, help_text=SEAT_HELP)


def typed_pin() -> Text:
    return Text(max_length=20, required=False, help_text=PIN_HELP)


class KioskView(ApiView):
    """A view where a tablet names the acting `seat` and, for a binding call, proves it by `pin`."""

    def act_at(self, table: int, data: Mapping[str, Any], *, binds: bool = False) -> None:
        """Let a tablet act for the seat it names at this table; other callers act for themselves.

        Must run outside a transaction, so that wrong PINs are counted.
        """
        kiosk = self.request.auth
        if not isinstance(kiosk, TableKiosk):
            if unexpected := {"seat", "pin"} & data.keys():
                message = _("Only a table's tablet names the acting player. Please leave this out.")
                raise serializers.ValidationError({name: [message] for name in sorted(unexpected)})
            return
        self.key()
        seat = seat_at(kiosk, table, data.get("seat"))
        actor = proven(kiosk, seat, read_code(data.get("pin", ""))) if binds else tapped(kiosk, seat)
        self.__dict__["actor"] = actor

    @property
    def is_kiosk(self) -> bool:
        return isinstance(self.request.auth, TableKiosk)

    def stored_body(self) -> object:
        """Return the body without the PIN: the PIN is checked at every call, and no hash of it is stored."""
        body = self.request.data
        return {name: body[name] for name in body if name != "pin"} if isinstance(body, Mapping) else body
