"""Rounding of shares of a prize, and of totals to whole points."""

from scoring.rulebook.fields import UNSET
from scoring.rulebook.rulebook import Rulebook

# In game points, by the rulebook's rounding.
_LIFT = {"gosha_rokunyu": 400, "shisha_gonyu": 500, "kirisute": 0, "kiriage": 999}


def shared_out(rulebook: Rulebook, pot: int, tied: int) -> list[int]:
    """Divide a pot among tied players, in seat order, with the rulebook's treatment of the remainder."""
    if tied == 1:
        return [pot]
    step = share_step(rulebook)
    return split(pot, tied, step) if step else [pot // tied] * tied


def share_step(rulebook: Rulebook) -> int | None:
    """Return the step of a share in units; the remainder goes to the earlier seats, one step each. None if there is
    no remainder: all shares are exact in units, or are rounded down to one.
    """
    return rulebook.units_per_point // 10 if rulebook.result.tie_remainder == "tenth_to_seat_order" else None


def split(pot: int, tied: int, step: int) -> list[int]:
    """Divide a prize among tied players in whole steps; the remainder goes to the earliest seats, one step each.

    >>> split(20_000, 3, 100)
    [6700, 6700, 6600]
    """
    share, over = divmod(pot // step, tied)
    return [(share + (i < over)) * step for i in range(tied)]


def rounding_lift(rulebook: Rulebook) -> int | None:
    """Return what is added, in units, before the other players' totals are floored to whole points; None without
    rounding. 五捨六入: the hundreds digit 0-5 goes down, 6-9 up, also below zero.
    """
    rules = rulebook.result
    if rules.kind != "points" or rules.rounding in ("none", UNSET):
        return None
    return _LIFT[str(rules.rounding)] * (rulebook.units_per_point // 1000)
