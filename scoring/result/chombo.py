"""Chombo at the end of a game: possible counts, and their effect on score or total."""

from collections.abc import Sequence

from scoring.errors import ScoringError
from scoring.rulebook.rulebook import Rulebook

MAX_CHOMBO = 99
COUNT = {3: "three", 4: "four", 5: "five"}


def check_chombo(chombo: Sequence[int] | None, players: int) -> Sequence[int]:
    """Return the chombo of each seat if valid, else raise ScoringError ``invalid_chombo``."""
    if chombo is None:
        return (0,) * players
    if len(chombo) != players or any(type(n) is not int or not 0 <= n <= MAX_CHOMBO for n in chombo):
        raise ScoringError(
            "invalid_chombo",
            f"Chombo is a count from 0 to {MAX_CHOMBO} for each of the {COUNT[players]} seats.",
            fields=["chombo"],
        )
    return chombo


def less_minipoints(rulebook: Rulebook, points: Sequence[int], fouls: Sequence[int]) -> Sequence[int]:
    """Return the points that decide places: under MCR a penalty reduces the session's score before table points are
    awarded (P34). Nobody else gains by it.
    """
    amount = rulebook.chombo.amount
    if rulebook.chombo.kind != "minipoints" or not isinstance(amount, int):
        return points
    return tuple(own - amount * times for own, times in zip(points, fouls, strict=True))


def cost_of_chombo(rulebook: Rulebook) -> int:
    """Return the cost of a chombo after the game, in shown points."""
    match rulebook.chombo.kind:
        case "after_game":
            assert isinstance(rulebook.chombo.amount, int), "checked before a game is settled"
            return rulebook.chombo.amount
        case "none":
            raise ScoringError(
                "no_chombo_in_rulebook",
                "This rulebook knows no chombo. Set its sanction as a house rule, or leave it out here.",
                fields=["chombo"],
            )
    return 0  # paid in points at the table, or deducted before places
