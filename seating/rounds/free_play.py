"""Club nights: players meet those they have met least; those who sat out least sit out."""

from __future__ import annotations

from dataclasses import replace

from seating.drbg import Drbg
from seating.requests import FreePlayRequest
from seating.rounds.fixed_places import placed
from seating.rounds.ranked import share_odd_tables
from seating.rounds.swiss import SwissRound, judge, seat_groups, solve
from seating.rounds.swiss_costs import build_hall, round_prices
from seating.table_sizes import check_players, refuse_walk_ons_at_threes
from seating.winds.one_round import seat_by_need


def draw_free_round(request: FreePlayRequest, seed: str) -> SwissRound:
    """Draw one round for the players present, with the fewest repeated meetings.

    `history` holds all earlier games of the season, each round a list of tables. `sat_out` counts each player's byes
    so far; those with the fewest sit out now (by lot among equals, except `last_byes`, who sat out in the previous
    round). Ranks and soft pairs are ignored. `effort` multiplies the usual number of search steps. `share_odd` as in
    `draw_swiss`.
    """
    present, history = request.present, request.history
    check_players(present)
    refuse_walk_ons_at_threes(request.remainder, request.table_size)
    prices = round_prices(request, present)
    order = Drbg(seed, "free-order").shuffled(sorted(present))
    waited = {p: request.sat_out.get(p, 0) for p in order}
    hall = build_hall(order, request, prices, closeness=0, sat_out=waited)
    places, proof = solve(hall, Drbg(seed, "free", effort=request.effort))
    groups = seat_groups(hall, places, empty=request.remainder == "three" or request.table_size == 3)
    if request.share_odd and hall.fifths:
        groups, proof = share_odd_tables(groups, order, history, prices, Drbg(seed, "free-fives")), ""
    tables = seat_by_need(groups, history, Drbg(seed, "free-winds"))
    drawn = judge(tables, order, history, hall, proof)
    return replace(drawn, tables=placed(tables, request))
