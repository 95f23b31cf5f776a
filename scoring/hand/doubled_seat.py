"""The doubled seat of wareme (割れ目) and dokasen (導火線), from the dice."""

from scoring.ceremony.dice import indicated
from scoring.errors import ScoringError
from scoring.rulebook.rulebook import Rulebook

DEALT = 53
_WALL = 34


def dokasen_seat(dealer: int, dice: int, drawn: int) -> int:
    """Return the seat of the wall with the next draw after ``drawn`` tiles have left the wall (53 by the deal).

    Walls are used up from the broken one (17 stacks minus the dice), then to the left; the last tiles are those to
    the right of the break.

    >>> dokasen_seat(0, 5, 57), dokasen_seat(0, 5, 58)
    (3, 2)
    """
    if not DEALT <= drawn < 4 * _WALL:
        raise ScoringError(
            "invalid_draws", f"{DEALT} to {4 * _WALL - 1} tiles have been drawn.", fields=["tiles_drawn"]
        )
    broken = indicated(dealer, dice, "break_dice")
    first = _WALL - 2 * dice  # fewer than are dealt, so the next draw is always beyond this wall
    return (broken - 1 - (drawn - first) // _WALL) % 4


def check_marked(rulebook: Rulebook, marked: int | None) -> int:
    """Return the doubled seat of a hand if one is needed; raises ScoringError ``no_marked_seat`` or
    ``no_such_seat``.
    """
    if marked is None:
        raise ScoringError(
            "no_marked_seat", "Say whose wall was broken: that seat is doubled.", fields=["marked"]
        )
    if not 0 <= marked < rulebook.hand_players:
        raise ScoringError("no_such_seat", "The marked seat is not at this table.", fields=["marked"])
    return marked
