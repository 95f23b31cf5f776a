"""Exact winds for given tables.

Draw a bipartite graph: on the left every player once for each four consecutive games of their own, on the right
every game at a table of four. No vertex has more than four edges, so the edges have a proper colouring with four
colours (König 1916). Colours are winds: each game has all four, and no player has the same wind twice in any such
four games. So counts differ by at most one after every round, which is optimal.

The colouring takes two halvings (Euler splits), each linear in the number of seats. Pair the edges at every vertex
as far as possible; the pairs link the edges into paths and, because the graph is bipartite, even cycles; colour each
alternately, and every vertex is halved.
"""

from __future__ import annotations

from collections.abc import Sequence

from seating.drbg import Drbg
from seating.metrics import Schedule, Table


def assign_winds(schedule: Schedule, rng: Drbg) -> list[list[Table]]:
    """Order the players of every table of four as E, S, W, N; other tables do not change.

    Blocks count only games at tables of four: byes and tables of three or five are skipped.
    """
    games = [(r, t) for r, tables in enumerate(schedule) for t, table in enumerate(tables) if len(table) == 4]
    seats = [player for r, t in games for player in schedule[r][t]]
    owner = _blocks(seats)
    first, second = halve(list(range(len(seats))), owner, rng)
    east, west = halve(first, owner, rng)
    south, north = halve(second, owner, rng)
    out: list[list[Table]] = [[tuple(table) for table in tables] for tables in schedule]
    for game, (r, t) in enumerate(games):
        out[r][t] = (seats[east[game]], seats[south[game]], seats[west[game]], seats[north[game]])
    return out


def assign_winds_of_four(schedule: Schedule, rng: Drbg) -> list[list[Table]]:
    """As `assign_winds`, with the first four of a table of five; the fifth, who waits first, stays."""
    seated = assign_winds([[table[:4] for table in tables] for tables in schedule], rng)
    return [
        [(*four, *table[4:]) for four, table in zip(fours, tables, strict=True)]
        for fours, tables in zip(seated, schedule, strict=True)
    ]


def _blocks(seats: Sequence[int]) -> list[int]:
    """Return the left vertex of each seat: the player's games numbered in fours."""
    played: dict[int, int] = {}
    names: dict[tuple[int, int], int] = {}
    owner = []
    for player in seats:
        games = played.get(player, 0)
        played[player] = games + 1
        owner.append(names.setdefault((player, games >> 2), len(names)))
    return owner


def halve(edges: list[int], owner: Sequence[int], rng: Drbg) -> tuple[list[int], list[int]]:
    """Split the edges so that every game and every player's block is halved.

    `edges` come grouped by game, an even number each, so that neighbours 2i and 2i + 1 are of one game.
    """
    partner = [-1] * len(edges)
    waiting: dict[int, int] = {}
    for i, edge in enumerate(edges):
        other = waiting.pop(owner[edge], None)
        if other is None:
            waiting[owner[edge]] = i
        else:
            partner[i], partner[other] = other, i
    side = [-1] * len(edges)
    # Paths start at an edge without a partner; the rest are cycles, which may start anywhere.
    for start in [*sorted(waiting.values()), *range(len(edges))]:
        if side[start] >= 0:
            continue
        i, colour = start, rng.take(1)[0] & 1
        while i >= 0 and side[i] < 0:
            side[i], side[i ^ 1] = colour, 1 - colour
            i = partner[i ^ 1]
            # The next edge shares a player's block with i ^ 1, which has the other colour.
    return (
        [edge for i, edge in enumerate(edges) if side[i] == 0],
        [edge for i, edge in enumerate(edges) if side[i] == 1],
    )
