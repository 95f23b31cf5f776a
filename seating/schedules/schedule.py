"""A whole event drawn before its first game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from seating.constraints import check_constraints, components, pack_lanes
from seating.designs.constructions import Design, lane_design, wide_capacity
from seating.designs.kirkman import design_of_threes
from seating.designs.stored import capacity
from seating.designs.with_byes import design_with_byes
from seating.drbg import Drbg
from seating.errors import SeatingError
from seating.metrics import Pair, Table, meetings
from seating.requests import ScheduleRequest
from seating.rounds.fixed_places import parted_by_places, refuse_no_north
from seating.schedules.base_design import base_design
from seating.schedules.byes_apart import keep_byes_apart
from seating.schedules.event import Event, Rows
from seating.schedules.label_assignment import place
from seating.schedules.later_stage import avoid_past
from seating.schedules.table_numbers import number_tables
from seating.search.fair_shares import board_for, rotate_benches, share_out
from seating.search.improvement import HARD, Players, anneal, mend, numbered
from seating.table_sizes import check_players, refuse_walk_ons_at_threes, table_sizes
from seating.winds.exact import assign_winds
from seating.winds.exact_with_threes import assign_odd_winds
from seating.winds.mixed_tables import keep_winds, seat_odd_tables, smooth_winds
from seating.winds.waiting_first import assign_winds_in_turn
from seating.winds.waiting_first import share_waiting as in_turn

MOST_ROUNDS = 60


@dataclass(frozen=True, slots=True)
class Drawn:
    """A schedule: tables of ids as E, S, W, N by round; byes by round; the method."""

    rounds: list[list[Table]]
    byes: list[tuple[int, ...]]
    method: str


def draw_schedule(request: ScheduleRequest, seed: str) -> Drawn:
    """Seat all rounds of an event: no rematches where known to be possible, exact winds.

    Hard `constraints` hold in the answer, or the draw is refused with the contradiction (`SeatingError`, see
    `check_constraints`; code `wishes_conflict` if search found no way). A number of players that does not divide by
    four is handled by `remainder` as in `table_sizes`; walk-ons are -1, -2, -3. With `exact_winds`, winds are exact
    at tables of three too (see `winds.exact_with_threes`); else they are as even as search makes them. With
    `share_waiting`, all wait first at a table of five equally often (see `winds.waiting_first`), including
    `history`, and the winds of the others are exact. `history` are rounds of earlier stages: rematches with them are
    as rare as was found possible (`later_stage.avoid_past`), and less important than constraints. `effort`
    multiplies the usual number of search steps where algebra alone is not enough: for constraints, shares and tables
    in long events. With a `table_size` of three, all tables are of three, with exact winds; surplus players sit out
    in turn. With `all_designs`, Kirkman systems (tables of three) and stored schedules with byes are used if
    available. With `byes_apart`, rounds are ordered so that the fewest sit out twice in a row, counting `last_byes`
    as the byes of the previous round. The draw depends only on the set of players and on the rest of the request.
    """
    players, rounds, constraints = request.players, request.rounds, request.constraints
    check_players(players)
    if not isinstance(rounds, int) or not 1 <= rounds <= MOST_ROUNDS:
        raise SeatingError(
            "rounds_out_of_range",
            f"A schedule has 1 to {MOST_ROUNDS} rounds.",
            limit=MOST_ROUNDS,
            given=rounds,
        )
    is_of_threes = request.table_size == 3
    refuse_walk_ons_at_threes(request.remainder, request.table_size)
    sizes = table_sizes(len(players), request.remainder, request.table_size)
    prices = check_constraints(constraints, players, len(sizes), request.table_size)
    refuse_no_north(constraints.winds, sizes)
    # Two players fixed on one seat cannot share a table.
    prices |= dict.fromkeys(parted_by_places({}, constraints.winds), HARD)
    rng = Drbg(seed, "schedule", effort=request.effort)
    event = Event(request, sorted(players), prices, seed, rng)
    sits_out = is_of_threes or request.remainder == "byes"
    rows = _designed(event) if request.all_designs and sits_out else None
    if rows is not None:
        foursomes, method = _polish(event, *rows)
    elif is_of_threes:
        foursomes, method = _seat_only_threes(event)
    else:
        foursomes, method = _seat(event)
    bench = method.endswith("+byes")
    if request.history:
        foursomes = avoid_past(event, foursomes, bench=bench)
        method += "+later"
    if bench and request.byes_apart:
        foursomes = [
            foursomes[i]
            for i in keep_byes_apart([tables[-1] for tables in foursomes], request.last_byes, rng)
        ]
    byes = [tuple(tables.pop()) if bench else () for tables in foursomes]
    settled = method in _SETTLED and not constraints.tables and not constraints.featured
    foursomes = _numbered(event, foursomes, settled)
    if request.share_waiting and max(sizes) > 4:
        seated = assign_winds_in_turn(foursomes, request.history, constraints.winds, rng)
    else:
        seated = _with_winds(foursomes, is_of_threes or (request.exact_winds and max(sizes) <= 4), rng)
    if constraints.winds:
        seated = keep_winds(seated, constraints.winds)
        if request.share_waiting:
            seated = in_turn(seated, request.history, constraints.winds)
    return Drawn(seated, byes, method)


def _with_winds(rounds: Rows, is_exact: bool, rng: Drbg) -> list[list[Table]]:
    if all(len(table) == 4 for tables in rounds for table in tables):
        return assign_winds(rounds, rng)
    if is_exact:
        return assign_odd_winds(rounds, rng)
    return smooth_winds(seat_odd_tables(assign_winds(rounds, rng), rng))


_SETTLED = {"transversal-design", "difference-matrix", "starter", "filled-lanes", "joined", "overfull"}
_SETTLED |= {"one-round", "one-table"}


def _seat(event: Event) -> tuple[Rows, str]:
    """Return tables of players in no order of seats; the last of each round is the bench if the method has one."""
    n, rng, remainder = len(event.people), event.rng, event.request.remainder
    over = n % 4
    if not over:
        return _seat_fours(event)
    if remainder == "three":
        return _seat_threes(event)
    if remainder == "substitutes":
        return _seat_with_walk_ons(event)
    base = base_design(n - over, event.rounds, rng)
    turned = rotate_benches(base.rounds, n, over, rng)
    if remainder == "five":
        for tables in turned:
            for guest, host in zip(tables.pop(), rng.shuffled(range(len(tables))), strict=False):
                tables[host].append(guest)
            tables.sort(key=len, reverse=True)
    return _polish(event, turned, base.name + ("+byes" if remainder == "byes" else "+fives"))


def _seat_fours(event: Event) -> tuple[Rows, str]:
    people, rounds, rng = event.people, event.rounds, event.rng
    n, g = len(people), len(people) // 4
    prices = _with_fixed(event)
    hard = [p for p, price in prices.items() if price >= HARD]
    fixed = event.constraints.tables
    shared_table = len(set(fixed.values())) < len(fixed)
    design: Design | None = None
    labels = rng.shuffled(people)
    if hard and rounds <= wide_capacity(g):
        lanes = pack_lanes(components(hard), 4, g)
        design = lane_design(g, rounds) if lanes is not None else None
        if design is not None and lanes is not None:
            labels = _fill_lanes(people, lanes, g, rng)
    if hard and design is None and rounds < capacity(n):
        # Labels that share a table in one unplayed round never meet in the others.
        cells = pack_lanes(components(hard), g, 4)
        if cells is not None:
            longer = base_design(n, rounds + 1, rng)
            design = Design(longer.name, longer.rounds[:-1], tables_settled=longer.lanes != ())
            labels = _fill_cells(people, cells, longer.rounds[-1], rng)
    if design is None:
        design = base_design(n, rounds, rng)
    out = rng.shuffled(design.rounds)
    if prices:
        labels = place(out, labels, prices, rng)
    seated = [[[labels[x] for x in table] for table in tables] for tables in out]
    met = meetings(seated) if hard else {}
    if any(met.get(p) for p in hard) or shared_table:
        return _polish(replace(event, prices=prices), _indexed(seated, people), "search")
    return seated, design.name if design.tables_settled else design.name + "+numbers"


def _with_fixed(event: Event) -> dict[Pair, int]:
    """Forbid pairs fixed at different tables."""
    return {**event.prices, **dict.fromkeys(parted_by_places(event.constraints.tables, {}), HARD)}


def _fill_lanes(people: Sequence[int], lanes: list[list[int]], g: int, rng: Drbg) -> list[int]:
    """Return labels by lane: the lanes' players and others by lot, each lane in random order."""
    taken = {p for lane in lanes for p in lane}
    others = rng.shuffled(p for p in people if p not in taken)
    labels: list[int] = []
    for lane in rng.shuffled(lanes):
        missing = g - len(lane)
        labels += rng.shuffled([*lane, *others[:missing]])
        others = others[missing:]
    return labels


def _fill_cells(
    people: Sequence[int], cells: list[list[int]], tables: Sequence[Sequence[int]], rng: Drbg
) -> list[int]:
    """Return labels such that each cell's players are labels of one of `tables`."""
    taken = {p for cell in cells for p in cell}
    others = rng.shuffled(p for p in people if p not in taken)
    labels = [0] * len(people)
    for cell, table in zip(cells, rng.shuffled(tables), strict=True):
        missing = len(table) - len(cell)
        for label, player in zip(rng.shuffled(table), [*cell, *others[:missing]], strict=True):
            labels[label] = player
        others = others[missing:]
    return labels


def _seat_threes(event: Event) -> tuple[Rows, str]:
    """Seat empty chairs as labels that never meet; they leave tables of three."""
    n = len(event.people)
    return _polish(event, *_threes(n, -(-n // 4), event.rounds, event.rng))


def _designed(event: Event) -> tuple[Rows, str] | None:
    """Return a design for tables of three or with byes, its places assigned by lot, and the method's name."""
    people, table_size, rng = event.people, event.request.table_size, event.rng
    n, over = len(people), len(people) % table_size
    design = design_of_threes(n, event.rounds) if table_size == 3 and not over else None
    stored = design.rounds if design else design_with_byes(n, event.rounds, table_size)
    if stored is None:
        return None
    labels, out = rng.shuffled(people), rng.shuffled(stored)
    if event.prices:
        labels = place([tables[:-1] if over else tables for tables in out], labels, event.prices, rng)
    rows = _indexed([[[labels[x] for x in table] for table in tables] for tables in out], people)
    return rows, design.name if design else "stored+byes"


def _seat_only_threes(event: Event) -> tuple[Rows, str]:
    """Seat one empty chair at each table; surplus players sit out in turn."""
    over = len(event.people) % 3
    n = len(event.people) - over
    rows, name = _threes(n, n // 3, event.rounds, event.rng)
    if over:
        rows = rotate_benches(rows, len(event.people), over, event.rng)
        name += "+byes"
    return _polish(event, rows, name)


def _threes(n: int, g: int, rounds: int, rng: Drbg) -> tuple[Rows, str]:
    """Return places 0 ... n - 1 at g tables of four and three, and the method's name."""
    empty = 4 * g - n
    design = lane_design(g, rounds) or base_design(4 * g, rounds, rng)
    ghosts = list(range(n, 4 * g))
    labels = rng.shuffled(range(n))
    # Ghosts share a lane (any labels that never meet); the search handles constraints.
    labels = [*labels[: g - empty], *ghosts, *labels[g - empty :]] if empty <= g else [*labels, *ghosts]
    apart = dict.fromkeys(combinations(ghosts, 2), HARD)
    labels = place(design.rounds, labels, apart, rng)
    rows = [
        [[x for x in (labels[i] for i in table) if x < n] for table in tables]
        for tables in rng.shuffled(design.rounds)
    ]
    if any(sorted(len(t) for t in tables) != sorted([4] * (g - empty) + [3] * empty) for tables in rows):
        rows = [_evened([list(t) for t in tables], n) for tables in rows]
    return [sorted(tables, key=len, reverse=True) for tables in rows], design.name + "+threes"


def _seat_with_walk_ons(event: Event) -> tuple[Rows, str]:
    """Seat tables of three with one walk-on each, balanced; five players need three walk-ons."""
    people = event.people
    if len(people) < 6:
        return _seat_fours(replace(event, people=[*people, *range(-1, len(people) - 9, -1)]))
    rows, method = _seat_threes(event)
    for tables in rows:
        short = [table for table in tables if len(table) == 3]
        for number, table in enumerate(event.rng.shuffled(short), 1):
            table.append(-number)
    return rows, method.replace("+threes", "+walk-ons")


def _evened(tables: list[list[int]], n: int) -> list[list[int]]:
    """Move players from full tables to tables of fewer than three."""
    while min(len(t) for t in tables) < 3:
        min(tables, key=len).append(max(tables, key=len).pop())
    return tables


def _indexed(rounds: Sequence[Sequence[Sequence[int]]], people: Sequence[int]) -> Rows:
    at = {p: i for i, p in enumerate(people)}
    return [[[at[p] for p in table] for table in tables] for tables in rounds]


def _polish(event: Event, rows: Sequence[Sequence[Sequence[int]]], method: str) -> tuple[Rows, str]:
    """Search for fair shares, satisfied constraints and few rematches; `rows` holds places in `people`."""
    people, rng = event.people, event.rng
    at = {p: i for i, p in enumerate(people)}
    prices = numbered(event.prices, at)
    fixed = {at[p]: index for p, index in event.fixed().items()}
    start = [_pinned([list(t) for t in tables], fixed, people) for tables in rows]
    board = board_for(
        start,
        Players(len(people), prices, still=frozenset(fixed)),
        event.request.table_size,
        bench=method.endswith("+byes"),
    )
    share_out(board, rng)
    if len(people) * len(rows) <= 1_200 * rng.effort and board.troubles():
        anneal(board, rng, 60_000, hot=30 * 16, cold=8 * 16)
    broken = _broken(board.rounds, board.benches, prices)
    if broken:
        mend(board, rng, 200_000)
        broken = _broken(board.rounds, board.benches, prices)
    if broken:
        names = [[people[a], people[b]] for a, b in broken]
        raise SeatingError(
            "wishes_conflict",
            f"No schedule was found that keeps players {names[0][0]} and {names[0][1]} apart "
            "with all other constraints; drop one, or a round.",
            pairs=names,
            proven=False,
        )
    return [[[people[i] for i in table] for table in tables] for tables in board.rounds], method


def _broken(
    rounds: Sequence[Sequence[Sequence[int]]], benches: Sequence[int | None], prices: Mapping[Pair, int]
) -> list[Pair]:
    played = [
        [t for i, t in enumerate(tables) if i != bench] for tables, bench in zip(rounds, benches, strict=True)
    ]
    met = meetings(played)
    return sorted(p for p, price in prices.items() if price >= HARD and met[p])


def _pinned(tables: list[list[int]], fixed: Mapping[int, int], people: Sequence[int]) -> list[list[int]]:
    """Swap all fixed players into their table; four who share one get a table of four."""
    for index, booked in Counter(fixed.values()).items():
        if booked > len(tables[index]):
            large = next(
                (i for i, t in enumerate(tables) if booked <= len(t) and i not in fixed.values()), None
            )
            if large is None:
                names = [people[p] for p, i in fixed.items() if i == index]
                raise SeatingError(
                    "table_overbooked",
                    f"{booked} players are fixed at table {index + 1}, which has {len(tables[index])} seats.",
                    table=index + 1,
                    players=names,
                )
            tables[index], tables[large] = tables[large], tables[index]
    for player, index in fixed.items():
        here = next(t for t in tables if player in t)
        there = tables[index]
        if here is not there:
            out = next(p for p in there if fixed.get(p) != index)
            here[here.index(player)], there[there.index(out)] = out, player
    return tables


def _numbered(event: Event, rounds: Rows, settled: bool) -> Rows:
    fixed, featured, rng = event.fixed(), event.constraints.featured, event.rng
    if not fixed and not featured:
        width = min(sum(len(t) == len(tables[0]) for t in tables) for tables in rounds)
        names = rng.shuffled(range(width))
        rounds = [[*(tables[i] for i in names), *tables[width:]] for tables in rounds]
        return rounds if settled else number_tables(rounds, rng)
    if len(set(fixed.values())) < len(fixed):
        return rounds
    return number_tables(rounds, rng, fixed=fixed, first=featured)
