"""A club night: whoever is here plays whoever they met least; who sat out least sits out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from seating.drbg import Drbg
from seating.metrics import Pair, Schedule
from seating.rounds.ranked import share_odd_tables
from seating.rounds.swiss import SwissRound, judge, seat_groups, solve
from seating.rounds.swiss_costs import build_hall, constraint_costs
from seating.table_sizes import Remainder, check_players, refuse_walk_ons_at_threes, table_sizes
from seating.winds.one_round import seat_by_need


def draw_free_round(
    present: Sequence[int],
    history: Schedule,
    seed: str,
    *,
    sat_out: Mapping[int, int] | None = None,
    never: Iterable[Pair] = (),
    remainder: Remainder = "byes",
    effort: int = 1,
    share_odd: bool = False,
    last_byes: Sequence[int] = (),
    table_size: int = 4,
) -> SwissRound:
    """One round for the people in the room, with the fewest meetings that were had before.

    `history` holds all earlier games of the season, each round a list of tables. `sat_out` says how often
    each waited so far; those who waited least wait now (the lot decides among equals, but for
    `last_byes`, who sat out in the round before). Ranks do not matter.
    `effort` is how many times the usual number of steps is searched. `share_odd` and `table_size` as in
    `draw_swiss`.
    """
    check_players(present)
    refuse_walk_ons_at_threes(remainder, table_size)
    sizes = table_sizes(len(present), remainder, table_size)
    order = Drbg(seed, "free-order").shuffled(sorted(present))
    waited = {p: (sat_out or {}).get(p, 0) for p in order}
    hall = build_hall(
        order,
        history,
        remainder,
        sizes,
        constraint_costs(never, (), present, len(sizes), table_size),
        0,
        waited,
        last_byes,
        table_size,
    )
    places, proof = solve(hall, Drbg(seed, "free", effort=effort))
    groups = seat_groups(hall, places, empty=remainder == "three" or table_size == 3)
    if share_odd and hall.fifths:
        groups, proof = (
            share_odd_tables(groups, order, history, hall.constraints, Drbg(seed, "free-fives")),
            "",
        )
    tables = seat_by_need(groups, history, Drbg(seed, "free-winds"))
    return judge(tables, order, history, hall, proof)
