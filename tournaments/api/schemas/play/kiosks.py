"""The tablets of tables."""

from typing import Annotated, TypedDict

from tournaments.models import TableKiosk
from web.api.answers import Of, filled
from web.api.moments import Moment


class KioskShape(TypedDict):
    """A tablet for the tables of this `number`. `claimed_at` is null until a device shows its code; once `revoked_at`
    is set it opens nothing any more.
    """

    id: Annotated[int, Of("pk")]
    number: Annotated[int, "Number of the table that it is for."]
    device_name: str
    issued_at: Moment
    claimed_at: Moment | None
    revoked_at: Annotated[Moment | None, "When it was ended; null while it works."]


class MadeKioskShape(TypedDict):
    """A tablet as it is handed out. `code` is secret; it is empty in a repeated answer once a device has it."""

    id: int
    number: Annotated[int, "Number of the table that it is for."]
    code: Annotated[str, "Secret code for the tablet; empty in a repeated answer once it was claimed."]


class MadeKiosksShape(TypedDict):
    kiosks: Annotated[list[MadeKioskShape], "The tablets, with their codes."]


class HeldKioskShape(TypedDict):
    """`table` is the one that this tablet shows now: in play, else published; null between rounds."""

    kiosk: Annotated[KioskShape, "The tablet."]
    tournament: str
    table: Annotated[int | None, "Id of the table it shows now; null between rounds."]


class ClaimedKioskShape(HeldKioskShape):
    """The `token` is this tablet's from now on: send it as `Authorization: Bearer mjk_…` with every call."""

    token: str


kiosk_shape = filled(KioskShape, TableKiosk)


def held_kiosk_shape(kiosk: TableKiosk, table: int | None) -> HeldKioskShape:
    """Expects `tournament` to be loaded."""
    return {"kiosk": kiosk_shape(kiosk), "tournament": kiosk.tournament.slug, "table": table}
