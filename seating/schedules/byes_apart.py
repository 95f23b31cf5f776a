"""An order of rounds without two byes in a row, if there is one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from seating.drbg import Drbg

# Limit of the search: all orders of seven rounds, about sixty orders of sixty.
STEPS = 120_000


def keep_byes_apart(byes: Sequence[Sequence[int]], before: Iterable[int], rng: Drbg) -> list[int]:
    """Return the order of rounds, as indexes of `byes`, with the fewest byes in two consecutive rounds; `before` sat
    out in the round before the first.

    For few rounds this is the minimum, for more the best found; the search ends at zero.
    """
    benches = [set(row) for row in byes]
    shared = [[len(here & there) for there in benches] for here in benches]
    first = [len(bench & set(before)) for bench in benches]
    names = rng.shuffled(range(len(benches)))
    left, steps = set(names), STEPS
    best = names
    fewest = sum(first[i] for i in names[:1]) + sum(shared[i][j] for i, j in pairwise(names))
    order: list[int] = []

    def go_on(twice: int) -> None:
        """Try every round next, first those that leave the fewest ways to continue."""
        nonlocal best, fewest, steps
        if not left:
            best, fewest = list(order), twice
            return
        costs = shared[order[-1]] if order else first
        ways = {i: sum(not shared[i][j] for j in left) for i in left}
        steps -= len(left)
        for i in sorted((i for i in names if i in left), key=lambda i: (costs[i], ways[i])):
            if fewest == 0 or steps < 0 or twice + costs[i] >= fewest:
                return
            left.remove(i)
            order.append(i)
            go_on(twice + costs[i])
            order.pop()
            left.add(i)

    go_on(0)
    return best
