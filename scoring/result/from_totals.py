"""Final points from totals, if only one game has these totals under a rulebook.

Leagues often publish only totals. If uma and oka are fixed by place and nothing is rounded, points follow from them.
"""

from collections.abc import Iterator, Sequence

from scoring.errors import ScoringError
from scoring.result.result import Result, settle
from scoring.result.shares import rounding_lift
from scoring.rulebook.rulebook import Rulebook

# The distance between places in the points from which the search starts, in riichi and in other games.
_GAP = 100
_MOST_STEPS = 8


def points_of_totals(
    rulebook: Rulebook,
    totals: Sequence[int],
    *,
    places: Sequence[int] | None = None,
    chombo: Sequence[int] | None = None,
    leftover: int = 0,
) -> tuple[int, ...] | None:
    """Return the final points, in units, of the only game with these totals, or None if there is none or more than
    one.

    ``places``: those of the source, if given; otherwise they follow from the totals.

    >>> from scoring.rulebook.rulebook import load
    >>> points_of_totals(load("mleague"), [61_400, 9_800, -21_500, -49_700])
    (41400, 29800, 18500, 10300)

    Raises NeedsEventSetting for what the rulebook leaves open.
    """
    if rulebook.result.kind not in ("points", "raw") or rounding_lift(rulebook) is not None:
        return None
    found = set()
    for guess in _guesses(rulebook, totals, places):
        points = _solved(rulebook, totals, guess, chombo, leftover)
        if points is not None and (
            places is None or _settled(rulebook, points, chombo, leftover).places == tuple(places)
        ):
            found.add(points)
    return found.pop() if len(found) == 1 else None


def _guesses(rulebook: Rulebook, totals: Sequence[int], places: Sequence[int] | None) -> Iterator[list[int]]:
    """Yield points in the order of places; with uma by floating players, for each number of them."""
    ranks = [-total for total in totals] if places is None else list(places)
    order = sorted(set(ranks))
    threshold = rulebook.result.floating_threshold
    if not rulebook.result.uma.by_floating or not isinstance(threshold, int):
        start = rulebook.table.starting_points
        top = start if isinstance(start, int) else 0
        yield [top - _GAP * order.index(rank) for rank in ranks]
        return
    for floating in range(len(order) + 1):
        yield [threshold + _GAP * (floating - 1 - order.index(rank)) for rank in ranks]


def _solved(
    rulebook: Rulebook, totals: Sequence[int], points: list[int], chombo: Sequence[int] | None, leftover: int
) -> tuple[int, ...] | None:
    """Return the points with these totals near a guess; totals are linear in points."""
    step = rulebook.units_per_point // 1000 if rulebook.result.kind == "points" else 1
    for _step in range(_MOST_STEPS):
        try:
            result = _settled(rulebook, points, chombo, leftover)
        except ScoringError as error:
            if error.code in ("invalid_points", "points_do_not_balance"):
                return None
            raise
        missing = [total - made for total, made in zip(totals, result.totals, strict=True)]
        if not any(missing):
            return tuple(points)
        if any(one % step for one in missing):
            return None
        points = [before + one // step for before, one in zip(points, missing, strict=True)]
    return None


def _settled(
    rulebook: Rulebook, points: Sequence[int], chombo: Sequence[int] | None, leftover: int
) -> Result:
    """Return the result of these points, whatever their sum."""
    start = rulebook.table.starting_points
    missing = rulebook.table.players * start - sum(points) - leftover if isinstance(start, int) else 0
    return settle(rulebook, points, leftover=leftover, chombo=chombo, imbalance=missing)
