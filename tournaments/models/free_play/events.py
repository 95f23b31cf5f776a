"""Ledger events of club nights."""

from typing import Annotated

from django.utils.translation import gettext_lazy as _

from tournaments.models.events import EntryId, Event, Names, OneOf, Payload, StageId
from tournaments.models.free_play.nights import NightPlayer


class NightPlanned(Event):
    kind = "night_planned"
    on_stream = None
    says = _("A club night was planned or changed: %(begins)s")

    night: int
    stage: StageId
    starts_at: str
    closes_at: str | None
    places: int | None
    games: int
    late_penalty: int
    absence_penalty: int
    # Players who moved up because of more places.
    came: list[EntryId]

    @classmethod
    def words(cls, payload: Payload, names: Names) -> dict[str, object]:
        return {"begins": names.time(payload.get("starts_at"))}


class NightCancelled(Event):
    kind = "night_cancelled"
    on_stream = None
    says = _("A club night was cancelled")

    night: int


class NightSignedUp(Event):
    kind = "night_signed_up"
    on_stream = None
    says = _("%(entry)s signed up for a club night: %(status)s")

    night: int
    entry: EntryId
    games: int
    status: Annotated[str, OneOf(NightPlayer.Status)]
    turn: int


class NightSignedOff(Event):
    kind = "night_signed_off"
    on_stream = None
    says = _("%(entry)s is not coming to a club night: %(status)s")

    night: int
    entry: EntryId
    status: Annotated[str, OneOf(NightPlayer.Status)]
    # Players who moved up instead.
    came: list[EntryId]


class NightSettled(Event):
    kind = "night_settled"
    on_stream = None
    says = _("A club night was settled; players who did not come: %(count)s")

    night: int
    entries: list[EntryId]

    @classmethod
    def words(cls, payload: Payload, names: Names) -> dict[str, object]:
        return {"count": len(payload.get("entries", ()))}
