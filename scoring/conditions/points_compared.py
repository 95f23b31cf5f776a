"""Verdicts for many distributions of points, and which of them are equivalent."""

from bisect import bisect_right
from collections.abc import Callable, Hashable
from typing import NamedTuple, TypeAlias

from scoring.conditions.goal import MISSED, POSSIBLE, SURE, Goal, verdict
from scoring.game.game import State, final_result
from scoring.rulebook.fields import UNSET
from scoring.rulebook.rulebook import Rulebook

Points: TypeAlias = tuple[int, ...]


class Judged(NamedTuple):
    """The verdict on points. Two with the same ``like`` are equivalent, and so are all points on the line between
    them.
    """

    like: Hashable
    verdict: int
    ends: bool


Judge: TypeAlias = Callable[[Points], Judged]


def judge_for(rulebook: Rulebook, state: State, goal: Goal, over: Callable[[Points], bool]) -> Judge:
    """Return a function that gives ``verdict`` and ``over`` for any points, otherwise in this state.

    Places, uma and oka depend only on the order, ties and floating players; the end of the game also on the
    thresholds reached. Each combination is settled once. The rest of a total is linear in the points, so what is
    equal at both ends of a line is equal in between.
    """
    marks = _marks(rulebook)
    slope = None if goal.place is not None else _slope(rulebook)
    known: dict[Points, tuple[bool, int, Points]] = {}
    by_totals = _by_totals(goal)

    def judge(points: Points) -> Judged:
        falling = sorted(points, reverse=True)
        like = (*map(falling.index, points), *[bisect_right(marks, p) for p in points])
        if like not in known:
            ends = over(points)
            after = state._replace(points=points)
            reached = verdict(rulebook, after, goal)
            more: Points = ()
            if slope is not None:
                totals = final_result(rulebook, after).totals
                more = tuple(total - p * slope for total, p in zip(totals, points, strict=True))
            known[like] = ends, reached, more
        ends, reached, more = known[like]
        if goal.place is not None:
            return Judged(like, reached, ends)
        if slope is None:
            reached = verdict(rulebook, state._replace(points=points), goal)
            return Judged(object(), reached, ends)  # totals are not linear: no two are equivalent
        totals = tuple([p * slope + extra for p, extra in zip(points, more, strict=True)])
        how, reached = by_totals(totals)
        return Judged((like, how), reached, ends)

    return judge


def _marks(rulebook: Rulebook) -> list[int]:
    """Return the rulebook's thresholds: bankruptcy, end of the game, floating."""
    thresholds = (rulebook.game_end.goal_points, rulebook.result.floating_threshold)
    return sorted({0, 1, *(points for points in thresholds if isinstance(points, int))})


def _slope(rulebook: Rulebook) -> int | None:
    """Return the change of a total by one more point at the same place; None if not constant."""
    rules = rulebook.result
    if rules.kind == "points":
        return rulebook.units_per_point // 1_000 if rules.rounding in ("none", UNSET) else None
    return {"table_points": 0, "raw": 1}.get(rules.kind)


def _by_totals(goal: Goal) -> Callable[[Points], tuple[Hashable, int]]:
    """Return a function of the key and the verdict of totals: as ``goal.verdict``, with the others sorted in
    advance.
    """
    seat, wanted, rank = goal.seat, goal.total, goal.rank or 0
    others = sorted(goal.others)
    least, most = sorted(least for least, _ in goal.rivals), sorted(most for _, most in goal.rivals)
    tie = 0 if goal.ties else -1

    def by_total(totals: Points) -> tuple[Hashable, int]:
        assert wanted is not None, "a goal is a total or a rank"
        enough = totals[seat] >= wanted
        return enough, SURE if enough else MISSED

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
