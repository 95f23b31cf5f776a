"""One round directly from the standings: 1-4 5-8, snake, interval."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import get_args

from seating.drbg import Drbg
from seating.errors import SeatingError
from seating.metrics import Pair, Schedule, Table
from seating.requests import Pattern, RankedRequest
from seating.rounds.fixed_places import placed
from seating.rounds.swiss_costs import HARD, round_prices
from seating.search.fair_shares import ODD, board_for, share_out
from seating.search.improvement import HARD as BARRED
from seating.search.improvement import Players, mend, numbered
from seating.table_sizes import check_players, refuse_walk_ons_at_threes, table_sizes
from seating.winds.one_round import seat_by_need


def draw_ranked(request: RankedRequest, seed: str) -> list[Table]:
    """Seat one round by rank, best first in `standing`; past meetings do not count.

    `standing`: 1-4, 5-8 ...; `snake`: back and forth over all tables, which makes them equally strong; `interval`:
    ranks i, i + step, i + 2 step, i + 3 step share a table (step is the number of tables unless given). Byes go to
    the lowest ranks among those with the fewest, with `last_byes`, who sat out in the previous round, last. Pairs
    that must not meet are separated by the fewest swaps. Winds are balanced against `history`; the seed decides
    equal choices. With `share_odd`, tables of three or five go to players with the fewest so far, each swapped with
    the nearest in rank.
    """
    standing, history = request.standing, request.history
    check_players(standing)
    refuse_walk_ons_at_threes(request.remainder, request.table_size)
    if request.pattern not in get_args(Pattern) or (request.step is not None and request.step < 1):
        raise SeatingError(
            "unknown_option", "The patterns are standing, snake and interval (step of at least 1)."
        )
    sizes = table_sizes(len(standing), request.remainder, request.table_size)
    prices = round_prices(request, standing)
    order = list(standing)
    if sum(sizes) < len(order):
        games = Counter(p for tables in history for table in tables for p in table)
        place = {p: i for i, p in enumerate(order)}
        out = sorted(order, key=lambda p: (-games[p], p in request.last_byes, -place[p]))
        out = out[: len(order) - sum(sizes)]
        order = [p for p in order if p not in out]
    order += [-i for i in range(1, sum(sizes) - len(order) + 1)]
    groups = _form(order, sizes, request.pattern, request.step)
    served = odd_games(history) if request.share_odd and min(sizes) != max(sizes) else None
    if served is not None:
        groups = _shared(groups, order, served)
    rng = Drbg(seed, f"ranked-{request.pattern}")
    if prices:
        groups = _part(groups, {p: BARRED for p, price in prices.items() if price >= HARD}, rng, served)
    return placed(seat_by_need(groups, history, rng), request)


def share_odd_tables(
    groups: list[list[int]],
    order: Sequence[int],
    history: Schedule,
    constraints: Mapping[Pair, int],
    rng: Drbg,
) -> list[list[int]]:
    """Return groups of one round in which tables of three or five go to players with the fewest so far.

    Swaps are between nearest ranks; pairs separated by `constraints` (prices as in `round_prices`) stay separated.
    """
    served = odd_games(history)
    groups = _shared(groups, order, served)
    barred = {who: BARRED for who, price in constraints.items() if price >= HARD}
    return _part(groups, barred, rng, served) if barred else groups


def odd_games(history: Schedule) -> Counter[int]:
    """Count each player's games at tables of three or five."""
    return Counter(p for tables in history for table in tables if len(table) != 4 for p in table if p >= 0)


def _shared(groups: list[list[int]], order: Sequence[int], served: Mapping[int, int]) -> list[list[int]]:
    """Swap players with more odd tables with the nearest in rank of those with fewer.

    Afterwards no player at an odd table has had more of them than a player at a table of four: shares that differed
    by at most one still do.
    """
    rank = {p: i for i, p in enumerate(order)}
    out = [list(group) for group in groups]
    odd = [group for group in out if len(group) != 4]
    usual = [group for group in out if len(group) == 4]
    while True:
        options = [
            (-(served[p] - served[q]), abs(rank[p] - rank[q]), rank[p], i, j)
            for i, here in enumerate(odd)
            for p in here
            for j, there in enumerate(usual)
            for q in there
            if served[p] > served[q]
        ]
        if not options:
            return out
        gap, distance, place, i, j = min(options)
        here, there = odd[i], usual[j]
        leaver = order[place]
        comer = next(
            q for q in there if abs(rank[q] - place) == distance and served[leaver] - served[q] == -gap
        )
        here[here.index(leaver)], there[there.index(comer)] = comer, leaver


def _form(order: Sequence[int], sizes: Sequence[int], pattern: Pattern, step: int | None) -> list[list[int]]:
    count = len(sizes)
    if pattern == "standing":
        # Odd tables come last either way: threes already do, fives are reversed.
        rows, at = [], 0
        for size in sorted(sizes, key=lambda s: s != 4):
            rows.append(list(order[at : at + size]))
            at += size
        return rows
    if pattern == "snake":
        groups: list[list[int]] = [[] for _ in range(count)]
        forward = True
        at = 0
        while at < len(order):
            row = range(count) if forward else range(count - 1, -1, -1)
            for t in row:
                if at < len(order) and len(groups[t]) < sizes[t]:
                    groups[t].append(order[at])
                    at += 1
            forward = not forward
        return groups
    return _intervals(order, sizes, step or count)


def _intervals(order: Sequence[int], sizes: Sequence[int], step: int) -> list[list[int]]:
    """Return blocks of 4 step players; the last block uses the remaining step; odd tables come last."""
    out: list[list[int]] = []
    left, sizes = list(order), list(sizes)
    while sizes:
        width = min(step, len(sizes))
        here = sizes[:width]
        block, left = left[: sum(here)], left[sum(here) :]
        rows: list[list[int]] = [[] for _ in here]
        at = 0
        while at < len(block):
            for t in range(width):
                if at < len(block) and len(rows[t]) < here[t]:
                    rows[t].append(block[at])
                    at += 1
        out += rows
        sizes = sizes[width:]
    return out


def _part(
    groups: list[list[int]], constraints: dict[Pair, int], rng: Drbg, served: Mapping[int, int] | None
) -> list[list[int]]:
    people = sorted(p for g in groups for p in g)
    at = {p: i for i, p in enumerate(people)}
    players = Players(len(people), numbered(constraints, at))
    board = board_for([[[at[p] for p in g] for g in groups]], players, 4, bench=False)
    if served is None:
        mend(board, rng, 50_000)
    else:
        for p, i in at.items():
            board.visits[i][ODD] += served.get(p, 0)
        share_out(board, rng)
    if board.troubles():
        names = sorted({people[p] for _, p in board.troubles()})
        raise SeatingError(
            "wishes_conflict",
            f"No round was found that keeps players {names[0]} and {names[1]} apart.",
            players=names,
            proven=False,
        )
    return [[people[i] for i in g] for g in board.rounds[0]]
