"""The same question of many points in a row: is the goal reached, is the game over, and what is alike about them."""

from bisect import bisect_right
from collections.abc import Callable, Hashable
from typing import NamedTuple, TypeAlias

from scoring.conditions.goal import MISSED, POSSIBLE, SURE, Goal, verdict
from scoring.game.game import State, final_result
from scoring.rulebook.fields import UNSET
from scoring.rulebook.rulebook import Rulebook

Points: TypeAlias = tuple[int, ...]


class Seen(NamedTuple):
    """What points mean. Two points with the same ``like`` mean the same, and so do all points on the straight line
    between them.
    """

    like: Hashable
    verdict: int
    ends: bool


Look: TypeAlias = Callable[[Points], Seen]


def look_for(rulebook: Rulebook, state: State, goal: Goal, over: Callable[[Points], bool]) -> Look:
    """``verdict`` and ``over`` for many points, all else being as in this state.

    What the places bring depends on the order, the ties and who floats, and the end of the game on no more than
    that and who has how much of what it asks for: this is settled once for each. The rest of a total is the points
    themselves. Whatever is compared grows evenly along a line, so what is equal at both ends is so between.
    """
    marks = _marks(rulebook)
    slope = None if goal.place is not None else _slope(rulebook)
    known: dict[Points, tuple[bool, int, Points]] = {}
    by_totals = _by_totals(goal)

    def look(points: Points) -> Seen:
        falling = sorted(points, reverse=True)
        like = (*map(falling.index, points), *[bisect_right(marks, p) for p in points])
        if like not in known:
            ends = over(points)
            after = state._replace(points=points)
            found = verdict(rulebook, after, goal)
            more: Points = ()
            if slope is not None:
                totals = final_result(rulebook, after).totals
                more = tuple(total - p * slope for total, p in zip(totals, points, strict=True))
            known[like] = ends, found, more
        ends, found, more = known[like]
        if goal.place is not None:
            return Seen(like, found, ends)
        if slope is None:
            found = verdict(rulebook, state._replace(points=points), goal)
            return Seen(object(), found, ends)  # nothing is known of what lies between two points
        totals = tuple([p * slope + extra for p, extra in zip(points, more, strict=True)])
        how, found = by_totals(totals)
        return Seen((like, how), found, ends)

    return look


def _marks(rulebook: Rulebook) -> list[int]:
    """How much is asked for anywhere: not to be bankrupt, to end the game, to float."""
    asked = (rulebook.game_end.goal_points, rulebook.result.floating_threshold)
    return sorted({0, 1, *(points for points in asked if isinstance(points, int))})


def _slope(rulebook: Rulebook) -> int | None:
    """What one more point adds to a total, all places being the same; None where that is not even."""
    rules = rulebook.result
    if rules.kind == "points":
        return rulebook.units_per_point // 1_000 if rules.rounding in ("none", UNSET) else None
    return {"table_points": 0, "raw": 1}.get(rules.kind)


def _by_totals(goal: Goal) -> Callable[[Points], tuple[Hashable, int]]:
    """What decides about totals, and the verdict: as ``goal.verdict``, with the others sorted beforehand."""
    seat, wanted, rank = goal.seat, goal.total, goal.rank or 0
    others = sorted(goal.others)
    least, most = sorted(least for least, _ in goal.rivals), sorted(most for _, most in goal.rivals)
    tie = 0 if goal.ties else -1

    def by_total(totals: Points) -> tuple[Hashable, int]:
        assert wanted is not None, "a goal is a total or a rank"
        found = totals[seat] >= wanted
        return found, SURE if found else MISSED

    def by_rank(totals: Points) -> tuple[Hashable, int]:
        sums = tuple(map(int.__add__, totals, goal.carried)) if goal.carried else totals
        mine = sums[seat] + tie
        here = tuple([rival > mine for s, rival in enumerate(sums) if s != seat])
        below = bisect_right(others, mine), bisect_right(least, mine), bisect_right(most, mine)
        spare = rank - sum(here) - len(others) + below[0]
        if len(least) - below[1] >= spare:
            return (here, below), MISSED
        return (here, below), SURE if len(most) - below[2] < spare else POSSIBLE

    return by_total if goal.total is not None else by_rank
