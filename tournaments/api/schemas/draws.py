"""Draws, their quality and proof, seating constraints."""

from typing import Annotated, TypedDict

from seating.audit import commitment
from tournaments.actions.draws.checks import Difference, Verdict
from tournaments.actions.draws.exchanges import Price
from tournaments.actions.draws.plans import StoredDraw
from tournaments.actions.draws.wording.draws import quality_in_words, reasons_in_words
from tournaments.api.schemas.people import EntryName
from tournaments.models import Draw, SeatingConstraint, SeedCommitment
from web.api.answers import By, Given, Of, filled
from web.api.moments import Moment, moment


def _committed_at(fixed: SeedCommitment) -> str:
    return moment(fixed.committed_at)


def _in_words(quality: dict[str, object]) -> list[str]:
    return [sentence.words for sentence in quality_in_words(quality)]


class DrawShape(TypedDict):
    """A draw. `rounds` are those the caller may see. `seed` and `record` (see docs/draws.md: all that is needed to
    redraw it elsewhere) are shown once no round of the draw is a draft; before, to the staff only.
    """

    id: Annotated[int, Of("pk")]
    stage: Annotated[int, Of("stage_id")]
    method: Annotated[str, "How it was drawn.", Draw.Method]
    rounds: Annotated[list[int], Given(), "Ids of its rounds that the caller may see."]
    seed: Annotated[str, Given(), "Seed; empty while a round of the draw is a draft."]
    seed_hash: Annotated[str, Of("seed", commitment), "SHA-256 of the seed."]
    fixed_at: Annotated[
        Moment | None,
        Of("commitment", _committed_at),
        "When the seed was fixed beforehand; null if it was not.",
    ]
    is_revealed: Annotated[bool, "True once everybody may see the seed."]
    reason: Annotated[str, "Why it was drawn again; empty for a first draw."]
    drawn_at: Moment
    quality: Annotated[dict[str, object], Given(), "How good it is, by measure; see docs/draws.md."]
    words: Annotated[list[str], Of("quality", _in_words), "How good it is, in words."]
    record: Annotated[
        dict[str, object] | None,
        Given(),
        "All that is needed to draw again elsewhere; null while it is secret.",
    ]


class DifferenceShape(TypedDict):
    """A table that differs from the draw: entry ids, East first; numbers below 0 are places for substitutes."""

    round: Annotated[int, "Number of the round."]
    table: Annotated[int, "Number of the table."]
    drawn: Annotated[
        list[int], "Ids of the entries that were drawn, East first; below 0 for a substitute's place."
    ]
    seated: Annotated[list[int], "Ids of the entries that were seated, East first."]


difference_shape = filled(DifferenceShape, Difference)


class VerdictShape(TypedDict):
    """The result of drawing again, for published rounds. `reasons` is empty if and only if `is_same`."""

    is_same: Annotated[bool, "True if drawing again gave the published rounds."]
    is_drawn_here: Annotated[bool, "False if the rounds were drawn elsewhere."]
    rounds: Annotated[int, "Rounds that were compared."]
    reasons: Annotated[list[str], "Fixed words for why it is not the same; empty if it is."]
    words: Annotated[list[str], By(reasons_in_words), "The verdict in words."]
    differences: Annotated[list[DifferenceShape], "Tables that differ."]


class SeedShape(TypedDict):
    """A seed committed to in advance: its hash, and since when. The seed itself is shown with the draw."""

    stage: Annotated[int, Of("stage_id")]
    commitment: Annotated[str, "SHA-256 of the seed."]
    committed_at: Annotated[Moment, "Since when it is fixed."]


class PriceShape(TypedDict):
    """The effect of exchanging two players over all rounds: changes of these numbers, where negative is better.
    `tag` names the two players' places in a round in play, after the exchange; null in any other round.
    """

    done: Annotated[bool, Given(), "True if the players were exchanged; false for a dry run."]
    tag: Annotated[
        str | None, Given(), "Version of the two places, for If-Match; null unless the round is in play."
    ]
    rematches: Annotated[int, "Change in the number of rematches; below 0 is better."]
    players_off_winds: Annotated[
        int, Of("winds"), "Change in the number of players whose winds are uneven; below 0 is better."
    ]
    broken_wishes: Annotated[
        int,
        Of("constraints"),
        "Change in the number of seating constraints that are broken; below 0 is better.",
    ]


class WishShape(TypedDict):
    """A seating constraint, which every draw respects. Visible to the staff."""

    id: Annotated[int, Of("pk")]
    kind: Annotated[str, "What the draw respects.", SeatingConstraint.Kind]
    entry: Annotated[EntryName, "The player it is about."]
    other: Annotated[EntryName | None, "The other player, for never and rather_not; else null."]
    table: Annotated[int | None, "Number of the table; null unless the kind is table."]
    wind: Annotated[int | None, "Wind to sit on, 1 East to 4 North; null unless the kind is wind."]
    reason: Annotated[str, "Reason, for the staff; empty if none was given."]


def draw_shape(draw: Draw, *, for_staff: bool) -> DrawShape:
    """Return a draw as the staff or the public may see it; expects `Draw.objects.for_display()`."""
    shows = draw.is_revealed or for_staff
    rounds = [round_ for round_ in draw.rounds.all() if for_staff or round_.is_published]
    return _draw(
        draw,
        rounds=[round_.pk for round_ in rounds],
        seed=draw.seed if shows else "",
        quality=_public(draw.quality) if not for_staff else draw.quality,
        record=StoredDraw.as_drawn(draw).record.as_dict() if shows else None,
    )


_draw = filled(DrawShape, Draw)


verdict_shape = filled(VerdictShape, Verdict)


seed_shape = filled(SeedShape, SeedCommitment)


price_shape = filled(PriceShape, Price)


# Expects `entry.player` and `other.player` to be loaded.
seating_constraint_shape = filled(WishShape, SeatingConstraint)


def _public(quality: dict[str, object]) -> dict[str, object]:
    """Return the report without data that identifies players in a draft: unmet wishes, and who sits out."""
    hidden = {"broken_wishes", "byes", "round"}
    return {name: value for name, value in quality.items() if name not in hidden}
