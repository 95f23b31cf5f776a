"""Ledger events about the past: imports from another server, and baselines for older versions."""

from typing import Annotated, Any

from django.utils.translation import gettext_lazy as _
from msgspec import Struct

from tournaments.models.events import (
    Digest,
    DrawId,
    Event,
    FreeText,
    KeyedBy,
    Readers,
    SheetId,
    StageId,
    Touches,
    UserId,
    WishId,
)


class TakenIn(Event):
    kind = "taken_in"
    says = _("Imported from a file; the entries before this one were written by another server")
    touches = Touches.EVERYBODY
    moves_standings = True

    # The address there and here.
    was: str
    slug: str
    # The last entry written there.
    through: int
    file: Digest
    origins: Digest
    # The local account that imported it.
    user: UserId | None


class Traces(Struct):
    """Traces of names, by the ids of their rows."""

    tournament: dict[str, Digest]
    stage: Annotated[dict[str, Digest], KeyedBy("stage")]
    team: Annotated[dict[str, Digest], KeyedBy("team")]
    player: Annotated[dict[str, Digest], KeyedBy("player")]


class BaselineRecorded(Event):
    kind = "baseline"
    on_stream = None
    says = _("Items not recorded by earlier versions were recorded as they are now")

    settings: dict[str, Any]
    # House rules, by number of players.
    odd_house_rules: dict[str, Any]
    names: Traces
    draws: Annotated[dict[str, Digest], KeyedBy("draw")]
    wishes: Annotated[dict[str, Digest], KeyedBy("wish")]
    # Stage, number, draw and day.
    rounds: Annotated[dict[str, tuple[StageId, int, DrawId | None, str | None]], KeyedBy("round")]
    sheets: Digest
    why_drawn: Annotated[list[tuple[DrawId, str]], FreeText("Draw", "pk", "reason", Readers.STAFF, place=1)]
    why_wished: Annotated[
        list[tuple[WishId, str]], FreeText("SeatingConstraint", "pk", "reason", Readers.STAFF, place=1)
    ]
    why_missing: Annotated[
        list[tuple[SheetId, str]], FreeText("Scoresheet", "pk", "imbalance_reason", place=1)
    ]
    scheme: int
