from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from seating.drbg import Drbg
from seating.metrics import Table
from seating.requests import RandomRequest, RankedRequest
from seating.rounds.fixed_places import parted, placed
from seating.rounds.ranked import draw_ranked
from seating.table_sizes import check_players, table_sizes
from seating.winds.one_round import seat_by_need


def draw_random(request: RandomRequest, seed: str) -> list[Table]:
    """Seat one round by lot: tables of ids in the order East, South, West, North.

    All partitions are equally likely. `history` (earlier rounds, same shape) is used for winds, which are as even as
    one round allows, and for byes and short tables, which go to players with the fewest; among equals, `last_byes`,
    who sat out in the previous round, come last. Pairs that must not meet are separated by the fewest swaps after
    drawing. Walk-ons are -1, -2, -3. The draw depends on the set of players, not on their order. A player at no
    table has a bye. Refuses with `SeatingError`.
    """
    if parted(request.constraints):
        return draw_ranked(_by_ranks(request, seed), seed)
    return placed(_by_lot(request, seed), request)


def _by_ranks(request: RandomRequest, seed: str) -> RankedRequest:
    return RankedRequest(
        Drbg(seed, "lot").shuffled(sorted(request.players)),
        "standing",
        remainder=request.remainder,
        constraints=request.constraints,
        history=request.history,
        share_odd=request.share_odd,
        share_waiting=request.share_waiting,
        last_byes=request.last_byes,
        table_size=request.table_size,
    )


def _by_lot(request: RandomRequest, seed: str) -> Sequence[Table]:
    players, history, table_size = request.players, request.history, request.table_size
    check_players(players)
    sizes = table_sizes(len(players), request.remainder, table_size)
    rng = Drbg(seed, "random")
    order = rng.shuffled(sorted(players))
    sat: Counter[int] = Counter(p for tables in history for t in tables for p in t)
    odd: Counter[int] = Counter(p for tables in history for t in tables if len(t) != table_size for p in t)
    seats = sum(sizes)
    if seats < len(order):
        # Stable sorts: the lot decides among equals.
        order = sorted(order, key=lambda p: (sat[p], p not in request.last_byes))[:seats]
        order = rng.shuffled(sorted(order))
    order += [-i for i in range(1, seats - len(order) + 1)]
    short = sum(size for size in sizes if size != table_size)
    if short:
        order.sort(key=lambda p: odd[p])
        if sizes[0] == table_size:
            order = rng.shuffled(sorted(order[short:])) + order[:short]
    elif seats > len(players):
        order = rng.shuffled(order)
    tables, at = [], 0
    for size in sizes:
        tables.append(order[at : at + size])
        at += size
    return seat_by_need(tables, history, rng)
