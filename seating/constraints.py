"""Constraints of organizers on a draw, and contradictions found before drawing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from seating.errors import SeatingError
from seating.metrics import WINDS, Pair, pair

HARD = 100_000  # as in search.improvement: the price of a forbidden meeting
SOFT = 10  # of a meeting to avoid: far below a rematch


@dataclass(frozen=True, slots=True)
class SeatingConstraints:
    """Constraints on particular players.

    Members of `groups` never meet (a club, a family, a team); `never` are pairs that never meet; `rather_not` pairs
    are kept apart if that costs nothing. `tables` fixes a player to a table number (from 1), `winds` to a seat (0
    East ... 3 North), for all rounds. `featured` names, for the rounds from the first, a player to seat at table 1
    (None: any).
    """

    groups: Sequence[Sequence[int]] = ()
    never: Collection[Pair] = ()
    rather_not: Collection[Pair] = ()
    tables: Mapping[int, int] = field(default_factory=dict)
    winds: Mapping[int, int] = field(default_factory=dict)
    featured: Sequence[int | None] = ()

    def is_empty(self) -> bool:
        return not (self.groups or self.tables or self.winds or self.featured) and not self.pairs()

    def hard_pairs(self) -> list[Pair]:
        """Return the pairs that must not meet: the named pairs, and all pairs of a group."""
        out = list(self.never)
        for group in self.groups:
            twice = sorted({p for p in group if group.count(p) > 1})
            if twice:
                raise SeatingError("player_twice", "A player is named twice in a group.", players=twice)
            out += [(group[i], group[j]) for i in range(len(group)) for j in range(i)]
        return out

    def pairs(self) -> dict[Pair, int]:
        out = {pair(a, b): SOFT for a, b in self.rather_not}
        for group in self.groups:
            out.update({pair(a, b): HARD for a, b in combinations(group, 2)})
        out.update({pair(a, b): HARD for a, b in self.never})
        return out


def check_constraints(
    constraints: SeatingConstraints, players: Sequence[int], tables: int, table_size: int = 4
) -> dict[Pair, int]:
    """Return the prices of pairs, or raise the first contradiction as a `SeatingError`. Tables have at least
    `table_size` seats.

    Codes: `player_unknown`, `player_twice`, `wish_malformed`, `table_unknown`, `seat_unknown`, `group_too_large`,
    `table_overbooked`, `seat_overbooked`, `wishes_conflict`.
    """
    _check_names(constraints, set(players))
    for number, group in enumerate(constraints.groups, 1):
        if len(group) > tables:
            raise SeatingError(
                "group_too_large",
                f"The {len(group)} players of group {number} cannot be kept apart on {tables} tables.",
                group=number,
                players=list(group),
                tables=tables,
            )
    prices = constraints.pairs()
    hard = _graph(p for p, price in prices.items() if price >= HARD)
    _check_places(constraints, hard, tables)
    partners = table_size - 1
    for player, foes in sorted(hard.items()):
        if len(players) - 1 - len(foes) < partners <= len(players) - 1:
            raise SeatingError(
                "nobody_left",
                f"Player {player} may meet only {len(players) - 1 - len(foes)} others; "
                f"a table needs {'three' if partners == 3 else 'two'}.",
                player=player,
            )
    clique = _large_clique(hard, tables)
    if clique:
        raise SeatingError(
            "group_too_large",
            f"{len(clique)} players who must never meet one another cannot be kept apart on {tables} tables.",
            players=clique,
            tables=tables,
        )
    return prices


def _check_names(constraints: SeatingConstraints, known: set[int]) -> None:
    named = [*constraints.tables, *constraints.winds, *(p for p in constraints.featured if p is not None)]
    for group in constraints.groups:
        twice = [p for p, n in Counter(group).items() if n > 1]
        if twice:
            raise SeatingError("player_twice", f"Player {twice[0]} is named twice in a group.", players=twice)
        named += group
    for a, b in [*constraints.never, *constraints.rather_not]:
        if a == b:
            raise SeatingError(
                "wish_malformed", f"Player {a} cannot be kept apart from themselves.", player=a
            )
        named += (a, b)
    for player in named:
        if player not in known:
            raise SeatingError(
                "player_unknown", f"A constraint names player {player}, who does not play.", player=player
            )


def check_places(constraints: SeatingConstraints, tables: int) -> None:
    """Refuse fixed tables and seats that are impossible alone or together; codes as of `check_constraints`."""
    _check_places(constraints, _graph(constraints.hard_pairs()), tables)


def _check_places(constraints: SeatingConstraints, hard: Mapping[int, set[int]], tables: int) -> None:
    at: dict[int, list[int]] = {}
    for player, number in sorted(constraints.tables.items()):
        refuse_unknown_table(player, number, tables)
        at.setdefault(number, []).append(player)
    for player, wind in sorted(constraints.winds.items()):
        if not 0 <= wind <= 3:
            raise SeatingError(
                "seat_unknown", f"Player {player}: a seat is 0 (East) to 3 (North).", player=player
            )
    for number, people in at.items():
        if len(people) > 4:
            raise SeatingError(
                "table_overbooked",
                f"{len(people)} players are fixed at table {number}.",
                table=number,
                players=people,
            )
        for a, b in combinations(people, 2):
            if b in hard.get(a, ()):
                raise SeatingError(
                    "wishes_conflict",
                    f"Players {a} and {b} are fixed at table {number} and must never meet.",
                    pairs=[[a, b]],
                    table=number,
                )
            if a in constraints.winds and constraints.winds[a] == constraints.winds.get(b):
                raise SeatingError(
                    "seat_overbooked",
                    f"Players {a} and {b} are both fixed as {WINDS[constraints.winds[a]]} of table {number}.",
                    players=[a, b],
                    seat=constraints.winds[a],
                    table=number,
                )
    for wind in sorted(set(constraints.winds.values())):
        people = sorted(p for p, fixed in constraints.winds.items() if fixed == wind)
        if len(people) > tables:
            raise SeatingError(
                "seat_overbooked",
                f"{len(people)} players are fixed as {WINDS[wind]} on {tables} tables.",
                players=people,
                seat=wind,
                tables=tables,
            )


def refuse_unknown_table(player: int, number: int, tables: int) -> None:
    """Refuse a player fixed at a missing table (`table_unknown`)."""
    if not 1 <= number <= tables:
        raise SeatingError(
            "table_unknown",
            f"Player {player} is fixed at table {number}; there are {tables}.",
            player=player,
            table=number,
            tables=tables,
        )


def _graph(pairs: Iterable[Pair]) -> dict[int, set[int]]:
    graph: dict[int, set[int]] = {}
    for a, b in pairs:
        graph.setdefault(a, set()).add(b)
        graph.setdefault(b, set()).add(a)
    return graph


def _large_clique(graph: Mapping[int, set[int]], limit: int) -> list[int]:
    """Return more than `limit` players who must all not meet each other, if a greedy search finds them."""
    for start in sorted(graph):
        if len(graph[start]) < limit:
            continue
        clique, left = [start], set(graph[start])
        while left:
            chosen = max(sorted(left), key=lambda p: len(graph[p] & left))
            clique.append(chosen)
            left &= graph[chosen]
        if len(clique) > limit:
            return sorted(clique)
    return []


def components(pairs: Iterable[Pair]) -> list[list[int]]:
    """Return sets of players linked by pairs, the largest first."""
    graph = _graph(pairs)
    seen: set[int] = set()
    out = []
    for start in sorted(graph):
        if start in seen:
            continue
        stack, members = [start], []
        seen.add(start)
        while stack:
            p = stack.pop()
            members.append(p)
            fresh = graph[p] - seen
            seen |= fresh
            stack += sorted(fresh)
        out.append(sorted(members))
    return sorted(out, key=lambda c: (-len(c), c))


def pack_lanes(parts: Sequence[Sequence[int]], lanes: int, capacity: int) -> list[list[int]] | None:
    """Put whole parts into lanes of `capacity`; None if no way is found (best fit, then a search)."""
    filled: list[list[int]] = [[] for _ in range(lanes)]
    for part in parts:
        room = [lane for lane in filled if len(lane) + len(part) <= capacity]
        if not room:
            return _pack_exactly(parts, lanes, capacity)
        max(room, key=len).extend(part)
    return filled


def _pack_exactly(parts: Sequence[Sequence[int]], lanes: int, capacity: int) -> list[list[int]] | None:
    """Search reachable fillings part by part, regardless of the order of lanes. Bounded."""
    states: dict[tuple[int, ...], tuple[int, ...]] = {(0,) * lanes: ()}
    for part in parts:
        fresh: dict[tuple[int, ...], tuple[int, ...]] = {}
        for filling, path in states.items():
            for lane in range(lanes):
                if filling[lane] + len(part) <= capacity and filling[lane] not in filling[:lane]:
                    # Lanes are interchangeable: equal fillings are tried once.
                    after = (*filling[:lane], filling[lane] + len(part), *filling[lane + 1 :])
                    fresh.setdefault(after, (*path, lane))
        states = dict(list(fresh.items())[:5_000])
    for path in states.values():
        out: list[list[int]] = [[] for _ in range(lanes)]
        for lane, part in zip(path, parts, strict=True):
            out[lane].extend(part)
        return out
    return None
