"""What is enough in the last round to end above a line of the standings: by place and points, whatever else happens.

A player has a total before the round and a seat at a table. Which results of that one game suffice for the first
``line`` places, whatever the others do? The answer depends on all tables, but each enters it by a few numbers:

- **Another table.** Its games are independent of ours, so all that matters is how many of its players can end with a
  given total or more *at the same time*. At most ``m`` of them end at ``t`` or above exactly if the highest total
  that the m-th best of the table can reach is ``t`` or above. These highest totals (``_reach``), one for each ``m``,
  say everything about the table. Nothing is lost: the tables are independent, so all worst cases can come together.
- **The own table.** Here the points of the player limit what is left for the others. For every order of places with
  its ties, every number of floating players and every pot of riichi sticks, a total is the points at a constant
  slope plus a constant (``_Shape``). So the worst case is a chain of inequalities with a given sum, and the highest
  points with which ``q`` rivals of the table end level or in front follow exactly (``_highest``).

Of all orders only one has to be looked at: rivals who should end in front take the places above the others, the one
with the lowest total before the round first. Two players who swap their results prove it: prizes never rise with a
worse place, so the lower of the two totals does not fall.

**Promised**, for points down to ``Bounds.least`` and sticks up to ``Bounds.sticks``: with a result that is listed the
player ends above the line for every result of all others; with one step less there are results of the others with
which the player is level with the line or below it. Ties are not promised: level with the line a lot may decide, and
a place is meant that is not shared with others of the table. Winds are open, since they may be drawn at the table: so
where the order of seats decides between equals, either may be in front.

**Not promised**, because rules have no bound for it: that nobody ends below ``Bounds.least``. If all points were
allowed, no player with a game to play would be above the line for sure: that player may lose any amount. For the same
reason ``is_safe`` exists only for players whose games are over: at every other table all but one can gain without
bound, as long as the last one pays for it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate
from math import gcd
from typing import NamedTuple, TypeAlias

from scoring.hand.payment import STICK
from scoring.result.point_step import point_step
from scoring.result.result import settle
from scoring.rulebook.fields import NA, UNSET
from scoring.rulebook.rulebook import Rulebook

MOST_STICKS = 20
"""The most riichi sticks left at the end of a game that are considered."""
_NO_BOUND = 10**15
_FAR_BELOW = -(10**9)
# A sum that ties cannot make with some points, they can make a few steps lower: it depends on remainders only.
_TRIES = 12


@dataclass(frozen=True, slots=True)
class Bounds:
    """With which results games are expected to end: points in steps of ``step`` (0: that of the rulebook) from
    ``least`` on, and sticks left on the table up to ``sticks``.
    """

    least: int = 0
    sticks: int = MOST_STICKS
    step: int = 0


USUAL = Bounds()
"""Nobody ends below zero."""


class OpenTable(NamedTuple):
    """A table without a result: the total of each player before it, in units; None for those who cannot take a place
    above the line, such as substitutes.
    """

    rulebook: Rulebook
    carried: tuple[int | None, ...]


class Enough(NamedTuple):
    """This place, not shared, is enough with so many points or more; None: with any."""

    place: int
    points: int | None


class _Shape(NamedTuple):
    """How a game ends, but for the points: `sizes` of the groups of equals, best first, of which the first `floating`
    players float (None: it does not matter), with `left` steps in sticks. `constants`: what each place has, in units,
    besides its points. `places`: the place of each, as people call it. `groups`: of each group the first index, the
    size, and whether it is below the threshold of floating.
    """

    sizes: tuple[int, ...]
    floating: int | None
    left: int
    constants: tuple[int, ...]
    places: tuple[int, ...]
    groups: tuple[tuple[int, int, bool], ...]


class _Way(NamedTuple):
    """A shape, where in it the player is, and bounds of the points there: lower ones are not possible, and for higher
    ones another way is as bad.
    """

    shape: _Shape
    at: int
    lowest: int
    highest: int


class _Game(NamedTuple):
    """What holds for all games of a rulebook, points in steps: units of one `step`, the `whole` sum, the `least`,
    the `threshold` of floating, and the least `gap` between two groups of equals.

    `together`: for each number of players that are best together, the shapes with what their totals add up to at
    most, the highest first.
    """

    shapes: tuple[_Shape, ...]
    step: int
    unit: int
    whole: int
    least: int
    threshold: int
    gap: int
    together: tuple[tuple[tuple[int, _Shape], ...], ...]


def is_known(rulebook: Rulebook) -> bool:
    """Whether totals follow from points and places as described above, with no setting left open."""
    rules = rulebook.result
    return (
        rules.kind == "points"
        and rules.rounding == "none"
        and bool(rules.uma)
        and UNSET not in (rules.tie, rules.leftover_deposits, rules.tie_remainder)
        and all(isinstance(number, int) for number in (rules.return_points, rules.oka))
        and isinstance(rulebook.table.starting_points, int)
        and (not rules.uma.by_floating or isinstance(rules.floating_threshold, int))
        and all(list(row) == sorted(row, reverse=True) for _floating, row in rules.uma.rows)
    )


def enough(
    table: OpenTable,
    seat: int,
    *,
    line: int,
    elsewhere: Sequence[OpenTable] = (),
    finished: Sequence[int] = (),
    bounds: Bounds = USUAL,
) -> tuple[Enough, ...]:
    """Return the results of this seat that are enough for the first ``line`` places, by place, best first; places
    that are not enough with any points are left out.

    ``elsewhere`` are the other tables of the round without a result, ``finished`` the totals of those who have no
    game to play any more. Expects rulebooks that ``is_known`` accepts, and a player who can take a place.
    """
    others = [total for other in elsewhere for total in _reach(other, bounds)]
    return _enough(table, seat, line, tuple(sorted((*finished, *others), reverse=True)[:line]), bounds)


def reach(table: OpenTable, bounds: Bounds = USUAL) -> tuple[int, ...]:
    """Return the highest totals with which the best, the second best, … of those who can take a place can end."""
    return _reach(table, bounds)


def is_safe(total: int, *, line: int, elsewhere: Sequence[OpenTable], finished: Sequence[int]) -> bool:
    """Whether a player whose games are over ends above the line whatever happens, also with points without a bound.

    ``finished`` are the totals of the others whose games are over.
    """
    return line > sum(other >= total for other in finished) + sum(
        _most_ahead(table, total) for table in elsewhere
    )


def _most_ahead(table: OpenTable, total: int) -> int:
    """How many of a table can end with this total or more, with points without a bound."""
    ranked = sum(carried is not None for carried in table.carried)
    # The points have to come from others: all of them can gain only what theirs add up to.
    if ranked == len(table.carried) and _reach(table, Bounds(_FAR_BELOW))[-1] < total:
        return ranked - 1
    return ranked


@lru_cache(maxsize=4_096)
def _reach(table: OpenTable, bounds: Bounds) -> tuple[int, ...]:
    game = _game(table.rulebook, bounds)
    ranked = sorted(carried for carried in table.carried if carried is not None)
    return tuple(
        _reached_together(game, ranked[len(ranked) - ahead :]) for ahead in range(1, len(ranked) + 1)
    )


def _reached_together(game: _Game, carried: Sequence[int]) -> int:
    """The highest total that all of these can have at a table, the lowest total before the round first."""
    best = None
    before = sum(carried)
    for most, shape in game.together[len(carried) - 1]:
        if best is not None and (most + before) // len(carried) <= best:
            break
        sums = list(map(int.__add__, carried, shape.constants))
        if best is not None and shape.floating is not None:
            below = sums[shape.floating :]
            if below and (game.threshold - 1) * game.unit + min(below) <= best:
                continue
        for pivot, mine in enumerate(sums):
            deltas = [-((other - mine) // game.unit) for other in sums]
            lowest = game.least if best is None else max(game.least, (best - mine) // game.unit + 1)
            points = _highest(game, shape, pivot, deltas, lowest)
            if points is not None:
                best = points * game.unit + mine
    assert best is not None, "a game can end"
    return best


@lru_cache(maxsize=1_024)
def _enough(
    table: OpenTable, seat: int, line: int, others: tuple[int, ...], bounds: Bounds
) -> tuple[Enough, ...]:
    game = _game(table.rulebook, bounds)
    own = table.carried[seat]
    assert own is not None, "a player who can take a place"
    rivals = sorted(carried for at, carried in enumerate(table.carried) if at != seat and carried is not None)
    found = []
    for place, (most, ways) in _ways(table.rulebook, bounds).items():
        fails = _fails(game, ways, most, own, rivals, others, line)
        if fails is None:
            found.append(Enough(place, None))
        elif fails < most:
            found.append(Enough(place, (fails + 1) * game.step))
    return tuple(found)


def _fails(
    game: _Game,
    ways: Sequence[_Way],
    most: int,
    own: int,
    rivals: Sequence[int],
    others: Sequence[int],
    line: int,
) -> int | None:
    """The highest points up to `most` with which it can still go wrong; None where it cannot."""
    fails: int | None = None
    for shape, index, lowest, highest in ways:
        if fails is not None and highest <= fails:
            continue
        constants, mine = shape.constants, own + shape.constants[index]
        players = len(constants)
        for ahead in range(len(rivals) + 1):
            # So many of the own table are level or in front: with up to this total there are enough elsewhere.
            needed = line - ahead
            if needed > len(others):
                continue
            cap = min(highest, (others[needed - 1] - mine) // game.unit if needed > 0 else most)
            at_least = lowest if fails is None else max(lowest, fails + 1)
            if cap < at_least:
                continue
            deltas: list[int | None] = [None] * players
            behind = (at for at in range(players) if at != index)
            together = 0
            for at, rival in zip(behind, rivals[len(rivals) - ahead :], strict=False):
                delta = -((rival + constants[at] - mine) // game.unit)
                deltas[at] = delta
                together += delta
            shared = game.whole - shape.left - game.least * (players - ahead - 1) - together
            cap = min(cap, shared // (ahead + 1))
            points = _highest(game, shape, index, deltas, at_least, cap) if cap >= at_least else None
            if points is not None:
                fails = points
                if fails >= most:
                    return fails
    return fails


@lru_cache(maxsize=64)
def _ways(rulebook: Rulebook, bounds: Bounds) -> dict[int, tuple[int, list[_Way]]]:
    """For each place the most points with which it can be taken, in steps, and the ways to take it."""
    game = _game(rulebook, bounds)
    found: dict[int, tuple[int, list[_Way]]] = {}
    for shape in game.shapes:
        for index, place in enumerate(shape.places):
            points = _highest(game, shape, index, [None] * len(shape.constants), game.least)
            is_shared = any(
                first <= index < first + size > first + 1 for first, size, _is_below in shape.groups
            )
            if points is None or is_shared:
                continue
            most, ways = found.setdefault(place, (points, []))
            if _matters(rulebook, shape, game.step, is_first=index < shape.sizes[0]):
                ways.append(_Way(shape, index, _lowest(game, shape, index), _worst_up_to(game, shape, index)))
            found[place] = max(most, points), ways
    return dict(sorted(found.items()))


def _lowest(game: _Game, shape: _Shape, index: int) -> int:
    if index < shape.sizes[0]:
        least = -((shape.left - game.whole) // len(shape.constants))
    else:
        least = game.least + game.gap * sum(first > index for first, _size, _is_below in shape.groups)
    return max(least, game.threshold) if index < (shape.floating or 0) else least


def _worst_up_to(game: _Game, shape: _Shape, index: int) -> int:
    """With more points, a stick that is lost could as well be points of the others: those in front of the player if
    nobody floats, else those behind, up to the threshold if they do not float.
    """
    players, floating = len(shape.constants), shape.floating
    if not shape.left or (floating != 0 and index >= shape.sizes[0]):
        return _NO_BOUND
    with_one_less = game.whole - shape.left + STICK // game.step
    if floating == 0:
        full = max(first for first, _size, _is_below in shape.groups if first <= index)
        sharing = players - full
    else:
        sharing = floating or players
        full = players - sharing
    # A few more, for the steps between groups and for what equals cannot share.
    return (with_one_less - full * (game.threshold - 1)) // sharing + players * players


def _matters(rulebook: Rulebook, shape: _Shape, step: int, *, is_first: bool) -> bool:
    """Whether points in sticks can make a difference: not where they could as well be points of those in front.

    Equals in front share what divides evenly; only the remainders differ. If the sticks are lost and the player is in
    front, or if nobody floats, they cannot be given to those in front.
    """
    if not shape.left or shape.floating == 0:
        return True
    size, stick = shape.sizes[0], STICK // step
    rule = rulebook.result.leftover_deposits
    if rule == "top":
        return size > 1
    if rule != "top_split" and is_first:
        return True
    return shape.left < stick * (size // gcd(size, stick))


@lru_cache(maxsize=64)
def _game(rulebook: Rulebook, bounds: Bounds) -> _Game:
    rules, players = rulebook.result, rulebook.table.players
    step = bounds.step or point_step(rulebook)
    start, threshold = rulebook.table.starting_points, rules.floating_threshold
    assert isinstance(start, int), "asked before"
    unit, whole, least = (
        step * rulebook.units_per_point // 1_000,
        players * start // step,
        bounds.least // step,
    )
    floats = threshold // step if rules.uma.by_floating and isinstance(threshold, int) else 0
    has_sticks = rules.leftover_deposits is not NA
    shapes = tuple(
        _shape(rulebook, sizes, floating, left, step, floats)
        for left in range(0, (bounds.sticks if has_sticks else 0) * STICK + 1, STICK)
        for sizes in _sizes(players, has_ties=rules.tie != "seat_order")
        for floating in ((0, *accumulate(sizes)) if rules.uma.by_floating else (None,))
    )
    game = _Game(shapes, step, unit, whole, least, floats, 0 if rules.tie == "seat_order" else 1, together=())
    mattering = [shape for shape in shapes if _matters(rulebook, shape, step, is_first=False)]
    together = (
        sorted(((_bound(game, shape, best), shape) for shape in mattering), key=lambda one: -one[0])
        for best in range(1, players + 1)
    )
    return game._replace(together=tuple(map(tuple, together)))


def _bound(game: _Game, shape: _Shape, best: int) -> int:
    """The most that the totals of so many, the best of a table, can add up to, in units."""
    behind = len(shape.constants) - best
    floating = min(behind, max(0, (shape.floating or 0) - best))
    points = (
        game.whole
        - shape.left
        - game.least * (behind - floating)
        - max(game.least, game.threshold) * floating
    )
    if shape.floating == 0:
        points = min(points, best * (game.threshold - 1))
    return points * game.unit + sum(shape.constants[:best])


def _sizes(players: int, *, has_ties: bool) -> Iterator[tuple[int, ...]]:
    """Every way to divide players into groups of equals; without ties one for each."""
    if not players:
        yield ()
    for first in range(1, players + 1 if has_ties else min(players, 1) + 1):
        for rest in _sizes(players - first, has_ties=has_ties):
            yield (first, *rest)


def _shape(
    rulebook: Rulebook, sizes: tuple[int, ...], floating: int | None, left: int, step: int, threshold: int
) -> _Shape:
    """The constants follow from one game of this shape; what its points lack to the whole moves no place."""
    points = list[int]()
    for group, size in enumerate(sizes):
        is_below = floating is not None and len(points) >= floating
        points += [(threshold - 1 - group if is_below else threshold + len(sizes) - group) * step] * size
    start = rulebook.table.starting_points
    assert isinstance(start, int), "asked before"
    lacking = len(points) * start - left - sum(points)
    result = settle(rulebook, points, leftover=left, imbalance=lacking)
    slope = rulebook.units_per_point // 1_000
    constants = tuple(total - made * slope for total, made in zip(result.totals, points, strict=True))
    groups, first = list[tuple[int, int, bool]](), 0
    for size in sizes:
        groups.append((first, size, floating is not None and first >= floating))
        first += size
    return _Shape(sizes, floating, left // step, constants, result.places, tuple(groups))


def _highest(
    game: _Game,
    shape: _Shape,
    pivot: int,
    deltas: Sequence[int | None],
    lowest: int,
    cap: int | None = None,
) -> int | None:
    """The highest points of the pivot, from `lowest` to `cap`, with which the game can end in this shape, while each
    other place has at least the pivot's points and its delta; None where no points do. In steps.

    The least sum is convex in the points: the last steps of Newton's method from above miss none.
    """
    target = game.whole - shape.left
    groups = shape.groups
    own = next(number for number in range(len(groups) - 1, -1, -1) if groups[number][0] <= pivot)
    through = groups[own][0] + groups[own][1]
    points = (target - game.least * (len(shape.constants) - through)) // through
    if cap is not None:
        points = min(points, cap)
    offsets = [
        max((d for d in deltas[first : first + size] if d is not None), default=None)
        for first, size, _is_below in groups
    ]
    if (offsets[own] or 0) > 0:
        return None
    tries = _TRIES
    lows = [0] * len(groups)
    while points >= lowest and tries:
        low, moves, total, slope, over = game.least - game.gap, False, 0, 0, 0
        for number in range(len(groups) - 1, -1, -1):
            _first, size, is_below = groups[number]
            low += game.gap
            absolute = game.least if is_below or shape.floating is None else game.threshold
            if absolute > low:
                low, moves = absolute, False
            offset = offsets[number]
            if offset is not None and number != own and points + offset > low:
                low, moves = points + offset, True
            if number == own:
                if low > points:
                    return None
                low, moves = points, True
            if is_below and low >= game.threshold:
                if not moves:
                    return None
                over = max(over, low - game.threshold + 1)
            lows[number] = low
            total += size * low
            if moves:
                slope += size
        if over or total > target:
            points -= max(over, -((target - total) // slope))
            continue
        if _adds_up(game, groups, own, lows, target):
            return points
        if _most(game, groups, own, points) < target:
            return None
        points -= 1
        tries -= 1
    return None


_Groups: TypeAlias = Sequence[tuple[int, int, bool]]


def _highs(game: _Game, groups: _Groups, own: int, points: int) -> list[int]:
    """The most points of each group, while the pivot's has these."""
    highs, high = list[int](), _NO_BOUND
    for number, (_first, _size, is_below) in enumerate(groups):
        if is_below:
            high = min(high, game.threshold - 1)
        if number == own:
            high = points
        highs.append(high)
        high -= game.gap
    return highs


def _most(game: _Game, groups: _Groups, own: int, points: int) -> int:
    highs = _highs(game, groups, own, points)
    return sum(size * high for (_first, size, _is_below), high in zip(groups, highs, strict=True))


def _adds_up(game: _Game, groups: _Groups, own: int, lows: Sequence[int], target: int) -> bool:
    """Whether points from these lows on can make this sum: equals share it in whole steps."""
    highs = _highs(game, groups, own, lows[own])
    if groups[0][1] == 1 and highs[0] >= _NO_BOUND:
        return True  # A sole first takes what is over.
    most = list(
        accumulate((size * high for (_f, size, _b), high in zip(groups, highs, strict=True)), initial=0)
    )

    def adds_up(number: int, low: int, left: int) -> bool:
        size, high = groups[number][1], highs[number]
        low = max(low, lows[number])
        if not number:
            return left % size == 0 and low <= left // size <= high
        first = max(low, -((most[number] - left) // size))
        return any(
            adds_up(number - 1, made + game.gap, left - size * made)
            for made in range(first, min(high, first + _TRIES) + 1)
        )

    return adds_up(len(groups) - 1, lows[-1], target)
