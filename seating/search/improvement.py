"""Improve a whole schedule by swapping two players of one round: rematches, constraints and fair shares together.

All prices are integers, and work is bounded by steps. Players are 0 ... n - 1 here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from seating.drbg import Drbg
from seating.metrics import Pair, pair
from seating.progress import report_progress
from seating.search.annealing import exponentials, numbers, thresholds

REMATCH = 100  # the price of the second meeting of a pair; the third costs twice as much, and so on
HARD = 100_000  # the price of a forbidden meeting
STRIDE = 30_000  # numbers taken between two reports of progress


@dataclass(frozen=True, slots=True)
class Players:
    """Players 0 ... n - 1: prices of pairs, earlier meetings, and fixed tables."""

    n: int
    prices: Mapping[Pair, int] = field(default_factory=dict)
    past: Mapping[Pair, int] = field(default_factory=dict)
    still: frozenset[int] = frozenset()


def numbered(pairs: Mapping[Pair, int], at: Mapping[int, int]) -> dict[Pair, int]:
    """Return values of pairs by the players' numbers on a board; pairs not on it are left out."""
    return {pair(at[a], at[b]): value for (a, b), value in pairs.items() if a in at and b in at}


class Board:
    """A schedule under improvement.

    `rounds` are lists of tables of any size; `benches` is, for each round, the index of the table whose players sit
    out. `shares[r][t]` is a kind of table to balance (0: none), priced `fair` for each pair of visits of one player
    to the same kind. The first `frozen` rounds never change.
    """

    fair = 1_000

    def __init__(
        self,
        players: Players,
        rounds: Sequence[Sequence[Sequence[int]]],
        *,
        benches: Sequence[int | None] | None = None,
        shares: Sequence[Sequence[int]] | None = None,
        frozen: int = 0,
    ) -> None:
        n = self.n = players.n
        self.rounds = [[list(table) for table in tables] for tables in rounds]
        self.constraints: list[dict[int, int]] = [{} for _ in range(n)]
        self.benches = list(benches) if benches else [None] * len(self.rounds)
        self.shares = [list(row) for row in shares] if shares else [[0] * len(t) for t in self.rounds]
        kinds = max([2, *(k + 1 for row in self.shares for k in row)])
        self.still, self.frozen = players.still, frozen
        self.visits = [[0] * kinds for _ in range(n)]
        self.met: list[dict[int, int]] = [{} for _ in range(n)]
        # The cost if p met q once more; 0 for p itself.
        self.costs = [[0] * n for _ in range(n)]
        for (a, b), price in players.prices.items():
            self.constraints[a][b] = self.constraints[b][a] = price
            self.costs[a][b] = self.costs[b][a] = price
        for (a, b), times in players.past.items():
            self.met[a][b] = self.met[b][a] = times
            self.costs[a][b] += REMATCH * times
            self.costs[b][a] += REMATCH * times
        self.where = [[-1] * n for _ in self.rounds]
        for r, tables in enumerate(self.rounds):
            for t, table in enumerate(tables):
                for p in table:
                    self.where[r][p] = t
                    self.visits[p][self.shares[r][t]] += 1
                if t != self.benches[r]:
                    self._record(table)

    def _record(self, table: Sequence[int]) -> None:
        for p in table:
            met, costs = self.met[p], self.costs[p]
            for q in table:
                if p != q:
                    met[q] = met.get(q, 0) + 1
                    costs[q] += REMATCH

    def _leave(self, p: int, table: Sequence[int]) -> int:
        """Return the cost of p's own meetings at this table."""
        costs = self.costs[p]
        return sum(map(costs.__getitem__, table)) - REMATCH * (len(table) - 1)

    def _meet(self, p: int, q: int, times: int) -> None:
        met = self.met[p].get(q, 0) + times
        self.met[p][q] = self.met[q][p] = met
        self.costs[p][q] += REMATCH * times
        self.costs[q][p] += REMATCH * times

    def price_of(self, r: int, p: int) -> int:
        """Return the cost of p at their table in round r (rematches and constraints, not shares)."""
        t = self.where[r][p]
        return 0 if t == self.benches[r] else self._leave(p, self.rounds[r][t])

    def change(self, r: int, p: int, q: int) -> int:
        """Return the change of the total price if p and q, of different tables in round r, swapped."""
        where, bench = self.where[r], self.benches[r]
        tp, tq = where[p], where[q]
        tables = self.rounds[r]
        of_p, of_q = self.costs[p], self.costs[q]
        delta = 0
        if tp != bench:
            for mate in tables[tp]:
                delta += of_q[mate] - of_p[mate]
            # A leaving player had met the others already, and the two do not meet.
            delta += REMATCH * (len(tables[tp]) - 1) - of_q[p]
        if tq != bench:
            for mate in tables[tq]:
                delta += of_p[mate] - of_q[mate]
            delta += REMATCH * (len(tables[tq]) - 1) - of_p[q]
        kp, kq = self.shares[r][tp], self.shares[r][tq]
        if kp != kq:
            vp, vq = self.visits[p], self.visits[q]
            if kp:
                delta += self.fair * (vq[kp] - vp[kp] + 1)
            if kq:
                delta += self.fair * (vp[kq] - vq[kq] + 1)
        return delta

    def swap(self, r: int, p: int, q: int) -> None:
        where, bench = self.where[r], self.benches[r]
        tp, tq = where[p], where[q]
        for one, other, t in ((p, q, tp), (q, p, tq)):
            table = self.rounds[r][t]
            if t != bench:
                for mate in table:
                    if mate != one:
                        self._meet(one, mate, -1)
                        self._meet(other, mate, 1)
            table[table.index(one)] = other
        where[p], where[q] = tq, tp
        kp, kq = self.shares[r][tp], self.shares[r][tq]
        if kp != kq:
            self.visits[p][kp] -= 1
            self.visits[p][kq] += 1
            self.visits[q][kq] -= 1
            self.visits[q][kp] += 1

    def total(self) -> int:
        """Return the price of rematches, constraints and unevenness; zero is perfect except for shares."""
        price = sum(self.fair * v * (v - 1) // 2 for row in self.visits for v in row[1:])
        for p, met in enumerate(self.met):
            price += sum(REMATCH * m * (m - 1) // 2 for q, m in met.items() if q > p)
        for r, tables in enumerate(self.rounds):
            for t, table in enumerate(tables):
                if t != self.benches[r]:
                    price += sum(self.constraints[p].get(q, 0) for p in table for q in table if p < q)
        return price

    def troubles(self) -> list[tuple[int, int]]:
        """Return (round, player) of repeated or forbidden meetings."""
        return [
            (r, p)
            for r in range(self.frozen, len(self.rounds))
            for t, table in enumerate(self.rounds[r])
            if t != self.benches[r]
            for p in table
            if p not in self.still and self._leave(p, table) > 0
        ]


def mend(
    board: Board, rng: Drbg, steps: int, width: int = 60, within: Sequence[set[int]] | None = None
) -> int:
    """Min-conflicts: move one conflicting player at a time to the best place of its round; return the steps used.

    `within` limits the moves of a round to some players.

    Touches few tables, which suits a schedule that is nearly good or already published. A short memory keeps it from
    undoing its last moves. The steps are multiplied by the generator's effort.
    """
    steps *= rng.effort
    used, stale, turn, total = 0, 0, 0, board.total()
    tabu: dict[tuple[int, int], int] = {}
    while used < steps:
        troubles = board.troubles()
        if not troubles or stale > 60 * rng.effort:
            break
        before = total
        used += board.n * len(board.rounds) // 4  # finding conflicts is work too
        for r, p in rng.shuffled(troubles)[:200]:
            if board.price_of(r, p) <= 0:
                continue
            turn += 1
            report_progress("mending", min(used, steps), steps)
            here = board.where[r][p]
            near = range(board.n) if within is None else sorted(within[r])
            if within is not None and p not in within[r]:
                continue
            others = [q for q in near if board.where[r][q] not in (-1, here)]
            if len(others) > width:
                others = [others[rng.below(len(others))] for _ in range(width)]
            best, choice = 1 << 60, -1
            for q in others:
                if q in board.still:
                    continue
                used += 1
                delta = board.change(r, p, q)
                if tabu.get((r, q), 0) > turn and delta >= 0:
                    continue
                if delta < best:
                    best, choice = delta, q
            if choice >= 0 and (best <= 0 or (best <= REMATCH and rng.below(4) == 0)):
                board.swap(r, p, choice)
                tabu[r, p] = tabu[r, choice] = turn + 8 + rng.below(8)
        total = board.total()
        stale = 0 if total < before else stale + 1
    return used


def anneal(board: Board, rng: Drbg, steps: int, hot: int = 60 * 16, cold: int = 8 * 16) -> None:
    """Simulated annealing with random swaps; leaves the best schedule seen on the board.

    The steps are multiplied by the generator's effort.
    """
    steps *= rng.effort
    rounds = [r for r in range(board.frozen, len(board.rounds)) if len(board.rounds[r]) > 1]
    if not rounds or board.n < 2:
        return
    seated = [[p for p in range(board.n) if w[p] >= 0 and p not in board.still] for w in board.where]
    order = exponentials(rng)
    total = best = board.total()
    best_rounds = [[list(t) for t in tables] for tables in board.rounds]
    stages, dirty = 30, False
    for stage in range(stages):
        left = stages - 1 - stage
        limits = thresholds(order, cold + (hot - cold) * left * left // (stages - 1) ** 2)
        raw = numbers(rng, 3 * (steps // stages))
        for i in range(0, len(raw) - 2, 3):
            if not i % STRIDE:
                report_progress("annealing", stage * (steps // stages) + i // 3, steps)
            r = rounds[raw[i] * len(rounds) >> 16]
            people = seated[r]
            if len(people) < 2:
                continue
            p, q = people[raw[i + 1] * len(people) >> 16], people[raw[i + 2] * len(people) >> 16]
            if board.where[r][p] == board.where[r][q]:
                continue
            delta = board.change(r, p, q)
            if delta < limits[i // 3 % len(limits)]:
                board.swap(r, p, q)
                total += delta
                if total < best:
                    best, dirty = total, True
                elif dirty and delta > 0:
                    # After leaving the best so far: undo, copy, and continue from there.
                    board.swap(r, p, q)
                    total -= delta
                    if total == best:
                        best_rounds = [[list(t) for t in tables] for tables in board.rounds]
                        dirty = False
        if dirty and total == best:
            best_rounds = [[list(t) for t in tables] for tables in board.rounds]
            dirty = False
    restore(board, best_rounds)


def restore(board: Board, rounds: Sequence[Sequence[Sequence[int]]]) -> None:
    """Reset the board to rounds of the same players."""
    for r, tables in enumerate(rounds):
        for t, table in enumerate(tables):
            for p in table:
                if board.where[r][p] != t:
                    leaver = next(q for q in board.rounds[r][t] if q not in table)
                    board.swap(r, p, leaver)
