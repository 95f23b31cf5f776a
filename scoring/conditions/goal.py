"""A goal in a game or a stage, and whether points reach it."""

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.errors import ScoringError
from scoring.game.game import State, final_result
from scoring.result.result import places
from scoring.rulebook.rulebook import Rulebook

MISSED, POSSIBLE, SURE = range(3)


@dataclass(frozen=True, slots=True)
class Goal:
    """A seat's goal: a place or a total in this game, or a rank in the stage (exactly one of them).

    ``total`` is in units. For a rank: ``carried`` is what each seat of this table brings into the game, ``others``
    the final totals of all known others, ``rivals`` the lowest and highest total of players still playing (for a
    whole table, see ``scoring.conditions.rivals.together``); a tie counts as reached only with ``ties``.
    """

    seat: int
    place: int | None = None
    total: int | None = None
    rank: int | None = None
    carried: tuple[int, ...] = ()
    others: tuple[int, ...] = ()
    ties: bool = False
    rivals: tuple[tuple[int, int], ...] = ()


def check_goal(rulebook: Rulebook, goal: Goal) -> None:
    """Raise ScoringError ``invalid_goal`` unless the goal is a valid one of a seat at this table."""
    players = rulebook.hand_players
    wanted = [value for value in (goal.place, goal.total, goal.rank) if value is not None]
    if len(wanted) != 1 or not 0 <= goal.seat < players or len(goal.carried) not in (0, players):
        raise ScoringError(
            "invalid_goal", "A goal is a place, a total or a rank of one seat.", fields=["goal"]
        )
    if (goal.rivals and goal.rank is None) or any(least > most for least, most in goal.rivals):
        raise ScoringError(
            "invalid_goal",
            "Rivals at other tables belong to a rank, each with a least and a most total.",
            fields=["goal"],
        )


def verdict(rulebook: Rulebook, state: State, goal: Goal) -> int:
    """Return SURE if the goal is reached whatever rivals at other tables do, were the game to end in this state;
    POSSIBLE if their bounds allow it; else MISSED.

    Bounds are taken one by one; those of one table were combined in ``scoring.conditions.rivals``.
    """
    if goal.place is not None:
        return SURE if places(rulebook, state.points)[goal.seat] <= goal.place else MISSED
    return _by_totals(goal, final_result(rulebook, state).totals)


def is_reached(rulebook: Rulebook, state: State, goal: Goal) -> bool:
    """Whether the goal is surely reached, were the game to end in this state."""
    return verdict(rulebook, state, goal) == SURE


def _by_totals(goal: Goal, totals: Sequence[int]) -> int:
    if goal.total is not None:
        return SURE if totals[goal.seat] >= goal.total else MISSED
    assert goal.rank is not None, "checked"
    carried = goal.carried or (0,) * len(totals)
    sums = [total + before for total, before in zip(totals, carried, strict=True)]
    mine = sums.pop(goal.seat) + (0 if goal.ties else -1)  # a rival above this is ahead
    spare = goal.rank - sum(rival > mine for rival in (*sums, *goal.others))
    if sum(least > mine for least, _ in goal.rivals) >= spare:
        return MISSED
    return SURE if sum(most > mine for _, most in goal.rivals) < spare else POSSIBLE
