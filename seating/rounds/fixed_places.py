"""Players with a fixed table or seat, in a round drawn by itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations

from seating.constraints import SeatingConstraints, refuse_unknown_table
from seating.errors import SeatingError
from seating.metrics import WINDS, Pair, Table, pair
from seating.requests import RoundRequest
from seating.winds.waiting_first import share_waiting


def parted_by_places(tables: Mapping[int, int], winds: Mapping[int, int]) -> list[Pair]:
    """Pairs that cannot share a table: fixed at different tables, or both fixed on one seat."""
    apart = [(a, b) for a, b in combinations(sorted(tables), 2) if tables[a] != tables[b]]
    return apart + [(a, b) for a, b in combinations(sorted(winds), 2) if winds[a] == winds[b]]


def parted(constraints: SeatingConstraints) -> list[Pair]:
    """Pairs that cannot share a table: named in a constraint, of one group, or fixed at different places."""
    return [*constraints.hard_pairs(), *parted_by_places(constraints.tables, constraints.winds)]


def placed(drawn: Sequence[Table], request: RoundRequest) -> list[Table]:
    """Return the tables of a round with fixed players in place; with `share_waiting`, first waits by turn."""
    winds = request.constraints.winds
    tables = place(drawn, request.constraints.tables, winds)
    if request.share_waiting:
        (tables,) = share_waiting([tables], request.history, winds)
    return tables


def place(drawn: Sequence[Table], tables: Mapping[int, int], winds: Mapping[int, int]) -> list[Table]:
    """Give tables and players their fixed numbers and seats; everything else keeps its order.

    A player who moves to a fixed seat swaps with its occupant. Codes: `table_unknown`, `wishes_conflict` (two
    players fixed at one table were drawn at two).
    """
    for player, number in sorted(tables.items()):
        refuse_unknown_table(player, number, len(drawn))
    wanted: dict[int, Table] = {}
    for table in drawn:
        for player in sorted(p for p in table if p in tables):
            other = wanted.setdefault(tables[player], table)
            if other is not table:
                two = pair(player, next(p for p in other if p in tables))
                raise SeatingError(
                    "wishes_conflict",
                    f"Players {two[0]} and {two[1]} are fixed at table {tables[player]} and were not drawn together.",
                    pairs=[list(two)],
                    proven=False,
                )
    taken = list(wanted.values())
    others = iter(table for table in drawn if table not in taken)
    ordered = [wanted[n] if n in wanted else next(others) for n in range(1, len(drawn) + 1)]
    return [_seated(table, winds) for table in ordered]


def refuse_no_north(winds: Mapping[int, int], sizes: Sequence[int]) -> None:
    """Refuse players fixed on North if all sit at tables of three in turn (`seat_unknown`)."""
    for player in sorted(p for p, wind in winds.items() if wind >= min(sizes)):
        raise SeatingError(
            "seat_unknown",
            f"Player {player} has no seat {WINDS[winds[player]]} at a table of {min(sizes)}.",
            player=player,
        )


def _seated(table: Table, winds: Mapping[int, int]) -> Table:
    seats = list(table)
    for player in sorted(p for p in table if p in winds):
        here, there = seats.index(player), winds[player]
        if there >= len(seats):
            raise SeatingError(
                "seat_unknown",
                f"Player {player} has no seat {WINDS[there]} at a table of {len(seats)}.",
                player=player,
            )
        seats[here], seats[there] = seats[there], seats[here]
    return tuple(seats)
