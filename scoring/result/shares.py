"""What does not divide evenly: shares of a prize, and totals in whole points."""

from scoring.rulebook.fields import UNSET
from scoring.rulebook.rulebook import Rulebook

# In game points, by the rulebook's rounding.
_LIFT = {"gosha_rokunyu": 400, "shisha_gonyu": 500, "kirisute": 0, "kiriage": 999}


def shared_out(rulebook: Rulebook, pot: int, tied: int) -> list[int]:
    """One pot among tied players, in seat order, as the rulebook treats the remainder."""
    if tied == 1:
        return [pot]
    step = share_step(rulebook)
    return split(pot, tied, step) if step else [pot // tied] * tied


def share_step(rulebook: Rulebook) -> int | None:
    """The step in units of a share; what is over goes to the earlier seats, a step each. None where nothing is over:
    a unit is so small that every share is exact, or shares are rounded down to it.
    """
    return rulebook.units_per_point // 10 if rulebook.result.tie_remainder == "tenth_to_seat_order" else None


def split(pot: int, tied: int, step: int) -> list[int]:
    """Share a prize among tied players in whole steps; what is over goes to the earliest seats, a step each.

    >>> split(20_000, 3, 100)
    [6700, 6700, 6600]
    """
    share, over = divmod(pot // step, tied)
    return [(share + (i < over)) * step for i in range(tied)]


def rounding_lift(rulebook: Rulebook) -> int | None:
    """What is added in units before whoever is not first is cut to whole points, towards minus infinity; None where
    nothing is rounded. 五捨六入: the hundreds digit 0-5 goes down, 6-9 up, also below zero.
    """
    rules = rulebook.result
    if rules.kind != "points" or rules.rounding in ("none", UNSET):
        return None
    return _LIFT[str(rules.rounding)] * (rulebook.units_per_point // 1000)
