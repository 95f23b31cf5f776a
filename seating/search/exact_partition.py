"""Exact re-seating of a few tables: branch and bound over all possible tables."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from seating.drbg import Drbg
from seating.progress import report_progress

Costs: TypeAlias = Sequence[Sequence[int]]
Column: TypeAlias = tuple[int, int]  # (price above the bound, players as bits)
Extra: TypeAlias = Callable[[int, int, int, int], int]  # the cost of a table besides its pairs

NODES = 3_000
MOST_TABLES = 12
MOST_COLUMNS = 8_000
STRIDE = 20_000  # tables tried between two reports of progress


def best_partition(
    people: Sequence[int], costs: Costs, limit: int, barred: int, nodes: int, extra: Extra | None = None
) -> tuple[list[int] | None, int]:
    """Partition `people` (a multiple of four) into tables of four for less than `limit`, or None; and return the
    work.

    Pairs that cost `barred` or more never share a table. The answer is optimal unless the search was cut after
    `nodes` nodes, when it is the best found.
    """
    k = len(people)
    local = [[costs[p][q] for q in people] for p in people]
    adjacent = _useful_pairs(people, local, limit, barred)
    floor = [1 << 40] * k  # each player's lowest price: twice half of the pairs' costs
    raw: list[tuple[int, int, int, int]] = []
    for a in range(k):
        row_a, near = local[a], adjacent[a]
        for b in near:
            row_b, ab = local[b], row_a[b]
            both = [c for c in adjacent[b] if c in near]
            for i, c in enumerate(both):
                ac, bc, row_c, after = row_a[c], row_b[c], local[c], adjacent[c]
                for d in both[i + 1 :]:
                    if d not in after:
                        continue
                    raw.append((a, b, c, d))
                    ad, bd, cd = row_a[d], row_b[d], row_c[d]
                    if ab + ac + ad < floor[a]:
                        floor[a] = ab + ac + ad
                    if ab + bc + bd < floor[b]:
                        floor[b] = ab + bc + bd
                    if ac + bc + cd < floor[c]:
                        floor[c] = ac + bc + cd
                    if ad + bd + cd < floor[d]:
                        floor[d] = ad + bd + cd
    slack = 2 * limit - sum(floor)
    if slack <= 0:
        return None, len(raw)
    by_first: list[list[Column]] = [[] for _ in range(k)]
    for a, b, c, d in raw:
        row_a, row_b = local[a], local[b]
        price = 2 * (row_a[b] + row_a[c] + row_a[d] + row_b[c] + row_b[d] + local[c][d])
        price -= floor[a] + floor[b] + floor[c] + floor[d]
        if extra and price < slack:
            price += 2 * extra(people[a], people[b], people[c], people[d])
        if price < slack:
            by_first[a].append((price, 1 << a | 1 << b | 1 << c | 1 << d))
    for columns in by_first:
        columns.sort()
    search = _Search(by_first, slack, nodes)
    search.go((1 << k) - 1, 0, [])
    work = len(raw) + nodes - search.nodes
    if search.best is None:
        return None, work
    return [people[i] for mask in search.best for i in _bits(mask)], work


def _useful_pairs(people: Sequence[int], local: Costs, limit: int, barred: int) -> list[dict[int, None]]:
    """For each place, in order, return later places that may share its table if `limit` is to be beaten."""
    k = len(people)
    far = 1 << 40
    # If costs are at least distances on a line, a table with a pair at distance d costs at least 3 d.
    if all(local[i][j] >= people[j] - people[i] for i in range(k) for j in range(i + 1, k)):
        floor = [sum(sorted([*row[:i], *row[i + 1 :]])[:3]) for i, row in enumerate(local)]
        far = (2 * limit - sum(floor) + sum(sorted(floor)[-4:])) // 6
    return [
        dict.fromkeys(j for j in range(i + 1, k) if local[i][j] < barred and people[j] - people[i] <= far)
        for i in range(k)
    ]


class _Search:
    def __init__(self, by_first: Sequence[Sequence[Column]], limit: int, nodes: int) -> None:
        self.by_first, self.limit, self.nodes = by_first, limit, nodes
        self.best: list[int] | None = None

    def go(self, left: int, spent: int, chosen: list[int]) -> None:
        if not left:
            self.limit, self.best = spent, chosen[:]
            return
        for price, mask in self.by_first[(left & -left).bit_length() - 1]:
            if spent + price >= self.limit or self.nodes <= 0:
                return
            if mask & left == mask:
                self.nodes -= 1
                chosen.append(mask)
                self.go(left ^ mask, spent + price, chosen)
                chosen.pop()


def _bits(mask: int) -> list[int]:
    out = []
    while mask:
        low = mask & -mask
        out.append(low.bit_length() - 1)
        mask ^= low
    return out


def find_partition(n: int, costs: Costs, barred: int, work: int) -> tuple[list[int] | None, bool]:
    """Seat 0 ... n - 1 at tables of four without a barred pair: (order or None, whether None is proven).

    The player with the fewest possible tables goes first. (None, True) proves that no such seating exists; `work`
    limits the number of tables tried.
    """
    adjacent = [sum(1 << j for j, price in enumerate(costs[i]) if j > i and price < barred) for i in range(n)]
    columns: list[int] = []
    for a in range(n):
        if len(columns) > MOST_COLUMNS:
            return None, False
        near = adjacent[a]
        for b in _bits(near):
            both = near & adjacent[b]
            for c in _bits(both):
                for d in _bits(both & adjacent[c]):
                    columns.append(1 << a | 1 << b | 1 << c | 1 << d)
    search = _AnyCover(work)
    report_progress("proving", 0, work)
    chosen = search.go((1 << n) - 1, columns)
    if chosen is None:
        return None, search.work > 0
    return [i for mask in chosen for i in _bits(mask)], False


class _AnyCover:
    def __init__(self, work: int) -> None:
        self.work = self.all_work = work
        self.reported = work

    def go(self, left: int, columns: Sequence[int]) -> list[int] | None:
        if not left:
            return []
        self.work -= len(columns) + 1
        if self.reported - self.work >= STRIDE:
            self.reported = self.work
            report_progress("proving", self.all_work - max(0, self.work), self.all_work)
        scarce, fewest = -1, 1 << 30
        counts: dict[int, int] = {}
        for mask in columns:
            rest = mask
            while rest:
                low = rest & -rest
                counts[low] = counts.get(low, 0) + 1
                rest ^= low
        rest = left
        while rest:
            low = rest & -rest
            rest ^= low
            if counts.get(low, 0) < fewest:
                fewest, scarce = counts.get(low, 0), low
        for mask in columns:
            if mask & scarce:
                if self.work <= 0:
                    return None
                tail = self.go(left ^ mask, [m for m in columns if not m & mask])
                if tail is not None:
                    return [mask, *tail]
        return None


def improve(
    order: list[int], costs: Costs, rng: Drbg, tries: int, barred: int, extra: Extra | None = None
) -> list[int]:
    """Re-seat `tries` random groups of tables of neighbouring mean rank exactly; never worse.

    Groups grow while they are cheap to solve, as they are with few possible tables.
    """
    tables = [order[i : i + 4] for i in range(0, len(order), 4)]
    width, settled = 4, set()
    for turn in range(tries):
        report_progress("reseating", turn, tries)
        tables.sort(key=sum)
        size = min(width, len(tables))
        reach = min(len(tables), size + 3)
        start = rng.below(len(tables) - reach + 1)
        picked = sorted(rng.shuffled(range(start, start + reach))[:size])
        people = sorted(p for i in picked for p in tables[i])
        if (key := tuple(people)) in settled:
            width = min(width + 1, MOST_TABLES)
            continue
        settled.add(key)
        now = sum(table_price(tables[i], costs, extra) for i in picked)
        best, work = best_partition(people, costs, now, barred, NODES, extra)
        if work > 1_200:
            width = max(4, width - 1)
        elif work < 500:
            width = min(width + 1, MOST_TABLES)
        if best is not None:
            for j, i in enumerate(picked):
                tables[i] = best[4 * j : 4 * j + 4]
    return [p for table in tables for p in table]


def table_price(table: Sequence[int], costs: Costs, extra: Extra | None = None) -> int:
    """Return the sum of the pairs' costs and of the table's own."""
    a, b, c, d = table
    row = costs[a]
    price = row[b] + row[c] + row[d] + costs[b][c] + costs[b][d] + costs[c][d]
    return price + extra(a, b, c, d) if extra else price
