"""Chombo at the end of a game: how many are possible, and what they take off a score or a total."""

from collections.abc import Sequence

from scoring.errors import ScoringError
from scoring.rulebook.rulebook import Rulebook

MAX_CHOMBO = 99
COUNT = {3: "three", 4: "four", 5: "five"}


def check_chombo(chombo: Sequence[int] | None, players: int) -> Sequence[int]:
    """The count of chombo of each seat, if it is one; else ScoringError ``invalid_chombo``."""
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
    """The points that places are counted from: under MCR a penalty reduces the score of the session before table
    points are given (P34). Nobody gets what is taken off.
    """
    amount = rulebook.chombo.amount
    if rulebook.chombo.kind != "minipoints" or not isinstance(amount, int):
        return points
    return tuple(own - amount * times for own, times in zip(points, fouls, strict=True))


def cost_of_chombo(rulebook: Rulebook) -> int:
    """What one chombo costs after the game, in shown points."""
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
    return 0  # Paid in points at the table, during the game, or taken off them before places.
