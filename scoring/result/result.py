"""From final points to places and totals.

All numbers are integers: points are game points, totals are in units of which ``rulebook.units_per_point`` make one
shown point (+26.2 is 26,200 under a riichi rulebook). The rulebook decides about shares that do not divide evenly,
so a game always has the sum that the rulebook defines.

>>> from scoring.result.formatting import show_total
>>> from scoring.rulebook.rulebook import load
>>> result = settle(load("mleague"), [35_000, 35_000, 20_000, 10_000])
>>> result.places, result.totals
((1, 1, 3, 4), (35000, 35000, -20000, -50000))
>>> [show_total(seat.total, result.units_per_point) for seat in result.seats]
['+35', '+35', '-20', '-50']
"""

from collections.abc import Sequence
from math import isqrt
from typing import NamedTuple

from scoring.result.checks import check_balance, check_points, check_settings
from scoring.result.chombo import check_chombo, cost_of_chombo, less_minipoints
from scoring.result.shares import rounding_lift, shared_out
from scoring.rulebook.rulebook import Rulebook


class SeatResult(NamedTuple):
    """One player's result. ``points`` are as played, minus minipoints for chombo; all except the place are in units.

    ``total == base + uma + oka + leftover + chombo``.
    """

    seat: int
    points: int
    place: int
    base: int
    uma: int
    oka: int
    leftover: int
    chombo: int
    total: int


class Result(NamedTuple):
    """A settled game: one SeatResult for each seat, in initial seat order."""

    seats: tuple[SeatResult, ...]
    units_per_point: int

    @property
    def places(self) -> tuple[int, ...]:
        """Return the place of each seat; tied players who split share one."""
        return tuple(seat.place for seat in self.seats)

    @property
    def totals(self) -> tuple[int, ...]:
        """Return the total of each seat, in units."""
        return tuple(seat.total for seat in self.seats)


def settle(
    rulebook: Rulebook,
    points: Sequence[int],
    *,
    leftover: int = 0,
    chombo: Sequence[int] | None = None,
    imbalance: int = 0,
) -> Result:
    """Return places and totals of one game.

    ``points``: final game points in *initial* seat order (the first dealer first; ties and remainders may depend on
    it), without sticks left on the table. ``leftover``: points of riichi sticks left on the table. ``chombo``: the
    after-game chombo of each seat. ``imbalance``: points missing for a known reason, so that points + leftover +
    imbalance equal the starting total.

    Raises ScoringError: ``points_do_not_balance``, ``invalid_points``, ``no_chombo_in_rulebook`` …, and
    NeedsEventSetting naming the fields the rulebook leaves open and this game depends on.
    """
    players = rulebook.table.players
    fouls = check_chombo(chombo, players)
    fouled = any(fouls)
    check_points(rulebook, points, leftover, imbalance)
    kept = less_minipoints(rulebook, points, fouls)
    check_settings(rulebook, kept, leftover, fouled)
    check_balance(rulebook, points, leftover, imbalance)

    rules, unit = rulebook.result, rulebook.units_per_point
    order, place = _order(kept, shared=rules.tie != "seat_order")
    base = _base(rulebook, kept, unit)
    uma, prizes = _prizes(rulebook, kept, order, place, unit)
    sticks = _sticks(rulebook, leftover, order, place, unit) if leftover else [0] * players
    lift = rounding_lift(rulebook)
    if lift is not None:
        first = [seat for seat in order if place[seat] == 1]
        _round(rulebook, base, [prizes[s] + sticks[s] for s in range(players)], first, lift)
    foul = cost_of_chombo(rulebook) * unit if fouled else 0
    seats = []
    for s in range(players):
        fine = -foul * fouls[s]
        total = base[s] + prizes[s] + sticks[s] + fine
        seats.append(
            SeatResult(s, kept[s], place[s], base[s], uma[s], prizes[s] - uma[s], sticks[s], fine, total)
        )
    return Result(tuple(seats), unit)


def places(rulebook: Rulebook, points: Sequence[int]) -> list[int]:
    """Return the place of each seat by points alone, as the rulebook treats ties."""
    return _order(points, shared=rulebook.result.tie != "seat_order")[1]


def _order(points: Sequence[int], *, shared: bool) -> tuple[list[int], list[int]]:
    """Return seats from first to last place (earlier seat first when tied), and the place of each seat."""
    order = sorted(range(len(points)), key=points.__getitem__, reverse=True)
    place = [0] * len(points)
    for index, seat in enumerate(order):
        before = order[index - 1]
        tied = shared and index and points[before] == points[seat]
        place[seat] = place[before] if tied else index + 1
    return order, place


def _base(rulebook: Rulebook, points: Sequence[int], unit: int) -> list[int]:
    match rulebook.result.kind:
        case "points":
            home = _int(rulebook.result.return_points)
            return [(p - home) * (unit // 1000) for p in points]
        case "signed_sqrt":
            return [_signed_sqrt(p, unit) for p in points]
        case "raw":
            return list(points)
    return [0] * len(points)


def _signed_sqrt(points: int, unit: int) -> int:
    """Return the sign times the square root of the magnitude, in units, half up."""
    square = abs(points) * unit * unit
    root = isqrt(square)
    root += (2 * root + 1) ** 2 <= 4 * square
    return root if points >= 0 else -root


def _prizes(
    rulebook: Rulebook, points: Sequence[int], order: list[int], place: list[int], unit: int
) -> tuple[list[int], list[int]]:
    """Return each seat's uma, and its uma with oka."""
    rules, players = rulebook.result, len(points)
    if rules.kind not in ("points", "table_points"):
        return [0] * players, [0] * players
    floating = 0
    if rules.uma.by_floating:
        threshold = _int(rules.floating_threshold)
        floating = sum(p >= threshold for p in points)
    row = [prize * unit for prize in rules.uma.row(floating)]
    uma = _by_place(rulebook, row, order, place)
    oka = _int(rules.oka) * (unit // 1000) if rules.kind == "points" else 0
    return uma, _by_place(rulebook, [row[0] + oka, *row[1:]], order, place) if oka else uma


def _by_place(rulebook: Rulebook, prizes: list[int], order: list[int], place: list[int]) -> list[int]:
    """Assign the prizes of places to seats; tied players share the prizes of the places they cover."""
    out = [0] * len(order)
    if len(set(place)) == len(order):
        for seat, prize in zip(order, prizes, strict=True):
            out[seat] = prize
        return out
    start = 0
    while start < len(order):
        end = start + 1
        while end < len(order) and place[order[end]] == place[order[start]]:
            end += 1
        shares = shared_out(rulebook, sum(prizes[start:end]), end - start)
        for seat, share in zip(order[start:end], shares, strict=True):
            out[seat] = share
        start = end
    return out


def _sticks(rulebook: Rulebook, leftover: int, order: list[int], place: list[int], unit: int) -> list[int]:
    """Return who takes the riichi sticks left on the table."""
    out = [0] * len(order)
    rules = rulebook.result
    if rules.kind != "points" or rules.leftover_deposits == "lost":
        return out
    pot = leftover * (unit // 1000)
    first = [seat for seat in order if place[seat] == 1]
    if rules.leftover_deposits == "top":
        out[first[0]] = pot
        return out
    for seat, share in zip(first, shared_out(rulebook, pot, len(first)), strict=True):
        out[seat] = share
    return out


def _round(rulebook: Rulebook, base: list[int], gained: list[int], first: list[int], lift: int) -> None:
    """Round to whole points; the first player is not rounded but takes what makes the game's sum 0.

    ``gained``: what each seat has besides its ``base``, which is changed.
    """
    unit = rulebook.units_per_point
    others = [seat for seat in range(len(base)) if seat not in first]
    for seat in others:
        base[seat] = (base[seat] + lift) // unit * unit
    rest = -sum(base[s] + gained[s] for s in others)
    for seat, share in zip(first, shared_out(rulebook, rest, len(first)), strict=True):
        base[seat] = share - gained[seat]


def _int(value: object) -> int:
    assert isinstance(value, int), "checked by check_settings"
    return value
