"""Draws, their quality and proof, seating constraints."""

from typing import TypedDict

from seating.audit import commitment
from tournaments.actions.draws.checks import Verdict
from tournaments.actions.draws.exchanges import Price
from tournaments.actions.draws.plans import StoredDraw
from tournaments.actions.draws.wording.draws import quality_in_words, reasons_in_words
from tournaments.actions.play.changed_places import Places
from tournaments.api.schemas.people import EntryName, entry_name
from tournaments.models import Draw, SeatingConstraint, SeedCommitment
from web.api.moments import Moment, moment, moment_or_none


class DrawShape(TypedDict):
    """A draw. `rounds` are those the caller may see. `seed` and `record` (see docs/draws.md: everything needed to
    draw again elsewhere) are shown once no round of the draw is a draft; before, to the staff alone.
    """

    id: int
    stage: int
    method: str
    rounds: list[int]
    seed: str
    seed_hash: str
    fixed_at: Moment | None
    is_revealed: bool
    reason: str
    drawn_at: Moment
    quality: dict[str, object]
    words: list[str]
    record: dict[str, object] | None


class DifferenceShape(TypedDict):
    """A table that is not as it was drawn: entry ids, East first; below 0 places that substitutes take."""

    round: int
    table: int
    drawn: list[int]
    seated: list[int]


class VerdictShape(TypedDict):
    """What drawing again gave, for the published rounds. `reasons` is empty if and only if `is_same`."""

    is_same: bool
    is_drawn_here: bool
    rounds: int
    reasons: list[str]
    words: list[str]
    differences: list[DifferenceShape]


class SeedShape(TypedDict):
    """A seed fixed beforehand: its hash, and since when. The seed itself is shown with the draw."""

    stage: int
    commitment: str
    committed_at: Moment


class PriceShape(TypedDict):
    """What exchanging two players costs over all rounds: differences of these numbers, below 0 is better. `tag` names
    the places of the two in a round in play, as they are after what was done; null in any other round.
    """

    done: bool
    tag: str | None
    rematches: int
    players_off_winds: int
    broken_wishes: int


class WishShape(TypedDict):
    """A seating constraint, which every draw has to respect. Seen by the staff."""

    id: int
    kind: str
    entry: EntryName
    other: EntryName | None
    table: int | None
    wind: int | None
    reason: str


def draw_shape(draw: Draw, *, for_staff: bool) -> DrawShape:
    """A draw as the staff or everybody may see it; expects `Draw.objects.for_display()`."""
    is_revealed = draw.is_revealed
    shows = is_revealed or for_staff
    rounds = [round_ for round_ in draw.rounds.all() if for_staff or round_.is_published]
    return {
        "id": draw.pk,
        "stage": draw.stage_id,
        "method": draw.method,
        "rounds": [round_.pk for round_ in rounds],
        "seed": draw.seed if shows else "",
        "seed_hash": commitment(draw.seed),
        "fixed_at": moment_or_none(draw.commitment.committed_at if draw.commitment else None),
        "is_revealed": is_revealed,
        "reason": draw.reason,
        "drawn_at": moment(draw.drawn_at),
        "quality": _public(draw.quality) if not for_staff else draw.quality,
        "words": [sentence.words for sentence in quality_in_words(draw.quality)],
        "record": StoredDraw.as_drawn(draw).record.as_dict() if shows else None,
    }


def verdict_shape(verdict: Verdict) -> VerdictShape:
    return {
        "is_same": verdict.is_same,
        "is_drawn_here": verdict.is_drawn_here,
        "rounds": verdict.rounds,
        "reasons": verdict.reasons,
        "words": reasons_in_words(verdict),
        "differences": [
            {"round": d.round, "table": d.table, "drawn": d.drawn, "seated": d.seated}
            for d in verdict.differences
        ],
    }


def seed_shape(fixed: SeedCommitment) -> SeedShape:
    return {
        "stage": fixed.stage_id,
        "commitment": fixed.commitment,
        "committed_at": moment(fixed.committed_at),
    }


def price_shape(price: Price, places: Places | None, *, done: bool) -> PriceShape:
    return {
        "done": done,
        "tag": places.tag if places is not None else None,
        "rematches": price.rematches,
        "players_off_winds": price.winds,
        "broken_wishes": price.constraints,
    }


def seating_constraint_shape(constraint: SeatingConstraint) -> WishShape:
    """Expects `entry.player` and `other.player` to be loaded."""
    return {
        "id": constraint.pk,
        "kind": constraint.kind,
        "entry": entry_name(constraint.entry),
        "other": entry_name(constraint.other) if constraint.other else None,
        "table": constraint.table,
        "wind": constraint.wind,
        "reason": constraint.reason,
    }


def _public(quality: dict[str, object]) -> dict[str, object]:
    """The report without what names players: who of them meets against a wish, or sits out, in a draft."""
    hidden = {"broken_wishes", "byes", "round"}
    return {name: value for name, value in quality.items() if name not in hidden}
