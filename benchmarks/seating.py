"""Whole schedules and Swiss events beside two plain ways of drawing, in the same run.

    python -m benchmarks.seating [largest number of players]

*random* seats every round by lot. *by rounds* is what most programs do: a thousand shuffles a round, the one
with the fewest rematches is kept, then winds table by table. *Swiss by tables* opens a table with the best
player who is not seated and adds the best ones who have met nobody there, if any are left.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable, Sequence

from seating.drbg import Drbg
from seating.metrics import Metrics, Table, measure, meetings, pair
from seating.requests import ScheduleRequest, SwissRequest
from seating.rounds.swiss import draw_swiss
from seating.schedules.schedule import draw_schedule
from seating.winds.one_round import seat_by_need

Rounds = list[list[Table]]
SIZES = [(16, 5), (20, 4), (24, 7), (28, 9), (32, 8), (32, 10), (40, 8), (48, 8), (64, 8), (64, 10), (100, 8)]
SIZES += [(120, 10), (200, 10), (400, 8), (1000, 8)]
SHUFFLES = 1_000


def by_lot(players: int, rounds: int, seed: str) -> Rounds:
    lot = random.Random(seed)  # noqa: S311 - a rival to measure, not a draw
    out = []
    for _ in range(rounds):
        order = lot.sample(range(players), players)
        out.append([tuple(order[i : i + 4]) for i in range(0, players, 4)])
    return out


def by_rounds(players: int, rounds: int, seed: str) -> Rounds:
    lot = random.Random(seed)  # noqa: S311 - a rival to measure, not a draw
    out: Rounds = []
    for number in range(rounds):
        met = meetings(out)
        best: tuple[int, list[list[int]]] | None = None
        for _ in range(SHUFFLES if players <= 200 else SHUFFLES // 10):
            order = lot.sample(range(players), players)
            tables = [order[i : i + 4] for i in range(0, players, 4)]
            again = sum(1 for t in tables for i in range(4) for j in range(i) if met[pair(t[i], t[j])])
            if best is None or again < best[0]:
                best = again, tables
        assert best is not None
        out.append(seat_by_need(best[1], out, Drbg(f"{seed}{number}")))
    return out


def ours(players: int, rounds: int, seed: str) -> Rounds:
    return draw_schedule(ScheduleRequest(range(players), rounds), seed).rounds


def swiss_by_tables(standing: Sequence[int], history: Rounds, seed: str) -> list[Table]:
    met = meetings(history)
    left, tables = list(standing), []
    while left:
        table = [left.pop(0)]
        while len(table) < 4:
            fewest = min(left, key=lambda p: (sum(met[pair(p, q)] for q in table), left.index(p)))
            left.remove(fewest)
            table.append(fewest)
        tables.append(table)
    return seat_by_need(tables, history, Drbg(seed))


def our_swiss(standing: Sequence[int], history: Rounds, seed: str) -> list[Table]:
    return draw_swiss(SwissRequest(standing, history=history), seed).tables


def event(
    players: int, rounds: int, seed: str, draw: Callable[[Sequence[int], Rounds, str], list[Table]]
) -> tuple[Rounds, float, float]:
    """Rounds, mean rank spread of a table, slowest draw in seconds; results depend on skill and luck."""
    lot = random.Random(seed)  # noqa: S311 - a rival to measure, not a draw
    skill = [lot.randint(-10_000, 10_000) for _ in range(players)]
    total, history, slowest, spread = [0] * players, [], 0.0, 0
    for number in range(rounds):
        standing = sorted(range(players), key=lambda p: (-total[p], p))
        rank = {p: i for i, p in enumerate(standing)}
        start = time.perf_counter()
        tables = draw(standing, history, f"{seed}-{number}")
        slowest = max(slowest, time.perf_counter() - start)
        history.append(tables)
        for table in tables:
            spread += max(rank[p] for p in table) - min(rank[p] for p in table)
            order = sorted(table, key=lambda p: -skill[p] - lot.gauss(0, 25_000))
            for player, uma in zip(order, (15_000, 5_000, -5_000, -15_000), strict=True):
                total[player] += uma + lot.randint(-9_000, 9_000)
    return history, spread * 4 / players / rounds, slowest


def line(m: Metrics) -> str:
    winds = f"{m.players_off_winds:5} {m.rounds_off_winds:6}"
    return f"{m.repeated_pairs:5} {m.most_meetings:4} {winds} {m.table_excess:6}"


def main(largest: int) -> None:
    sizes = [s for s in SIZES if s[0] <= largest]
    print(
        "Whole schedules: rematches, most meetings of a pair, players whose winds differ by more than one at"
    )
    print("the end, (player, round) after which they do, visits to a table beyond the first, seconds")
    for players, rounds in sizes:
        for name, draw in (("random", by_lot), ("by rounds", by_rounds), ("jantaku", ours)):
            start = time.perf_counter()
            drawn = draw(players, rounds, "benchmark")
            took = time.perf_counter() - start
            print(f"{players:5} x {rounds:2}  {name:16} {line(measure(drawn))} {took:9.3f}")
    print(
        "\nSwiss: rematches, mean rank spread of a table, players with uneven winds, slowest round in seconds"
    )
    for players, rounds in sizes:
        for name, step in (("Swiss by tables", swiss_by_tables), ("jantaku", our_swiss)):
            history, spread, slowest = event(players, rounds, "benchmark", step)
            m = measure(history)
            quality = f"{m.repeated_pairs:5} {spread:6.1f} {m.players_off_winds:5}"
            print(f"{players:5} x {rounds:2}  {name:16} {quality} {slowest:9.3f}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000)
