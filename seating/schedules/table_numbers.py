"""Numbering of tables so that few players visit one twice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from seating.drbg import Drbg
from seating.progress import report_progress
from seating.search.annealing import exponentials, numbers, thresholds

STEPS = 40_000


def number_tables(
    rounds: Sequence[Sequence[Sequence[int]]],
    rng: Drbg,
    *,
    fixed: Mapping[int, int] | None = None,
    first: Sequence[int | None] = (),
    steps: int = STEPS,
) -> list[list[list[int]]]:
    """Reorder the tables of each round so that few players visit a table twice (annealing, bounded by steps).

    `fixed` puts players at a table index in every round (at most one at a table), `first` names a player whose table
    comes first in that round, even a short one; `fixed` has precedence. The steps are multiplied by the generator's
    effort.
    """
    steps *= rng.effort
    fixed = fixed or {}
    out, pinned = [], []
    for r, tables in enumerate(rounds):
        order = [list(t) for t in tables]
        held: set[int] = set()
        wanted = [(p, i) for p, i in fixed.items() if any(p in t for t in order)]
        star = first[r] if r < len(first) else None
        if star is not None and 0 not in fixed.values():
            wanted.append((star, 0))
        for player, index in wanted:
            here = next((i for i, t in enumerate(order) if player in t), None)
            fits = here is not None and (player == star or len(order[here]) == len(order[index]))
            if here is not None and fits and here not in held and index not in held:
                order[here], order[index] = order[index], order[here]
                held.add(index)
        out.append(order)
        pinned.append(held)
    _anneal(out, pinned, rng, steps)
    return out


def _anneal(rounds: list[list[list[int]]], pinned: Sequence[set[int]], rng: Drbg, steps: int) -> None:
    width = max(len(t) for t in rounds)
    visits: dict[int, list[int]] = {}
    for tables in rounds:
        for i, table in enumerate(tables):
            for p in table:
                visits.setdefault(p, [0] * width)[i] += 1
    # Only tables of one size swap numbers, so odd tables stay last.
    order = exponentials(rng)
    stages = 20
    for stage in range(stages):
        report_progress("numbering", stage, stages)
        left = stages - 1 - stage
        limits = thresholds(order, 2 + 30 * left * left // (stages - 1) ** 2)
        raw = numbers(rng, 3 * (steps // stages))
        for k in range(0, len(raw) - 2, 3):
            r = raw[k] * len(rounds) >> 16
            tables = rounds[r]
            i, j = raw[k + 1] * len(tables) >> 16, raw[k + 2] * len(tables) >> 16
            here, there = tables[i], tables[j]
            if i == j or i in pinned[r] or j in pinned[r] or len(here) != len(there):
                continue
            change = 0
            for p in here:
                row = visits[p]
                change += row[j] - row[i] + 1
            for p in there:
                row = visits[p]
                change += row[i] - row[j] + 1
            if change < limits[k // 3 % len(limits)]:
                for p in here:
                    row = visits[p]
                    row[i] -= 1
                    row[j] += 1
                for p in there:
                    row = visits[p]
                    row[j] -= 1
                    row[i] += 1
                tables[i], tables[j] = there, here
