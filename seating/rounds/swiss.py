"""One round by standings without rematches: the whole hall is solved at once, never table by table.

The price of a table is the sum over its six pairs of the distance in rank, plus 400 for each earlier meeting and
more for pairs that must never meet. A few annealings with a fixed number of steps are followed by exact re-seating
of groups of neighbouring tables and, if a rematch is left, by a search for any seating without one, which often
proves that there is none.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from seating.drbg import Drbg
from seating.errors import SeatingError
from seating.metrics import Pair, Schedule, Table, meetings, pair, wind_counts, wind_spread, winds_played
from seating.progress import part
from seating.requests import SwissRequest
from seating.rounds.fixed_places import placed
from seating.rounds.ranked import share_odd_tables
from seating.rounds.swiss_costs import HARD, REMATCH, Hall, build_hall, round_prices
from seating.rounds.swiss_search import Walk, anneal, anneal_with_winds
from seating.search.exact_partition import find_partition, improve
from seating.table_sizes import check_players, refuse_walk_ons_at_threes
from seating.winds.allowed import WindNeed
from seating.winds.one_round import seat_by_need

RUNS = 3
WIND = 400  # a table where a player cannot have one of their rarest winds
FORESIGHT = 60  # players; in larger halls, a round with unavoidable rematches is far off
MORE_SOLUTIONS = 1  # tried if the first one makes rematches unavoidable next round
EXHAUSTIVE = 150_000  # tables tried before the search for a proof ends


@dataclass(frozen=True, slots=True)
class SwissRound:
    """A round and its quality.

    `distance` is the sum of rank differences over all pairs at a table, `distance_bound` a lower bound for rounds
    with as few rematches (not always attainable). `rematches` counts pairs who had met before. `proof` is
    `none_needed`, `exhaustive_search` (a rematch is unavoidable: all ways were tried) or `""` (no round without a
    rematch was found). `broken_constraints` are soft pairs that meet.
    """

    tables: list[Table]
    byes: tuple[int, ...]
    rematches: int
    distance: int
    distance_bound: int
    widest_table: int
    players_off_winds: int
    broken_constraints: tuple[Pair, ...]
    proof: str


def draw_swiss(request: SwissRequest, seed: str) -> SwissRound:
    """Seat one round from standings, best first: no rematch if avoidable, ranks close together.

    Pairs that must never meet are kept apart first of all (refused with code `wishes_conflict` if no such round is
    found); soft pairs cost as much as sixty ranks. With `balance_winds`, every table should be able to give each
    player one of their rarest winds. With `share_odd`, tables of five also go to players with the fewest so far:
    fair shares come before rematches (tables of three always do so). `effort` multiplies the usual number of search
    steps: more may find closer ranks and, in small halls, a round without a rematch. Tables come in the order of
    their best player, odd tables last, except for fixed players. Byes go to the lowest ranks among those with the
    fewest, with `last_byes`, who sat out in the previous round, last. Equal requests and seeds give equal rounds on
    every machine.
    """
    standing, history = request.standing, request.history
    check_players(standing)
    refuse_walk_ons_at_threes(request.remainder, request.table_size)
    prices = round_prices(request, standing, request.constraints.rather_not)
    hall = build_hall(standing, request, prices)
    need = WindNeed(hall.people, hall.blanks, history, hall.table_size) if request.balance_winds else None
    order, proof = _solve_with_foresight(hall, Drbg(seed, "swiss", effort=request.effort), need)
    groups = seat_groups(hall, order, empty=request.remainder == "three" or request.table_size == 3)
    if request.share_odd and hall.fifths:
        # The proof was for tables of four, before the others joined them.
        groups, proof = share_odd_tables(groups, standing, history, prices, Drbg(seed, "swiss-fives")), ""
    tables = seat_by_need(groups, history, Drbg(seed, "swiss-winds"))
    drawn = judge(tables, standing, history, hall, proof)
    return replace(drawn, tables=placed(tables, request))


def _solve_with_foresight(hall: Hall, rng: Drbg, need: WindNeed | None) -> tuple[list[int], str]:
    """Return the first solution after which a next round without a rematch is not known to be impossible."""
    first = solve(hall, rng, need)
    solution = first
    for _ in range(MORE_SOLUTIONS):
        if solution[1] != "none_needed" or hall.size > FORESIGHT or _leaves_a_round(hall, solution[0]):
            return solution
        solution = solve(hall, rng, need)
    return first


def _leaves_a_round(hall: Hall, order: Sequence[int]) -> bool:
    costs = [row[:] for row in hall.costs]
    people = len(hall.people) if hall.table_size == 3 else hall.size
    for p, q in _table_pairs(order):
        if max(p, q) >= people:  # an empty chair counts as having met everybody
            continue
        costs[p][q] += REMATCH
        costs[q][p] += REMATCH
    partition, proven = find_partition(hall.size, costs, REMATCH, EXHAUSTIVE // 4)
    return partition is not None or not proven


def solve(hall: Hall, rng: Drbg, need: WindNeed | None = None) -> tuple[list[int], str]:
    """Return the best order of places (each four a table) and the proof of its rematches."""
    n, costs = hall.size, hall.costs
    if n == 4:
        order = [0, 1, 2, 3]
        return order, "" if _clean(order, costs) else "exhaustive_search"
    steps, tries = (30_000 + 250 * n) * rng.effort, (40 + n // 2) * rng.effort
    runs = []
    for run in range(RUNS):
        with part(run, RUNS):
            if need:
                walk = Walk(steps, hot=800, cold=48, reach=40)
                runs.append(anneal_with_winds(range(n), costs, rng, walk, need, WIND))
            else:
                walk = Walk(steps, hot=400, cold=40, reach=40 if hall.closeness else n)
                runs.append(anneal(range(n), costs, rng, walk))
        if runs[-1][0] == hall.closest * hall.closeness * (n // 4):
            return runs[-1][1], "none_needed"  # consecutive ranks at every table
    order, proof = min(runs)[1], ""
    if not _clean(order, costs):
        partition, proven = find_partition(n, costs, REMATCH, EXHAUSTIVE * rng.effort)
        order, proof = partition or order, "exhaustive_search" if proven else ""
    if _clean(order, costs):
        barred, proof = REMATCH, "none_needed"
    else:
        barred = HARD if max(_pair_costs(order, costs)) < HARD else 1 << 40

    def extra(a: int, b: int, c: int, d: int) -> int:
        return 0 if need is None or need.allows(a, b, c, d) else WIND

    order = improve(order, costs, rng, tries, barred, extra if need else None)
    broken = [(p, q) for p, q in _table_pairs(order) if costs[p][q] >= HARD]
    if broken:
        partition, proven = find_partition(n, costs, HARD, EXHAUSTIVE * rng.effort)
        if partition is None:
            raise _conflict(hall, broken, proven)
        order = improve(partition, costs, rng, tries, HARD, extra if need else None)
    return order, proof


def _conflict(hall: Hall, broken: Sequence[Pair], proven: bool) -> SeatingError:
    people = len(hall.people) if hall.table_size == 3 else hall.size
    names = [[hall.people[p], hall.people[q]] for p, q in broken if max(p, q) < people]
    opening = "There is no round" if proven else "No round was found"
    return SeatingError(
        "wishes_conflict",
        f"{opening} that keeps apart everyone who must never meet; {names[0][0]} and {names[0][1]} do not fit.",
        pairs=names,
        proven=proven,
    )


def _table_pairs(order: Sequence[int]) -> list[Pair]:
    return [
        pair(order[at + i], order[at + j])
        for at in range(0, len(order), 4)
        for i in range(4)
        for j in range(i)
    ]


def _pair_costs(order: Sequence[int], costs: Sequence[Sequence[int]]) -> list[int]:
    return [costs[p][q] for p, q in _table_pairs(order)]


def _clean(order: Sequence[int], costs: Sequence[Sequence[int]]) -> bool:
    return max(_pair_costs(order, costs)) < REMATCH


def seat_groups(hall: Hall, order: Sequence[int], *, empty: bool) -> list[list[int]]:
    """Convert places to players, best table first. Blanks are left out (`empty`) or become walk-ons; fifths join."""
    k = len(hall.people)
    groups = []
    for at in range(0, len(order), 4):
        places = sorted(order[at : at + 4])
        people = [hall.people[p] if p < k else k - 1 - p for p in places]
        groups.append((len(places) if not empty else sum(p < k for p in places), places[0], people))
    groups.sort(key=lambda g: (-g[0], g[1]))
    out = [[p for p in people if p >= 0 or not empty] for _, _, people in groups]
    hosts = list(range(len(out)))
    for guest in hall.fifths:
        best = min(hosts, key=lambda t: _welcome(guest, out[t], hall))
        hosts.remove(best)
        out[best].append(guest)
    return sorted(out, key=len, reverse=True) if hall.fifths else out


def _welcome(guest: int, table: Sequence[int], hall: Hall) -> tuple[int, int, int]:
    return (
        sum(hall.constraints.get(pair(guest, p), 0) for p in table),
        sum(hall.fives.get(p, 0) ** 2 for p in table),
        sum(hall.met[pair(guest, p)] for p in table),
    )


def judge(
    tables: list[Table], standing: Sequence[int], history: Schedule, hall: Hall, proof: str
) -> SwissRound:
    rank = {p: i for i, p in enumerate(standing)}
    pairs = sorted(meetings([tables]))
    counts = wind_counts([*history, tables])
    winds = winds_played([*history, tables])
    ranks = [[rank[p] for p in table if p >= 0] for table in tables]
    return SwissRound(
        tables=tables,
        byes=hall.byes,
        rematches=sum(1 for p in pairs if hall.met[p]),
        distance=sum(abs(rank[a] - rank[b]) for a, b in pairs),
        distance_bound=_distance_bound(hall, proof),
        widest_table=max(max(r) - min(r) for r in ranks),
        players_off_winds=sum(1 for p in standing if p in counts and wind_spread(counts[p], winds) > 1),
        broken_constraints=tuple(p for p in pairs if hall.constraints.get(p, 0)),
        proof=proof,
    )


def _distance_bound(hall: Hall, proof: str) -> int:
    """Return half of each player's lowest price for three permitted partners, plus ten for each table.

    Only for tables of four without a rematch; 0 if no bound is known.
    """
    if hall.blanks or hall.fifths or proof != "none_needed":
        return 0
    total = 0
    for i, row in enumerate(hall.costs):
        partners, step = 0, 1
        while partners < 3 and step < hall.size:
            for j in (i - step, i + step):
                if partners < 3 and 0 <= j < hall.size and row[j] < REMATCH:
                    total += step
                    partners += 1
            step += 1
    return max(-(-total // 2), 10 * (hall.size // 4))
