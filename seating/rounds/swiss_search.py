"""The annealing of a Swiss round: one global optimization over all tables of four."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, cycle, islice

from seating.drbg import Drbg
from seating.progress import report_progress
from seating.search.annealing import exponentials, numbers, thresholds
from seating.winds.allowed import WindNeed

Costs = Sequence[Sequence[int]]

_POOL = 20_011  # proposals before they repeat; a prime
_STRIDE = 25_000  # steps between two reports of progress


def proposals(rng: Drbg, n: int, reach: int) -> list[tuple[int, int]]:
    """Return pairs of places at most `reach` apart."""
    reach = max(1, min(reach, n - 1))
    raw = numbers(rng, 2 * _POOL)
    out = []
    for place, distance in zip(raw[::2], raw[1::2], strict=True):
        p = place * n >> 16
        apart = 1 + (distance * reach >> 16)
        if p + apart < n:
            out.append((p, p + apart))
        elif p >= apart:
            out.append((p, p - apart))
    return out


@dataclass(frozen=True, slots=True)
class Walk:
    """Length and range of an annealing: temperatures in 1/16 of the unit of cost, `reach` in places."""

    steps: int
    hot: int
    cold: int
    reach: int


def anneal(order: Sequence[int], costs: Costs, rng: Drbg, walk: Walk) -> tuple[int, list[int]]:
    """Improve a seating by swaps; return the cost and order of the best seen. Each four neighbours in `order` are a
    table.
    """
    n = len(order)
    mates: list[tuple[int, int, int]] = [(0, 0, 0)] * n
    share = [0] * n
    total = 0
    for at in range(0, n, 4):
        table = order[at : at + 4]
        for i, p in enumerate(table):
            a, b, c = mates[p] = (table[i - 1], table[i - 2], table[i - 3])
            share[p] = costs[p][a] + costs[p][b] + costs[p][c]
            total += share[p]
    total //= 2
    best, best_mates = total, mates[:]
    pool = cycle(proposals(rng, n, walk.reach))
    exponential = exponentials(rng)
    stages = 40
    for stage in range(stages):
        # Geometric cooling in integers.
        temperature = max(1, _between(walk.hot, walk.cold, stage, stages))
        limits = cycle(thresholds(exponential, temperature))
        strides = _in_strides(pool, stage, stages, walk.steps)
        for (p, q), limit in zip(chain.from_iterable(strides), limits, strict=False):
            a, b, c = mates[p]
            d, e, f = mates[q]
            mine, yours = costs[p], costs[q]
            p_share = mine[d] + mine[e] + mine[f]
            q_share = yours[a] + yours[b] + yours[c]
            change = p_share + q_share - share[p] - share[q]
            if change < limit and q != a and q != b and q != c:
                total += change
                mates[p], mates[q] = (d, e, f), (a, b, c)
                share[p], share[q] = p_share, q_share
                mates[a], mates[b], mates[c] = (q, b, c), (q, a, c), (q, a, b)
                mates[d], mates[e], mates[f] = (p, e, f), (p, d, f), (p, d, e)
                share[a] += yours[a] - mine[a]
                share[b] += yours[b] - mine[b]
                share[c] += yours[c] - mine[c]
                share[d] += mine[d] - yours[d]
                share[e] += mine[e] - yours[e]
                share[f] += mine[f] - yours[f]
                if total < best:
                    best, best_mates = total, mates[:]
    return best, flatten(best_mates)


def _in_strides(
    pool: Iterator[tuple[int, int]], stage: int, stages: int, steps: int
) -> Iterator[Iterator[tuple[int, int]]]:
    """Yield a stage's proposals in strides, reporting progress before each."""
    share = steps // stages
    for done in range(0, share, _STRIDE):
        report_progress("annealing", stage * share + done, steps)
        yield islice(pool, min(_STRIDE, share - done))


def _between(hot: int, cold: int, stage: int, stages: int) -> int:
    """Approximate hot * (cold / hot) ** (stage / stages) by a quadratic, without floating point."""
    left = stages - 1 - stage
    return cold + (hot - cold) * left * left // (stages - 1) ** 2


def flatten(mates: Sequence[tuple[int, int, int]]) -> list[int]:
    order: list[int] = []
    seen = bytearray(len(mates))
    for p, others in enumerate(mates):
        if not seen[p]:
            order += [p, *others]
            for q in others:
                seen[q] = 1
    return order


def total_cost(order: Sequence[int], costs: Costs) -> int:
    total = 0
    for at in range(0, len(order), 4):
        a, b, c, d = order[at : at + 4]
        row = costs[a]
        total += row[b] + row[c] + row[d] + costs[b][c] + costs[b][d] + costs[c][d]
    return total


def anneal_with_winds(
    order: Sequence[int], costs: Costs, rng: Drbg, walk: Walk, need: WindNeed, fine: int
) -> tuple[int, list[int]]:
    """As `anneal`, plus `fine` for each table that cannot give all players a suitable wind."""
    n = len(order)
    mates: list[tuple[int, int, int]] = [(0, 0, 0)] * n
    total = total_cost(order, costs)
    codes, shareable = need.codes, need.shareable
    for at in range(0, n, 4):
        table = order[at : at + 4]
        total += 0 if need.allows(*table) else fine
        for i, p in enumerate(table):
            mates[p] = (table[i - 1], table[i - 2], table[i - 3])
    best, best_mates = total, mates[:]
    pool = cycle(proposals(rng, n, walk.reach))
    exponential = exponentials(rng)
    stages = 40
    for stage in range(stages):
        limits = cycle(thresholds(exponential, max(1, _between(walk.hot, walk.cold, stage, stages))))
        strides = _in_strides(pool, stage, stages, walk.steps)
        for (p, q), limit in zip(chain.from_iterable(strides), limits, strict=False):
            a, b, c = mates[p]
            d, e, f = mates[q]
            mine, yours = costs[p], costs[q]
            change = mine[d] + mine[e] + mine[f] + yours[a] + yours[b] + yours[c]
            change -= mine[a] + mine[b] + mine[c] + yours[d] + yours[e] + yours[f]
            if change < limit + 2 * fine and q != a and q != b and q != c:
                ours, theirs = codes[a] + codes[b] + codes[c], codes[d] + codes[e] + codes[f]
                change += fine * (
                    shareable[ours + codes[p]]
                    + shareable[theirs + codes[q]]
                    - shareable[ours + codes[q]]
                    - shareable[theirs + codes[p]]
                )
                if change >= limit:
                    continue
                total += change
                mates[p], mates[q] = (d, e, f), (a, b, c)
                mates[a], mates[b], mates[c] = (q, b, c), (q, a, c), (q, a, b)
                mates[d], mates[e], mates[f] = (p, e, f), (p, d, f), (p, d, e)
                if total < best:
                    best, best_mates = total, mates[:]
    return best, flatten(best_mates)
