"""Which seat is doubled: wareme (割れ目) and dokasen (導火線), from the dice."""

from scoring.errors import ScoringError

DEALT = 53
_WALL = 34


def seat_of_dice(dealer: int, dice: int, players: int = 4) -> int:
    """The seat a total of two dice points at, counted from the roller as 1, counter-clockwise.

    >>> [seat_of_dice(0, dice) for dice in (5, 2, 7, 12)]
    [0, 1, 2, 3]
    """
    if not 2 <= dice <= 12:
        raise ScoringError("invalid_dice", "Two dice show 2 to 12.", fields=["break_dice"])
    return (dealer + dice - 1) % players


def dokasen_seat(dealer: int, dice: int, drawn: int) -> int:
    """The seat in whose wall the next draw lies after ``drawn`` tiles have left the wall (53 by the deal).

    The walls are used up from the broken one (17 stacks less the dice), then to the left; the last tiles are those to
    the right of the break.

    >>> dokasen_seat(0, 5, 57), dokasen_seat(0, 5, 58)
    (3, 2)
    """
    if not DEALT <= drawn < 4 * _WALL:
        raise ScoringError(
            "invalid_draws", f"{DEALT} to {4 * _WALL - 1} tiles have been drawn.", fields=["tiles_drawn"]
        )
    broken = seat_of_dice(dealer, dice)
    first = _WALL - 2 * dice  # fewer than are dealt, so the next draw is always beyond this wall
    return (broken - 1 - (drawn - first) // _WALL) % 4
