"""Table numbers and winds after a repair: unchanged tables stay, the rest is balanced with few changes.

Winds over whole blocks of as many games as there are winds can always be made exact: two winds are swapped along a
chain of tables, each passing the surplus on, until a player lacks exactly that wind (Kempe chains, as in the proof
of König's theorem). Within a block this is not always possible; there the chains make winds as even as they can.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from seating.constraints import SeatingConstraints
from seating.drbg import Drbg
from seating.metrics import Round, Table, wind_counts
from seating.requests import RepairRequest
from seating.winds.exact import assign_winds_of_four
from seating.winds.exact_with_threes import assign_odd_winds
from seating.winds.one_round import order_by_need
from seating.winds.waiting_first import FIFTH, hand_on_waiting

LONGEST_CHAIN = 120
WORK = 30_000  # steps of all chains together
END = 4  # weight of the end compared with a round before it


def reseat(
    request: RepairRequest, rest: Sequence[Round], before: Sequence[Round], rng: Drbg
) -> list[list[Table]]:
    """Number and seat the rounds of `rest`; tables with the same players as in `before` keep number and seats.

    Fixed players always get their table and seat, and the featured player of a round table 1. Winds are balanced
    unless nobody moved. With `share_odd`, first waits at tables of five are balanced again, including past rounds.
    """
    since, constraints = request.since, request.constraints
    out: list[list[Table]] = [[tuple(t) for t in tables] for tables in request.schedule[:since]]
    counts = wind_counts(out)
    moved = False
    for tables, old in zip(rest, before, strict=True):
        seats = {_who(t): tuple(t) for t in old}
        # A player who sits out loses a game of four, even if all other tables are unchanged.
        moved = moved or {p for t in tables for p in _who(t)} != {p for t in old for p in _who(t)}
        row: list[Table] = []
        for table in _numbered(tables, old, len(out), constraints):
            seated = _as_before(table, seats.get(_who(table)))
            if seated is None or _misplaced(seated, constraints.winds):
                moved = True
                seated = _with_fixed_seats(order_by_need(table, counts), constraints.winds)
            row.append(seated)
            for wind, p in enumerate(seated):
                if p >= 0:
                    mine = counts.setdefault(p, [0, 0, 0, 0])
                    mine.extend([0] * (wind + 1 - len(mine)))
                    mine[wind] += 1
        out.append(row)
    if request.share_odd:
        shared = hand_on_waiting(out, since, constraints.winds)
        moved, out = moved or shared != out, shared
    return _levelled(out, since, constraints.winds, rng, request.table_size) if moved else out


def _levelled(
    rounds: list[list[Table]], since: int, fixed: Mapping[int, int], rng: Drbg, winds: int
) -> list[list[Table]]:
    """Balance with few changes if that is enough; else assign new winds in all remaining whole blocks."""
    few = _Levelling(rounds, since, fixed, winds)
    if not few.run():
        return few.rounds
    block = -(-since // winds) * winds
    if block >= len(rounds):
        return few.rounds
    assign = assign_odd_winds if winds == 3 else assign_winds_of_four
    fresh = [[_with_fixed_seats(t, fixed) for t in tables] for tables in assign(rounds[block:], rng)]
    many = _Levelling([*rounds[:block], *fresh], since, fixed, winds)
    return min((few, many), key=_Levelling.run).rounds


def _who(table: Sequence[int]) -> frozenset[int]:
    return frozenset(p for p in table if p >= 0)


def _as_before(table: Sequence[int], old: Table | None) -> Table | None:
    """Return the old seats of the same players; walk-ons are interchangeable."""
    if old is None or len(old) != len(table):
        return None
    walk_ons = iter(p for p in table if p < 0)
    return tuple(p if p >= 0 else next(walk_ons) for p in old)


def _misplaced(table: Table, winds: Mapping[int, int]) -> bool:
    return any(winds.get(p, wind) != wind for wind, p in enumerate(table))


def _with_fixed_seats(table: Table, winds: Mapping[int, int]) -> Table:
    seats = list(table)
    for p in sorted(p for p in table if winds.get(p, len(table)) < len(table)):
        here, there = seats.index(p), winds[p]
        seats[here], seats[there] = seats[there], seats[here]
    return tuple(seats)


def _numbered(tables: Round, old: Round, number: int, constraints: SeatingConstraints) -> list[Sequence[int]]:
    """Return the tables of a round in order: fixed players first, then the featured one, then by old number."""
    rows: list[Sequence[int] | None] = [None] * len(tables)
    left = list(tables)

    def put(table: Sequence[int], index: int) -> None:
        if 0 <= index < len(rows) and rows[index] is None:
            rows[index] = table
            left.remove(table)

    for table in tables:
        numbers = sorted(constraints.tables[p] for p in table if p in constraints.tables)
        if numbers:
            put(table, numbers[0] - 1)
    star = constraints.featured[number] if number < len(constraints.featured) else None
    for table in [t for t in left if star in t]:
        put(table, 0)
    places = {_who(t): i for i, t in enumerate(old)}
    for table in list(left):
        put(table, places.get(_who(table), -1))
    left.sort(key=len, reverse=True)
    done = [row if row is not None else left.pop(0) for row in rows]
    if not constraints.tables and star is None:
        done.sort(key=len, reverse=True)
    return done


class _Levelling:
    """Rounds from `since` on; pairs of winds are swapped until nothing improves."""

    def __init__(self, rounds: list[list[Table]], since: int, fixed: Mapping[int, int], kinds: int) -> None:
        self.rounds, self.fixed = [list(tables) for tables in rounds], fixed
        self.kinds = kinds  # of winds: three at tables of three
        self.start: dict[int, list[int]] = {}  # counts of winds before `since`, the fifth place included
        for tables in rounds[:since]:
            for table in tables:
                for wind, p in enumerate(table):
                    self.start.setdefault(p, [0, 0, 0, 0, 0])[wind] += 1
        self.winds: dict[int, list[int]] = {}  # of each game from `since` on
        self.spots: dict[int, list[tuple[int, int]]] = {}
        for r in range(since, len(rounds)):
            for t, table in enumerate(rounds[r]):
                for wind, p in enumerate(table):
                    if p >= 0:
                        self.winds.setdefault(p, []).append(wind)
                        self.spots.setdefault(p, []).append((r, t))
        # Cached results: few pairs of games in a hall are new.
        self.known: dict[tuple[int, ...], int] = {}
        self.price = {p: self._price(p, winds) for p, winds in self.winds.items()}
        self.work = WORK

    def _price(self, p: int, winds: Sequence[int]) -> int:
        """Return by how much p's winds differ beyond one after each round, summed; the end counts five times."""
        start = self.start.get(p, _NONE)
        key = (*start, *winds)
        price = self.known.get(key)
        if price is None:
            price = self.known[key] = self._worked_out(start, winds)
        return price

    def _worked_out(self, start: Sequence[int], winds: Sequence[int]) -> int:
        counts = [*start]
        off = spread = 0
        for wind in winds:
            counts[wind] += 1
            levelled = counts[: self.kinds]
            spread = max(levelled) - min(levelled)
            if spread > 1:
                off += spread - 1
        return off + END * (spread - 1) if spread > 1 else off

    def run(self) -> int:
        """Swap while it improves and work is left; return the remaining price."""
        improved = True
        while improved and self.work > 0:
            improved = False
            for p in sorted(p for p, price in self.price.items() if price):
                while self.price[p] and self.work > 0 and self._improve(p):
                    improved = True
        return sum(self.price.values())

    def _improve(self, p: int) -> bool:
        """Apply the best chain that starts with p, if it improves anything."""
        best: tuple[int, _Chain] | None = None
        for game in range(len(self.winds[p])):
            for wind in range(self.kinds):
                chain = self._chain(p, game, wind)
                if chain[0] < (best[0] if best else 0):
                    best = chain
        if best is None:
            return False
        self._swap(best[1])
        return True

    def _chain(self, p: int, game: int, new: int) -> tuple[int, _Chain]:
        """Return the gain (negative) and the chain that give p the wind `new` in a game."""
        old = self.winds[p][game]
        chain = _Chain([], {}, old, new)
        changed = self.winds[p][:]
        changed[game] = new
        gain = self._price(p, changed) - self.price[p]
        best, length = 0, 0
        # First waits at tables of five are balanced elsewhere.
        if old in (new, FIFTH) or gain >= 0 or p in self.fixed:
            return 0, chain
        chain.winds[p] = changed
        while self.work > 0 and len(chain.spots) < LONGEST_CHAIN:
            self.work -= 1
            r, t = self.spots[p][game]
            table = self.rounds[r][t]
            if new >= len(table) or table[new] in self.fixed or table[new] in chain.winds:
                break
            chain.spots.append((r, t))
            p = table[new]
            if p < 0:
                best, length = min((best, length), (gain, len(chain.spots)))
                break
            # p gets `old` here, and has it twice if this block has another such game.
            mine = self.spots[p]
            here = mine.index((r, t))
            changed = self.winds[p][:]
            changed[here] = old
            half = gain + self._price(p, changed) - self.price[p]
            if half < best:
                best, length = half, len(chain.spots)
            chain.winds[p] = changed
            played = sum(self.start.get(p, _NONE))
            block = (played + here) // self.kinds
            others = [
                g
                for g in range(len(mine))
                if g != here and (played + g) // self.kinds == block and self.winds[p][g] == old
            ]
            if not others:
                break
            game = others[0]
            changed[game] = new
            gain += self._price(p, changed) - self.price[p]
        del chain.spots[length:]
        return best, chain

    def _swap(self, chain: _Chain) -> None:
        for r, t in chain.spots:
            seats = list(self.rounds[r][t])
            seats[chain.old], seats[chain.new] = seats[chain.new], seats[chain.old]
            self.rounds[r][t] = tuple(seats)
            for wind in (chain.old, chain.new):
                if seats[wind] >= 0:
                    p = seats[wind]
                    self.winds[p][self.spots[p].index((r, t))] = wind
        for p in {p for r, t in chain.spots for p in self.rounds[r][t] if p >= 0}:
            self.price[p] = self._price(p, self.winds[p])


_NONE = [0, 0, 0, 0, 0]


class _Chain:
    """Tables where the winds `old` and `new` are swapped, in order, and the resulting winds of their players."""

    def __init__(self, spots: list[tuple[int, int]], winds: dict[int, list[int]], old: int, new: int) -> None:
        self.spots, self.winds, self.old, self.new = spots, winds, old, new
