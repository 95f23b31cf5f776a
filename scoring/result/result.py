"""From final points to places and totals.

Everything is integer: points are game points, totals are in units of which ``rulebook.units_per_point`` make
one shown point (so +26.2 is 26,200 under a riichi rulebook). What happens to a share that does not divide
evenly is set by the rulebook, so a game sums to exactly what the rulebook says.

>>> from scoring.rulebook.rulebook import load
>>> result = settle(load("mleague"), [35_000, 35_000, 20_000, 10_000])
>>> result.places, result.totals
((1, 1, 3, 4), (35000, 35000, -20000, -50000))
>>> [show_total(seat.total, result.units_per_point) for seat in result.seats]
['+35', '+35', '-20', '-50']
"""

from collections.abc import Sequence
from fractions import Fraction
from math import isqrt
from typing import NamedTuple

from scoring.errors import NeedsEventSetting, ScoringError
from scoring.result.chombo import COUNT, check_chombo, cost_of_chombo, less_minipoints
from scoring.result.point_step import HUNDRED, point_step
from scoring.rulebook.fields import MAX_POINTS, NA, UNSET
from scoring.rulebook.rulebook import Rulebook

_WIDE = 10**15


class SeatResult(NamedTuple):
    """One player's result. ``points``, as played less minipoints for chombo, and the place; all else is in units.

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
        """The place of each seat; tied players who split share one."""
        return tuple(seat.place for seat in self.seats)

    @property
    def totals(self) -> tuple[int, ...]:
        """The total of each seat, in units."""
        return tuple(seat.total for seat in self.seats)


def settle(
    rulebook: Rulebook,
    points: Sequence[int],
    *,
    leftover: int = 0,
    chombo: Sequence[int] | None = None,
    imbalance: int = 0,
) -> Result:
    """Places and totals of one game.

    ``points``: final game points in *initial* seat order (the first dealer first; ties and remainders may
    depend on it), without sticks left on the table. ``leftover``: points of riichi sticks left on the table.
    ``chombo``: how many after-game chombo each seat made. ``imbalance``: points that are missing for a known
    reason, so that points + leftover + imbalance make the starting total.

    Raises ScoringError: ``points_do_not_balance``, ``invalid_points``, ``no_chombo_in_rulebook`` …, and
    NeedsEventSetting naming the fields the rulebook leaves open and this game depends on.
    """
    players = rulebook.table.players
    fouls = check_chombo(chombo, players)
    fouled = any(fouls)
    _check_points(rulebook, points, leftover, imbalance)
    kept = less_minipoints(rulebook, points, fouls)
    _check_settings(rulebook, kept, leftover, fouled)
    _check_balance(rulebook, points, leftover, imbalance)

    rules, unit = rulebook.result, rulebook.units_per_point
    order, place = _order(kept, shared=rules.tie != "seat_order")
    base = _base(rulebook, kept, unit)
    uma, prizes = _prizes(rulebook, kept, order, place, unit)
    sticks = _sticks(rulebook, leftover, order, place, unit) if leftover else [0] * players
    if rules.kind == "points" and rules.rounding not in ("none", UNSET):
        _round(rulebook, base, prizes, sticks, order, place, unit)
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
    """The place of each seat by points alone, as the rulebook treats ties."""
    return _order(points, shared=rulebook.result.tie != "seat_order")[1]


def show_points(units: int, units_per_point: int) -> str:
    """A total exactly: a decimal where one ends, a fraction where none does.

    >>> show_points(26_200, 1000), show_points(25_000, 3000), show_points(-500, 1000)
    ('26.2', '25/3', '-0.5')
    """
    value = Fraction(units, units_per_point)
    digits = _decimals(value.denominator)
    if digits is None:
        return f"{value.numerator}/{value.denominator}"
    scaled = abs(value.numerator) * 10**digits // value.denominator
    whole, part = divmod(scaled, 10**digits)
    sign = "-" if value < 0 else ""
    return f"{sign}{whole}.{part:0{digits}d}" if digits else f"{sign}{whole}"


def show_total(units: int, units_per_point: int) -> str:
    """A total as people read it: signed, with thirds as mixed numbers.

    >>> show_total(26_200, 1000), show_total(25_000, 3000), show_total(-25_000, 3000), show_total(0, 1000)
    ('+26.2', '+8 1/3', '-8 1/3', '0')
    """
    value = Fraction(units, units_per_point)
    sign = "+" if value > 0 else "-" if value < 0 else ""
    if _decimals(value.denominator) is not None:
        return sign + show_points(abs(units), units_per_point)
    whole, part = divmod(abs(value.numerator), value.denominator)
    return f"{sign}{whole} {part}/{value.denominator}" if whole else f"{sign}{part}/{value.denominator}"


def _decimals(denominator: int) -> int | None:
    """How many decimals write 1/denominator exactly, or None if it never ends."""
    digits = 0
    while 10**digits % denominator:
        digits += 1
        if digits > 12:
            return None
    return digits


def split(pot: int, tied: int, step: int) -> list[int]:
    """Share a prize among tied players in whole steps; what is over goes to the earliest seats, a step each.

    >>> split(20_000, 3, 100)
    [6700, 6700, 6600]
    """
    share, over = divmod(pot // step, tied)
    return [(share + (i < over)) * step for i in range(tied)]


def _check_points(rulebook: Rulebook, points: Sequence[int], leftover: int, imbalance: int) -> None:
    players = rulebook.table.players
    if len(points) != players:
        raise ScoringError(
            "wrong_number_of_players",
            f"There are points for {len(points)} players; this rulebook is for {COUNT[players]}.",
            fields=["points"],
        )
    # Without limits a single hand may be worth billions.
    bound = _WIDE if rulebook.overlay.unlimited or rulebook.score.table == "unlimited" else MAX_POINTS
    step = point_step(rulebook)
    for value in points:
        if type(value) is not int or not -bound <= value <= bound or value % step:
            raise _invalid_points("points", value, bound, step)
    sticks = HUNDRED if rulebook.result.kind == "points" else 1  # never halved, whatever the points are
    for name, value, least in (("leftover", leftover, sticks), ("imbalance", imbalance, step)):
        if type(value) is not int or not -bound <= value <= bound or value % least:
            raise _invalid_points(name, value, bound, least)
    if leftover < 0:
        raise ScoringError(
            "invalid_points", "Sticks left on the table cannot be less than none.", fields=["leftover"]
        )
    if leftover and rulebook.result.leftover_deposits is NA:
        raise ScoringError(
            "no_riichi_sticks", "Under this rulebook no sticks can be left on the table.", fields=["leftover"]
        )


def _invalid_points(name: str, value: object, bound: int, step: int) -> ScoringError:
    if type(value) is not int or abs(value) > bound:
        message = f"Points are whole numbers between -{bound:,} and {bound:,}."
    else:
        message = f"{value:,} is not a multiple of {step}. Please check the sticks."
    return ScoringError("invalid_points", message, fields=[name])


def _check_settings(rulebook: Rulebook, points: Sequence[int], leftover: int, fouled: bool) -> None:
    """NeedsEventSetting for what this game depends on and the rulebook leaves open. The treatment of ties is required
    where there is one, or where something else is missing anyway.
    """
    rules, chombo = rulebook.result, rulebook.chombo
    first: list[tuple[str, object]] = []
    if rules.kind == "points":
        first = [("result.return_points", rules.return_points), ("result.oka", rules.oka)]
    last: list[tuple[str, object]] = []
    if leftover:
        last.append(("result.leftover_deposits", rules.leftover_deposits))
    if fouled:
        last.append(("chombo.kind", chombo.kind))
        if chombo.kind is UNSET or chombo.kind in (
            "after_game",
            "minipoints",
        ):  # else it was paid at the table
            last.append(("chombo.amount", chombo.amount))
    ties: list[tuple[str, object]] = []
    if len(set(points)) < len(points) or any(value is UNSET for _, value in (*first, *last)):
        ties.append(("result.tie", rules.tie))
        if rules.tie == "split":
            ties.append(("result.tie_remainder", rules.tie_remainder))
    missing = [path for path, value in (*first, *ties, *last) if value is UNSET]
    # The uma comes last: its shape (fixed or by floating count) follows from the other settings.
    if not missing and rules.kind in ("points", "table_points") and not rules.uma:
        missing = ["result.uma"]
    if missing:
        raise NeedsEventSetting(missing)


def _check_balance(rulebook: Rulebook, points: Sequence[int], leftover: int, imbalance: int) -> None:
    start = rulebook.table.starting_points
    if not isinstance(start, int):
        return  # Nothing to compare with: the rulebook leaves it open and the event has not set it.
    players = rulebook.table.players
    expected, total = players * start, sum(points) + leftover + imbalance
    if total == expected:
        return
    what = f"The {COUNT[players]} scores" + (
        f" and {leftover:,} in sticks left on the table" if leftover else ""
    )
    if imbalance:
        what += f" and the {imbalance:,} declared missing"
    riichi = rulebook.result.kind == "points"
    if riichi and total < expected:
        hint = "Is a riichi stick missing?"
    elif riichi and leftover and total - expected == leftover:
        hint = "Are the sticks left on the table counted twice?"
    else:
        hint = "Please check the scores again."
    raise ScoringError(
        "points_do_not_balance",
        f"{what} add up to {total:,}, not {expected:,}. {hint}",
        fields=["points"],
    )


def _order(points: Sequence[int], *, shared: bool) -> tuple[list[int], list[int]]:
    """Seats from first to last place (earlier seat first when tied), and the place of each seat."""
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
    """Sign times the square root of the magnitude, in units, half up."""
    square = abs(points) * unit * unit
    root = isqrt(square)
    root += (2 * root + 1) ** 2 <= 4 * square
    return root if points >= 0 else -root


def _prizes(
    rulebook: Rulebook, points: Sequence[int], order: list[int], place: list[int], unit: int
) -> tuple[list[int], list[int]]:
    """What the places bring each seat: its uma, and uma with oka."""
    rules, players = rulebook.result, len(points)
    if rules.kind not in ("points", "table_points"):
        return [0] * players, [0] * players
    floating = 0
    if rules.uma.by_floating:
        threshold = _int(rules.floating_threshold)
        floating = sum(p >= threshold for p in points)
    row = [prize * unit for prize in rules.uma.row(floating)]
    uma = _by_place(rulebook, row, order, place, unit)
    oka = _int(rules.oka) * (unit // 1000) if rules.kind == "points" else 0
    return uma, _by_place(rulebook, [row[0] + oka, *row[1:]], order, place, unit) if oka else uma


def _by_place(
    rulebook: Rulebook, prizes: list[int], order: list[int], place: list[int], unit: int
) -> list[int]:
    """Prizes of the places to seats; tied players share the prizes of the places they cover."""
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
        shares = _share(rulebook, sum(prizes[start:end]), end - start, unit)
        for seat, share in zip(order[start:end], shares, strict=True):
            out[seat] = share
        start = end
    return out


def _share(rulebook: Rulebook, pot: int, tied: int, unit: int) -> list[int]:
    """One pot among tied players, in seat order, as the rulebook treats the remainder."""
    if tied == 1:
        return [pot]
    if rulebook.result.tie_remainder == "tenth_to_seat_order":
        return split(pot, tied, unit // 10)
    # Exact: a unit is so small that nothing is over. Down to the point: a unit is one game point.
    return [pot // tied] * tied


def _sticks(rulebook: Rulebook, leftover: int, order: list[int], place: list[int], unit: int) -> list[int]:
    """Who takes the riichi sticks left on the table."""
    out = [0] * len(order)
    rules = rulebook.result
    if rules.kind != "points" or rules.leftover_deposits == "lost":
        return out
    pot = leftover * (unit // 1000)
    first = [seat for seat in order if place[seat] == 1]
    if rules.leftover_deposits == "top":
        out[first[0]] = pot
        return out
    for seat, share in zip(first, _share(rulebook, pot, len(first), unit), strict=True):
        out[seat] = share
    return out


def _round(
    rulebook: Rulebook,
    base: list[int],
    prizes: list[int],
    sticks: list[int],
    order: list[int],
    place: list[int],
    unit: int,
) -> None:
    """Round to whole points; who is first is not rounded but takes what makes the game sum to nothing."""
    # 五捨六入: the hundreds digit 0-5 goes down, 6-9 up. Down means towards minus infinity, also below zero.
    lift = {"gosha_rokunyu": 400, "shisha_gonyu": 500, "kirisute": 0, "kiriage": 999}
    add = lift[str(rulebook.result.rounding)] * (unit // 1000)
    first = [seat for seat in order if place[seat] == 1]
    others = [seat for seat in order if place[seat] != 1]
    for seat in others:
        base[seat] = (base[seat] + add) // unit * unit
    rest = -sum(base[s] + prizes[s] + sticks[s] for s in others)
    for seat, share in zip(first, _share(rulebook, rest, len(first), unit), strict=True):
        base[seat] = share - prizes[seat] - sticks[seat]


def _int(value: object) -> int:
    assert isinstance(value, int), "checked by _check_settings"
    return value
