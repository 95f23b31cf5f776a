"""Assignment of players to labels of a design, so that pair constraints hold without a rematch."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from seating.drbg import Drbg
from seating.metrics import Pair
from seating.progress import report_progress
from seating.search.annealing import exponentials, numbers, thresholds


def place(
    rounds: Sequence[Sequence[Sequence[int]]],
    labels: list[int],
    prices: Mapping[Pair, int],
    rng: Drbg,
    steps: int = 60_000,
) -> list[int]:
    """Improve `labels` (label -> player) by swaps until no priced pair meets or the steps are used up.

    Returns the best labelling seen. Rematches do not change: only names move. The steps are multiplied by the
    generator's effort.
    """
    steps *= rng.effort
    n = len(labels)
    faces: list[dict[int, int]] = [{} for _ in range(n)]
    for tables in rounds:
        for table in tables:
            for a in table:
                for b in table:
                    if a != b:
                        faces[a][b] = faces[a].get(b, 0) + 1
    of = {player: label for label, player in enumerate(labels)}
    foes: dict[int, list[tuple[int, int]]] = {}
    for (a, b), price in prices.items():
        if a in of and b in of:
            foes.setdefault(a, []).append((b, price))
            foes.setdefault(b, []).append((a, price))
    scale = max(1, min(prices.values(), default=1))

    def pays(player: int, label: int, other: int) -> int:
        """Return the price of `player` at `label`; a foe who swaps with them meets as often as before."""
        seen = faces[label]
        return sum(price * seen.get(of[foe], 0) for foe, price in foes.get(player, ()) if foe != other)

    total = sum(price * faces[of[a]].get(of[b], 0) for (a, b), price in prices.items() if a in of and b in of)
    best, best_labels = total, labels[:]
    active = sorted(foes)
    if not active or not total:
        return labels
    order, stages = exponentials(rng), 24
    for stage in range(stages):
        report_progress("seating", stage, stages)
        left = stages - 1 - stage
        limits = thresholds(order, scale * (1 + 12 * left * left // (stages - 1) ** 2))
        raw = numbers(rng, 2 * (steps // stages))
        for k in range(0, len(raw) - 1, 2):
            p = active[raw[k] * len(active) >> 16]
            here, there = of[p], raw[k + 1] * n >> 16
            q = labels[there]
            if p == q:
                continue
            change = pays(p, there, q) - pays(p, here, q) + pays(q, here, p) - pays(q, there, p)
            if change < limits[k // 2 % len(limits)]:
                labels[here], labels[there] = q, p
                of[p], of[q] = there, here
                total += change
                if total < best:
                    best, best_labels = total, labels[:]
                    if not best:
                        return best_labels
    return best_labels
