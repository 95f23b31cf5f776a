"""A goal in a game or a stage, and whether points reach it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from scoring.errors import ScoringError
from scoring.fields import UNSET
from scoring.game import State, final_result
from scoring.result import places
from scoring.rulebook import Rulebook

MISSED, POSSIBLE, SURE = range(3)
MOST_RIVALS = 10_000


@dataclass(frozen=True, slots=True)
class Goal:
    """What a seat wants: a place in this game, a total of this game, or a rank in the stage (exactly one of them).

    ``total`` is in units. For a rank: ``carried`` is what each seat of this table brings into the game,
    ``others`` the final totals of everybody else who is known, ``rivals`` the least and the most total of
    everybody whose table is still playing; a tie counts as reached only with ``ties``.
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
    """ScoringError ``invalid_goal`` unless the goal is one, of a seat of this table."""
    players = rulebook.table.players
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
    """SURE if the goal is reached, were the game to end in this state, whatever the rivals at other tables do;
    POSSIBLE if their bounds do not rule it out; else MISSED.

    The bounds are taken one by one: that two rivals at one table cannot both do their best is not looked at.
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
    mine = sums.pop(goal.seat) + (0 if goal.ties else -1)  # beyond this, a rival is in front
    spare = goal.rank - sum(rival > mine for rival in (*sums, *goal.others))
    if sum(least > mine for least, _ in goal.rivals) >= spare:
        return MISSED
    return SURE if sum(most > mine for _, most in goal.rivals) < spare else POSSIBLE


def judge(rulebook: Rulebook, state: State, goal: Goal) -> Callable[[tuple[int, ...]], int]:
    """``verdict`` for many points in a row, all else being as in this state."""
    if goal.place is not None:
        return _judge_place(rulebook, goal.seat, goal.place)
    result = rulebook.result
    if result.kind == "points" and result.rounding in ("none", UNSET):
        return _judge_by_order(rulebook, state, goal)
    return lambda points: verdict(rulebook, state._replace(points=points), goal)


def _judge_place(rulebook: Rulebook, seat: int, place: int) -> Callable[[tuple[int, ...]], int]:
    by_seat = rulebook.result.tie == "seat_order"

    def found(points: tuple[int, ...]) -> int:
        mine, ahead = points[seat], 0
        for rival, theirs in enumerate(points):
            if theirs > mine or (by_seat and theirs == mine and rival < seat):
                ahead += 1
        return SURE if ahead < place else MISSED

    return found


def _judge_by_order(rulebook: Rulebook, state: State, goal: Goal) -> Callable[[tuple[int, ...]], int]:
    """Without rounding a total is the points and what the places bring, which depends on no more than the order,
    the ties and who floats: each of these is settled once.
    """
    rules, unit = rulebook.result, rulebook.units_per_point // 1_000
    floats = rules.floating_threshold if rules.uma.by_floating else None
    known: dict[tuple[int, ...], list[int]] = {}

    def found(points: tuple[int, ...]) -> int:
        high = sorted(points, reverse=True)
        order = [high.index(p) for p in points]
        if isinstance(floats, int):
            order.append(sum(p >= floats for p in points))
        key = tuple(order)
        more = known.get(key)
        if more is None:
            totals = final_result(rulebook, state._replace(points=points)).totals
            more = known[key] = [total - p * unit for total, p in zip(totals, points, strict=True)]
        return _by_totals(goal, [p * unit + extra for p, extra in zip(points, more, strict=True)])

    return found
