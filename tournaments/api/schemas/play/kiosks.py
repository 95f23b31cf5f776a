"""Tablets of tables."""

from typing import Annotated, TypedDict

from tournaments.models import TableKiosk
from web.api.answers import By, Given, Of, filled
from web.api.moments import Moment


class KioskShape(TypedDict):
    """A tablet for the tables with this `number`. `claimed_at` is null until a device shows its code; after
    `revoked_at` it no longer works.
    """

    id: Annotated[int, Of("pk")]
    number: Annotated[int, "Number of the table that it is for."]
    device_name: str
    issued_at: Moment
    claimed_at: Moment | None
    revoked_at: Annotated[Moment | None, "When it was ended; null while it works."]


class MadeKioskShape(TypedDict):
    """A tablet as issued. `code` is secret; it is empty in a repeated answer once a device has claimed it."""

    id: Annotated[int, Of("pk")]
    number: Annotated[int, "Number of the table that it is for."]
    code: Annotated[
        str, Given(), "Secret code for the tablet; empty in a repeated answer once it was claimed."
    ]


class MadeKiosksShape(TypedDict):
    kiosks: Annotated[list[MadeKioskShape], "The tablets, with their codes."]


class HeldKioskShape(TypedDict):
    """`table` is the one that this tablet shows now: in play, else published; null between rounds."""

    kiosk: Annotated[KioskShape, By(lambda kiosk: kiosk_shape(kiosk)), "Tablet that this token is of."]
    tournament: Annotated[str, Of("tournament.slug")]
    table: Annotated[int | None, Given(), "Id of the table it shows now; null between rounds."]


class ClaimedKioskShape(HeldKioskShape):
    """The `token` of this tablet: send it as `Authorization: Bearer mjk_…` with every call."""

    token: str


kiosk_shape = filled(KioskShape, TableKiosk)
made_kiosk_shape = filled(MadeKioskShape, TableKiosk)


# Expects `tournament` to be loaded.
held_kiosk_shape = filled(HeldKioskShape, TableKiosk)
