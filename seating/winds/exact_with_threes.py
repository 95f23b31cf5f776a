"""Exact winds with tables of three.

First North, which only tables of four have: `assign_winds` colours those tables alone with four colours, and the one
called North gives each player, after every round, a quarter of their games at tables of four, rounded down or up.

Then East, South and West, which every table has. Draw a bipartite graph: on the left every player once for each
three consecutive games of their own in which they are not North, on the right every game. No vertex has more than
three edges, so three colours suffice (König 1916): each game has all three, and no player has one of them twice in
any such three games. So after every round each player's East, South and West differ by at most one, which is
optimal. (North may still fall behind: games at tables of three have no North.)

The third colour is a perfect matching, once the graph is filled up with dummy games until all vertices have three
edges; a random walk finds it in about n log n steps (Goel, Kapralov, Khanna 2010). At most two edges are then left,
which an Euler split (see `winds.exact`) colours.
"""

from __future__ import annotations

from collections.abc import Sequence

from seating.drbg import Drbg
from seating.metrics import Schedule, Table
from seating.winds.exact import assign_winds, halve


def assign_odd_winds(schedule: Schedule, rng: Drbg) -> list[list[Table]]:
    """Order the players of every table of three or four as E, S, W (, N), as exact as described above."""
    seated = assign_winds(schedule, rng)
    spots = [(r, t) for r, tables in enumerate(seated) for t, _table in enumerate(tables)]
    players = [player for r, t in spots for player in seated[r][t][:3]]
    owner = _blocks(players)
    west = _matching(owner, len(spots), rng)
    rest = [edge for edge in range(len(players)) if edge not in west]
    east, south = halve(rest, owner, rng)
    for edges in zip(east, south, sorted(west), strict=True):
        r, t = spots[edges[0] // 3]
        seated[r][t] = (*(players[edge] for edge in edges), *seated[r][t][3:])
    return seated


def _blocks(players: Sequence[int]) -> list[int]:
    """Return the left vertex of each edge: the player's games numbered in threes."""
    played: dict[int, int] = {}
    names: dict[tuple[int, int], int] = {}
    owner = []
    for player in players:
        games = played.get(player, 0)
        played[player] = games + 1
        owner.append(names.setdefault((player, games // 3), len(names)))
    return owner


def _matching(owner: Sequence[int], games: int, rng: Drbg) -> set[int]:
    """Return edges, one of each game (edges 3g, 3g + 1, 3g + 2 are of game g) and one of each full block.

    Blocks that are not full get edges to dummy games, three each, so that the graph is regular: then a perfect
    matching exists, and a walk along random edges out of an unmatched block, back along matched ones, reaches an
    unmatched game soon.
    """
    edges: list[list[int]] = [[] for _ in range(max(owner, default=-1) + 1)]
    for edge, block in enumerate(owner):
        edges[block].append(edge)
    filler = 3 * games
    for row in edges:
        while len(row) < 3:
            row.append(filler)
            filler += 1
    block_of = {edge: block for block, row in enumerate(edges) for edge in row}
    chosen: dict[int, int] = {}  # by game
    mine: dict[int, int] = {}  # by block
    for start in range(len(edges)):
        path: list[int] = []
        block = start
        while True:
            edge = edges[block][rng.below(3)]
            if mine.get(block) == edge:
                continue
            path.append(edge)
            taken = chosen.get(edge // 3)
            if taken is None:
                break
            block = block_of[taken]
            # If the walk crosses itself, the loop is cut off.
            again = next((i for i, step in enumerate(path) if block_of[step] == block), None)
            if again is not None:
                del path[again:]
        for edge in path:
            chosen[edge // 3] = mine[block_of[edge]] = edge
    return {edge for edge in chosen.values() if edge < 3 * games}
