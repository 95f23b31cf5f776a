"""Implausible deductions, such as points as on sticks where totals are in tens."""

from scoring.errors import ScoringError
from scoring.result.result import settle
from scoring.rulebook.rulebook import Rulebook

GAMES = 2


def very_good_game(rulebook: Rulebook) -> int | None:
    """Return the total, in units, of a game whose winner ends with twice the starting points, without a tie.

    None if the rulebook does not start with points, or leaves open what the total depends on.

    >>> from scoring.rulebook.rulebook import load
    >>> very_good_game(load("mleague"))
    70000
    """
    start = rulebook.table.starting_points
    if rulebook.result.kind != "points" or not isinstance(start, int) or start <= 0:
        return None
    players = rulebook.table.players
    step = start // players // 100 * 100
    points = [start * 2, *(start - step * place for place in range(players - 1))]
    points[-1] += start * players - sum(points)
    try:
        return max(settle(rulebook, points).totals)
    except ScoringError:
        return None


def is_large(rulebook: Rulebook, units: int) -> bool:
    """Whether a deduction exceeds two very good games."""
    best = very_good_game(rulebook)
    return best is not None and units > GAMES * best
