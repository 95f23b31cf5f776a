"""A game's result as a small table of numbers, which a phone uses while points are typed.

The rules are not implemented twice: each row comes from ``settle`` for one game of its kind. A program sorts the
seats by points, finds the row by ties, and adds. ``static/js/results.js`` does so; a test settles the same games
with both.

>>> from scoring.rulebook.rulebook import load
>>> table = result_table(load("mleague"))
>>> table["rows"]["1111"]
([1, 2, 3, 4], [30000, 10000, -10000, -30000], [20000, 0, 0, 0])
>>> table["rows"]["211"]
([1, 1, 3, 4], [20000, 20000, -10000, -30000], [10000, 10000, 0, 0])
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import TypedDict

from scoring.errors import ScoringError
from scoring.result.checks import most_points
from scoring.result.chombo import MAX_CHOMBO
from scoring.result.point_step import point_step
from scoring.result.result import Result, SeatResult, settle
from scoring.result.shares import rounding_lift, share_step
from scoring.rulebook.rulebook import Rulebook
from scoring.standing.shown_totals import Column

# Places, uma and oka of the seats from first to last; among tied players, the earlier seat first.
Row = tuple[list[int], list[int], list[int]]
# Leftover sticks that any number of players can share exactly.
_EASILY_SHARED = 60_000


class ResultTable(TypedDict):
    """All numbers are integers; None marks what the rulebook leaves open and cannot be looked up."""

    start: int | None
    """What points and sticks add up to."""
    step: int
    """Points are multiples of it."""
    most: int
    """No points are more, or less below zero."""
    units: int
    """Units of a point of the total."""
    decimals: int
    """How many decimals a total shows at least."""
    signed: bool
    """Whether a gain is shown by its sign."""
    base: tuple[int, int]
    """Before uma and oka: this many units for each point more than that."""
    floating: int | None
    """From this many points on a player is floating; None where that moves no uma."""
    rows: dict[str, Row | None]
    """By how many are tied on each place, from first to last, such as "1111" or "121"; where uma are by the number of
    floating players with it, such as "121/3".
    """
    sticks: list[int | None]
    """How many of those who are first take the sticks, if one is first, if two are …"""
    share: int | None
    """The step of a share, what is over going to the earlier seats; None where shares are rounded down."""
    lift: int | None
    """What is added before results are cut to whole points, but for the first; None where nothing is rounded."""
    chombo: tuple[int, int] | None
    """What one chombo takes off the points, and off the total in units."""
    most_chombo: int


@lru_cache(maxsize=256)
def result_table(rulebook: Rulebook) -> ResultTable | None:
    """Return the table of a rulebook; None if every result is open, or if roots are drawn.

    Cached: do not change it.
    """
    # Later rounding adds to the same base, uma and oka.
    plain = replace(rulebook, result=replace(rulebook.result, rounding="none"))
    base = _base(plain)
    if base is None:
        return None
    column = Column.of(plain.units_per_point)
    start, threshold = plain.table.starting_points, plain.result.floating_threshold
    return {
        "start": start * plain.table.players if isinstance(start, int) else None,
        "step": point_step(plain),
        "most": most_points(plain),
        "units": plain.units_per_point,
        "decimals": column.decimals or 0,
        "signed": column.show(plain.units_per_point).startswith("+"),
        "base": base,
        "floating": threshold if plain.result.uma.by_floating and isinstance(threshold, int) else None,
        "rows": dict(_rows(plain)),
        "sticks": [_takers(plain, tied) for tied in range(1, plain.table.players + 1)],
        "share": share_step(plain),
        "lift": rounding_lift(rulebook),
        "chombo": _chombo(plain),
        "most_chombo": MAX_CHOMBO,
    }


def _rows(rulebook: Rulebook) -> Iterator[tuple[str, Row | None]]:
    for groups in _compositions(rulebook.table.players):
        name = "".join(map(str, groups))
        if not rulebook.result.uma.by_floating:
            yield name, _row(rulebook, groups, 0)
            continue
        for above in range(len(groups) + 1):
            yield f"{name}/{sum(groups[:above])}", _row(rulebook, groups, above)


def _compositions(players: int) -> Iterator[tuple[int, ...]]:
    """Yield all ways to tie: how many players share each place, from first to last."""
    if not players:
        yield ()
    for first in range(1, players + 1):
        for others in _compositions(players - first):
            yield (first, *others)


def _row(rulebook: Rulebook, groups: Sequence[int], above: int) -> Row | None:
    """Return the row of games with these ties, the first `above` places floating."""
    result = _settled(rulebook, _game(rulebook, groups, above))
    if result is None:
        return None
    seats = result.seats
    return [seat.place for seat in seats], [seat.uma for seat in seats], [seat.oka for seat in seats]


def _game(rulebook: Rulebook, groups: Sequence[int], above: int = 0) -> list[int]:
    """Return the points of such a game, from first to last, unevenly spaced."""
    threshold, step = rulebook.result.floating_threshold, point_step(rulebook)
    line = threshold if isinstance(threshold, int) else 0
    levels = [line + step * (above - 1 - n) * (above + 1 - n) for n in range(above)]
    levels += [line - step * n * n for n in range(1, len(groups) - above + 1)]
    return [level for level, tied in zip(levels, groups, strict=True) for _ in range(tied)]


def _settled(
    rulebook: Rulebook, points: Sequence[int], leftover: int = 0, chombo: Sequence[int] | None = None
) -> Result | None:
    """Return the result of these points, whatever their sum; None if the rulebook does not settle them."""
    start = rulebook.table.starting_points
    missing = start * len(points) - sum(points) - leftover if isinstance(start, int) else 0
    try:
        return settle(rulebook, points, leftover=leftover, chombo=chombo, imbalance=missing)
    except ScoringError:
        return None


def _base(rulebook: Rulebook) -> tuple[int, int] | None:
    """Return the units per point, and the points from which they count; None if totals are not linear in points."""
    seats = _distinct(rulebook)
    if seats is None:
        return None
    first, last = seats[0], seats[-1]
    rate = (first.base - last.base) // (first.points - last.points)
    home = first.points - first.base // rate if rate else 0
    return (rate, home) if all(seat.base == rate * (seat.points - home) for seat in seats) else None


def _takers(rulebook: Rulebook, tied: int) -> int | None:
    """Return how many take the sticks if this many are first; None if the rulebook leaves it open."""
    groups = (tied, *[1] * (rulebook.table.players - tied))
    result = _settled(rulebook, _game(rulebook, groups), leftover=_EASILY_SHARED)
    return result and sum(seat.leftover > 0 for seat in result.seats)


def _chombo(rulebook: Rulebook) -> tuple[int, int] | None:
    """Return what a chombo takes off points and total; None if the rulebook has none or leaves it open."""
    players = rulebook.table.players
    points = _game(rulebook, [1] * players)
    result = _settled(rulebook, points, chombo=[*[0] * (players - 1), 1])
    return result and (points[-1] - result.seats[-1].points, -result.seats[-1].chombo)


def _distinct(rulebook: Rulebook) -> tuple[SeatResult, ...] | None:
    """Return the seats of a game without ties."""
    result = _settled(rulebook, _game(rulebook, [1] * rulebook.table.players))
    return result and result.seats
