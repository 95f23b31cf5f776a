"""The slowest draws there are: what `tournaments/actions/draws/costs.py` estimates, measured.

python -m benchmarks.draws
"""

import random
import time
from collections.abc import Callable
from typing import Any

from seating.json_requests import perform

Rounds = list[list[list[int]]]


def history(players: int, rounds: int) -> Rounds:
    """Rounds by plain shuffling: the worst a Swiss draw can start from."""
    lot = random.Random(1)  # noqa: S311 - nobody's seat depends on it
    out = []
    for _ in range(rounds):
        order = lot.sample(range(players), players)
        out.append([order[at : at + 4] for at in range(0, players - players % 4, 4)])
    return out


def repair(players: int, rounds: int) -> dict[str, Any]:
    schedule = perform({"do": "schedule", "players": players, "rounds": rounds, "seed": "a"})["rounds"]
    leavers = list(range(0, players, max(1, players // 4)))[:4]
    return {"do": "repair", "schedule": schedule, "since": 1, "leavers": leavers, "seed": "b"}


CASES: dict[str, Callable[[], dict[str, Any]]] = {
    "schedule 2,000 × 60": lambda: {"do": "schedule", "players": 2_000, "rounds": 60},
    "schedule 1,999 × 60, byes": lambda: {
        "do": "schedule",
        "players": 1_999,
        "rounds": 60,
        "remainder": "byes",
    },
    "schedule 1,000 × 8, 50 clubs": lambda: {
        "do": "schedule",
        "players": 1_000,
        "rounds": 8,
        "groups": [list(range(at, at + 20)) for at in range(0, 1_000, 20)],
    },
    "Swiss, 2,000 after 8": lambda: {
        "do": "swiss",
        "standing": list(range(2_000)),
        "history": history(2_000, 8),
    },
    "Swiss with winds, 1,000 after 8": lambda: {
        "do": "swiss",
        "standing": list(range(1_000)),
        "history": history(1_000, 8),
        "balance_winds": True,
    },
    "who met least, 1,000 after 8": lambda: {
        "do": "free_play",
        "present": list(range(1_000)),
        "history": history(1_000, 8),
    },
    "by standing, 2,000 after 59": lambda: {
        "do": "standing",
        "standing": list(range(2_000)),
        "history": history(2_000, 59),
    },
    "repair 200 × 10": lambda: repair(200, 10),
    "repair 1,000 × 10": lambda: repair(1_000, 10),
    "repair 2,000 × 60": lambda: repair(2_000, 60),
}


def main() -> None:
    for name, made in CASES.items():
        request = {"seed": "2026", **made()}
        began = time.process_time()
        perform(request)
        print(f"{name:32} {time.process_time() - began:6.2f} s of processor time")


if __name__ == "__main__":
    main()
