"""Regroup players at tables of the right sizes, round by round, breaking up as few tables as possible.

Only changes are searched: tables that lost or gained players, and, while a rematch remains, a few more tables of
that round; the whole hall only as a last resort.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from seating.drbg import Drbg
from seating.errors import SeatingError
from seating.metrics import Pair, Schedule, pair
from seating.requests import RepairRequest
from seating.rounds.fixed_places import parted_by_places
from seating.rounds.ranked import odd_games
from seating.search.fair_shares import ODD, board_for, share_out
from seating.search.improvement import HARD, Board, Players, anneal, mend, numbered, restore

Rows = list[list[list[int]]]
EXTRA_TABLES = (0, 6, 30)  # opened besides changed tables, before all are
MOST_ANNEALED = 1_200  # players x rounds
WALKS, WALK_STEPS = 4, 10_000


class _Seen:
    """Who sat where: counts how often two players shared a table without counting all pairs of a hall."""

    def __init__(self, rounds: Schedule) -> None:
        self.where = [{p: t for t, table in enumerate(tables) for p in table} for tables in rounds]

    def times(self, p: int, q: int) -> int:
        return sum(1 for row in self.where if p in row and row[p] == row.get(q))


@dataclass(frozen=True, slots=True)
class Staying:
    """The remaining players, their table sizes, and the prices of their meetings."""

    people: Sequence[int]
    sizes: Sequence[int]
    prices: Mapping[Pair, int]

    @property
    def bench(self) -> bool:
        """Whether players sit out in every round."""
        return len(self.people) > sum(self.sizes)


def refit(
    request: RepairRequest, rest: Rows, waiting: Sequence[Sequence[int]], staying: Staying, rng: Drbg
) -> tuple[Rows, list[list[int]]]:
    """Return tables and benches of the rounds `rest` for exactly the players in `staying`.

    The request's rounds before `since` and their byes stay. Code `wishes_conflict` if no way is found to keep a hard
    constraint.
    """
    past, fixed = request.schedule[: request.since], request.constraints
    people, here, bench = staying.people, set(staying.people), staying.bench
    seen = _Seen([*past, *([[p for p in t if p >= 0] for t in tables] for tables in rest)])
    prices = {p: price for p, price in staying.prices.items() if p[0] in here and p[1] in here}
    prices |= dict.fromkeys(parted_by_places(fixed.tables, fixed.winds), HARD)
    rows, touched = [], []
    for r, (tables, row) in enumerate(zip(rest, waiting, strict=True)):
        seen.where[len(past) + r] = {}
        full = _resize(tables, row, here, staying.sizes, seen.times, rng)
        _gather(full[:-1] if bench else full, fixed.tables)
        seen.where[len(past) + r] = {p: t for t, table in enumerate(full) for p in table}
        before = {frozenset(p for p in t if p >= 0) for t in tables}
        touched.append({i for i, t in enumerate(full) if frozenset(t) not in before})
        rows.append(full)
    shares: dict[int, int] = {}
    if bench:
        shares = _waited(past, request.byes[: request.since], people)
    elif request.share_odd and request.remainder in ("three", "five"):
        odd = odd_games(past)
        shares = {p: odd[p] for p in people}
    _Mending(request, replace(staying, prices=prices), rows, touched, shares, rng).run()
    benches = [tables.pop() if bench else [] for tables in rows]
    if request.remainder == "substitutes":
        for tables in rows:
            number = 0
            for table in tables:
                while len(table) < request.table_size:
                    number += 1
                    table.append(-number)
    return rows, benches


def _resize(
    tables: Sequence[Sequence[int]],
    waiting: Sequence[int],
    present: set[int],
    sizes: Sequence[int],
    times: Callable[[int, int], int],
    rng: Drbg,
) -> list[list[int]]:
    """Return one round with the right players at tables of the right sizes, and a last list of those who sit out, if
    any.

    Whole tables stay where possible. Tables that lost players are broken up first, those with the fewest left before
    others; their players and newcomers fill the gaps, preferring tables they have met least.
    """
    seated = [[p for p in t if p in present] for t in tables]
    here = {p for t in seated for p in t}
    pool = rng.shuffled(sorted(present - here - set(waiting))) + [p for p in waiting if p in present]
    while len(seated) > len(sizes):
        victim = min(range(len(seated)), key=lambda i: (len(seated[i]), i))
        pool += seated.pop(victim)
    seated += [[] for _ in range(len(sizes) - len(seated))]
    # The fullest tables get the largest sizes, which moves the fewest players.
    seated.sort(key=len, reverse=True)
    wanted = sorted(sizes, reverse=True)
    for table, size in zip(seated, wanted, strict=True):
        while len(table) > size:
            pool.append(table.pop())
    for table, size in zip(seated, wanted, strict=True):
        # A new table takes players from others, or newcomers would meet in every round.
        while len(table) < size:
            chosen = min(pool, key=lambda p: sum(times(p, q) for q in table))
            pool.remove(chosen)
            table.append(chosen)
    return [*seated, pool] if pool else seated


def _gather(tables: list[list[int]], fixed: Mapping[int, int]) -> None:
    """Bring players fixed at the same table together."""
    hosts: dict[int, list[int]] = {}
    for table in tables:
        for p in [p for p in table if p in fixed]:
            host = hosts.setdefault(fixed[p], table)
            if host is not table:
                guest = next((q for q in host if fixed.get(q) != fixed[p]), None)
                if guest is not None:
                    host[host.index(guest)], table[table.index(p)] = p, guest


class _Mending:
    """Rounds under repair, changed in place; `touched` are the tables of each round that may change."""

    def __init__(
        self,
        request: RepairRequest,
        staying: Staying,
        rows: Rows,
        touched: list[set[int]],
        shares: Mapping[int, int],
        rng: Drbg,
    ) -> None:
        self.rows, self.touched, self.rng = rows, touched, rng
        self.people, self.prices, self.bench = staying.people, staying.prices, staying.bench
        self.past, self.table_size = request.schedule[: request.since], request.table_size
        tables_of, prices, bench = request.constraints.tables, staying.prices, staying.bench
        shared = [n for n in tables_of.values() if list(tables_of.values()).count(n) > 1]
        self.still = {p for p, number in tables_of.items() if number in shared}
        self.shares = shares  # of benches or odd tables so far, if they are to be balanced
        hard = {p for p, price in prices.items() if price >= HARD}
        for tables, some in zip(rows, touched, strict=True):
            seats = tables[:-1] if bench else tables
            some |= {i for i, table in enumerate(seats) if hard and _pairs(table) & hard}
            if shares:
                some |= {i for i, table in enumerate(tables) if self._is_odd(tables, i)}

    def run(self) -> None:
        for extra in EXTRA_TABLES:
            for tables, some in zip(self.rows, self.touched, strict=True):
                others = [i for i in range(len(tables)) if i not in some] if extra and some else []
                some |= set(self.rng.shuffled(others)[:extra])
            if self._mended():
                return
        for tables, some in zip(self.rows, self.touched, strict=True):
            some |= set(range(len(tables)))
        self._mended(last=True)

    def _mended(self, last: bool = False) -> bool:
        """Search among players of touched tables; return whether nothing is left to repair."""
        rounds = [r for r, some in enumerate(self.touched) if some]
        places = [sorted(self.touched[r]) for r in rounds]
        open_tables = [[self.rows[r][i] for i in some] for r, some in zip(rounds, places, strict=True)]
        people = sorted({p for tables in open_tables for t in tables for p in t})
        at = {p: i for i, p in enumerate(people)}
        board = board_for(
            [[[at[p] for p in t] for t in tables] for tables in open_tables],
            Players(
                len(people),
                numbered(self.prices, at),
                self._met_elsewhere(at),
                still=frozenset(at[p] for p in self.still if p in at),
            ),
            self.table_size,
            bench=self.bench,
        )
        steps = 20_000 + 200 * len(people)
        if self.shares:
            for p, i in at.items():
                board.visits[i][ODD] += self.shares[p]
            share_out(board, self.rng)
        if board.troubles():
            mend(board, self.rng, steps)
        left = _serious(board)
        if left and last and len(self.people) * len(rounds) <= MOST_ANNEALED:
            self._search(board)
        for r, some, tables in zip(rounds, places, board.rounds, strict=True):
            for i, table in zip(some, tables, strict=True):
                self.rows[r][i] = [people[x] for x in table]
        if last:
            _refuse_broken(board, people)
        return not left and self._is_fair()

    def _search(self, board: Board) -> None:
        """Take the best of several hot walks, each from the current schedule."""
        start = best = [[list(t) for t in tables] for tables in board.rounds]
        least = board.total()
        for _ in range(WALKS):
            restore(board, start)
            anneal(board, self.rng, WALK_STEPS, hot=40 * 16, cold=15 * 16)
            mend(board, self.rng, 4 * WALK_STEPS)
            if board.total() < least:
                least, best = board.total(), [[list(t) for t in tables] for tables in board.rounds]
        restore(board, best)

    def _met_elsewhere(self, at: Mapping[int, int]) -> dict[Pair, int]:
        """Return meetings of the board's players at tables outside it."""
        out: dict[Pair, int] = {}
        known = at.keys()
        closed = [
            [t for i, t in enumerate(tables) if i not in some and not (self.bench and i == len(tables) - 1)]
            for tables, some in zip(self.rows, self.touched, strict=True)
        ]
        for tables in [*self.past, *closed]:
            for table in tables:
                some = [at[p] for p in table if p in known]
                for n, a in enumerate(some):
                    for b in some[:n]:
                        two = pair(a, b)
                        out[two] = out.get(two, 0) + 1
        return out

    def _is_odd(self, tables: Sequence[Sequence[int]], i: int) -> bool:
        return i == len(tables) - 1 if self.bench else len(tables[i]) != self.table_size

    def _is_fair(self) -> bool:
        if not self.shares:
            return True
        shares = dict(self.shares)
        for tables in self.rows:
            for i, table in enumerate(tables):
                for p in table if self._is_odd(tables, i) else ():
                    shares[p] += 1
        return max(shares.values()) - min(shares.values()) < 2


def _waited(past: Schedule, byes: Sequence[Sequence[int]], people: Sequence[int]) -> dict[int, int]:
    """Count byes so far; newcomers get the lowest count."""
    sat = [{p for t in tables for p in t} for tables in past]
    known = {p for row in [*sat, *map(set, byes)] for p in row}
    if any(byes):
        waits = {p: sum(p in row for row in byes) for p in people if p in known}
    else:
        waits = {p: sum(p not in row for row in sat) for p in people if p in known}
    least = min(waits.values(), default=0)
    return {p: waits.get(p, least) for p in people}


def _pairs(table: Sequence[int]) -> set[Pair]:
    return {pair(a, b) for n, a in enumerate(table) for b in table[:n]}


def _serious(board: Board) -> bool:
    """Whether a rematch or a forbidden meeting is left."""
    for r, tables in enumerate(board.rounds):
        for t, table in enumerate(tables):
            if t != board.benches[r]:
                for n, a in enumerate(table):
                    for b in table[:n]:
                        if board.met[a][b] > 1 or board.constraints[a].get(b, 0) >= HARD:
                            return True
    return False


def _refuse_broken(board: Board, people: Sequence[int]) -> None:
    for r, tables in enumerate(board.rounds):
        for t, table in enumerate(tables):
            for two in sorted(_pairs(table)) if t != board.benches[r] else []:
                if board.constraints[two[0]].get(two[1], 0) >= HARD:
                    names = [people[two[0]], people[two[1]]]
                    raise SeatingError(
                        "wishes_conflict",
                        f"No repair was found that keeps players {names[0]} and {names[1]} apart.",
                        pairs=[names],
                        proven=False,
                    )
