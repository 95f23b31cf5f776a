"""How seats are drawn and the wall is opened under a rulebook, step by step, from a seed."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from scoring.ceremony.dice import CHAIRS
from scoring.ceremony.fair import draw_ceremony, draw_wall
from scoring.ceremony.table import ASSUMED, Step
from scoring.ceremony.wall import STACKS, WITH_FLOWERS
from scoring.rulebook.rulebook import Rulebook
from web.language import language

LONGEST_SEED = 100
EXAMPLE = "1"


@dataclass(frozen=True, slots=True)
class Ceremony:
    """One procedure: its title, and each step with whether it is assumed rather than told by a source."""

    title: str
    steps: list[tuple[str, bool]]


def ceremonies(book: Rulebook, seed: str) -> list[Ceremony]:
    """What this rulebook names, as it falls with this seed; nothing where it leaves the procedure open."""
    if book.table.players != CHAIRS:
        return []
    found = []
    if isinstance(book.seating.seat_draw, str):
        found.append(
            Ceremony(
                _("Seats and first dealer"), _said(draw_ceremony(book.seating.seat_draw, seed).seats.steps)
            )
        )
    if isinstance(book.seating.wall_break, str):
        stacks = WITH_FLOWERS if book.score.table == "mcr" else STACKS
        found.append(
            Ceremony(
                _("Opening the wall; seat 0 deals"),
                _said(draw_wall(book.seating.wall_break, seed, 0, stacks).steps),
            )
        )
    return found


def _said(steps: Sequence[Step]) -> list[tuple[str, bool]]:
    return [(step.in_language(language()), step.code == ASSUMED) for step in steps]
