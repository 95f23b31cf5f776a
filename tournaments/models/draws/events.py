"""Ledger events of draws: constraints, seeds, orders, and results."""

from typing import Annotated

from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _
from msgspec import UNSET, UnsetType, field

from tournaments.models.events import (
    Digest,
    DrawId,
    EntryId,
    Event,
    FreeText,
    JobId,
    Payload,
    Readers,
    RoundId,
    StageId,
    WishId,
)


class SeatingConstraintAdded(Event):
    kind = "wish_made"
    on_stream = None
    says = _("A seating wish was added")

    wish: WishId
    wish_kind: str = field(name="kind")
    # Of the players it is about.
    hash: Digest
    scheme: int
    # Constraints are not public, so neither is the reason.
    reason: Annotated[str, FreeText("SeatingConstraint", "wish", "reason", Readers.STAFF)]


class SeatingConstraintDropped(Event):
    kind = "wish_dropped"
    on_stream = None
    says = _("A seating wish was dropped")

    wish: WishId
    wish_kind: str = field(name="kind")


class SeedCommitted(Event):
    kind = "seed_committed"
    on_stream = None
    says = _("The seed of the next draw was fixed")

    stage: StageId
    commitment: Digest

    @classmethod
    def detail(cls, payload: Payload) -> str:
        commitment = payload.get("commitment")
        return _now("SHA-256 of the seed %(commitment)s") % {"commitment": commitment} if commitment else ""


class _SaysTheSeedsHash(Event, abstract=True):
    method: str
    seed_hash: Digest

    @classmethod
    def detail(cls, payload: Payload) -> str:
        if not payload.get("seed_hash"):
            return ""
        return _now("method %(method)s, SHA-256 of the seed %(seed_hash)s") % {"method": "?", **payload}


class DrawOrdered(_SaysTheSeedsHash):
    kind = "draw_ordered"
    on_stream = None
    says = _("A draw was requested, from round %(number)s on")

    job: JobId
    stage: StageId
    number: int
    request_hash: Digest


class DrawCancelled(Event):
    kind = "draw_cancelled"
    on_stream = None
    says = _("The requested draw was cancelled; nothing was drawn")

    job: JobId
    stage: StageId


class DrawRefused(Event):
    kind = "draw_refused"
    on_stream = None
    says = _("The requested draw was refused; nothing was drawn")

    job: JobId
    stage: StageId
    code: str


class DrawLost(Event):
    kind = "draw_lost"
    on_stream = None
    says = _("The requested draw was given up; nothing was drawn")

    job: JobId
    stage: StageId


class RoundDrawn(_SaysTheSeedsHash):
    """Commits to a drawn round without revealing it."""

    kind = "drawn"
    on_stream = None
    says = _("Round %(number)s drawn")

    round: RoundId
    stage: StageId
    number: int
    draw: DrawId | None
    draw_hash: Digest | None
    tables_hash: Digest
    scheme: int
    # Of a match day: which of the stage, and which of its games.
    match_day: int | UnsetType = UNSET
    game: int | UnsetType = UNSET
    # Drafts are not public, so neither is the reason. Recorded with the first round of a draw.
    reason: Annotated[str, FreeText("Draw", "draw", "reason", Readers.STAFF)] | UnsetType = UNSET


class PlayersSwapped(Event):
    kind = "swapped"
    on_stream = None
    says = _("Two players of a draft were exchanged by hand")
    moves_seats = True

    round: RoundId
    tables_hash: Digest


class ScheduleRepaired(Event):
    """Joiners may include former substitutes, who are regular players from then on."""

    kind = "repaired"
    says = _("The schedule was repaired from round %(number)s on")
    moves_standings = True

    draw: DrawId
    number: int
    left: list[EntryId]
    came: list[EntryId]
