"""The seat draw and the wall break of a rulebook, step by step, from a seed."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from scoring.ceremony.dice import CHAIRS
from scoring.ceremony.seeded import draw_ceremony, draw_wall
from scoring.ceremony.table import ASSUMED, Step
from scoring.ceremony.wall import STACKS, WITH_FLOWERS
from scoring.rulebook.rulebook import Rulebook
from web.visitor_language import language

LONGEST_SEED = 100
EXAMPLE = "1"


@dataclass(frozen=True, slots=True)
class Ceremony:
    """A procedure: its title, and each step with whether it is assumed rather than sourced."""

    title: str
    steps: list[tuple[str, bool]]


def ceremonies(book: Rulebook, seed: str) -> list[Ceremony]:
    """Return the rulebook's procedures, drawn from this seed; none if it leaves them open."""
    if book.table.players != CHAIRS:
        return []
    drawn = []
    if isinstance(book.seating.seat_draw, str):
        drawn.append(
            Ceremony(
                _("Seats and first dealer"),
                _in_words(draw_ceremony(book.seating.seat_draw, seed).seats.steps),
            )
        )
    if isinstance(book.seating.wall_break, str):
        stacks = WITH_FLOWERS if book.score.table == "mcr" else STACKS
        drawn.append(
            Ceremony(
                _("Opening the wall; seat 0 deals"),
                _in_words(draw_wall(book.seating.wall_break, seed, 0, stacks).steps),
            )
        )
    return drawn


def _in_words(steps: Sequence[Step]) -> list[tuple[str, bool]]:
    return [(step.in_language(language()), step.code == ASSUMED) for step in steps]
