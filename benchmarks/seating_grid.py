"""The whole grid of schedules, each judged by the tests' independent checker.

    python -m benchmarks.seating_grid            every size from 16 to 1,000 players; some minutes

Prints one line for each cell that misses a bound, then the totals and the slowest cell.
"""

from __future__ import annotations

import sys
import time
from statistics import quantiles

from seating.designs.constructions import lane_capacity
from seating.designs.stored import capacity, upper_limit
from seating.metrics import bounds
from seating.requests import ScheduleRequest
from seating.schedules.schedule import draw_schedule
from tests.seating import checker

ROUNDS = (4, 5, 6, 7, 8, 9, 10, 12, 15, 20)


def cells(step: int) -> list[tuple[int, int]]:
    out = []
    for players in range(16, 1001, 4 * step):
        rounds = {r for r in ROUNDS if r <= upper_limit(players)}
        if players <= 130:
            rounds.add(upper_limit(players))
        out += [(players, r) for r in sorted(rounds)]
    return out


def main(step: int) -> None:
    times, misses, table_misses, unsettled = [], 0, 0, 0
    grid = cells(step)
    for players, rounds in grid:
        start = time.perf_counter()
        drawn = draw_schedule(ScheduleRequest(range(players), rounds), f"grid {players} {rounds}")
        times.append((time.perf_counter() - start, players, rounds))
        checker.assert_everyone_sits_once(drawn.rounds, range(players))
        again = checker.repeats(drawn.rounds)
        uneven = len(checker.rounds_with_uneven_winds(drawn.rounds))
        if again or uneven:
            misses += 1
            known = capacity(players)
            print(
                f"{players} x {rounds}: {again} rematches ({known} rounds can do without), {uneven} bad winds"
            )
        excess = checker.table_excess(drawn.rounds) - bounds(players, rounds).table_excess
        if excess and rounds <= lane_capacity(players // 4):
            table_misses += 1
            print(f"{players} x {rounds}: {excess} visits to the same table")
        unsettled += bool(excess)
    seconds = sorted(t for t, _, _ in times)
    print(
        f"{len(grid)} schedules, {misses} with a rematch or uneven winds, {unsettled} above the table bound "
        f"({table_misses} of them where it is promised)"
    )
    print(
        f"seconds: median {seconds[len(seconds) // 2]:.4f}, 95 % {quantiles(seconds, n=20)[-1]:.4f}, "
        f"slowest {max(times)}"
    )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1)
