"""What a statement that is written once saves beside the same by the ORM, for paths of `tournaments.models.fast_sql`.

    python -m benchmarks.fast_sql [players, default 64]

Milliseconds (of the processor on SQLite, of the clock with a server in DATABASE_URL), in turns, the median of each. A
path that saves next to nothing has no reason to be written by hand.
"""

import sys
from functools import partial
from statistics import median

import django

from benchmarks.measure import in_turns, own_database, seconds

ROUNDS, WARM = 300, 20


def main() -> None:
    players = int(sys.argv[1]) if len(sys.argv) > 1 else 64
    with own_database():
        django.setup()
        from benchmarks import fast_sql_work as work  # noqa: PLC0415 - needs Django set up

        print(f"{'':<32}{'by hand':>9}{'ORM':>9}{'saved':>9}   ms, {players} players")
        for name, path in work.paths(players).items():
            calls = {"by_hand": partial(seconds, path.by_hand), "by_orm": partial(seconds, path.by_orm)}
            taken = in_turns(ROUNDS + WARM, **calls)
            hand, orm = (1000 * median(taken[way][WARM:]) for way in calls)
            print(f"{name:<32}{hand:>9.2f}{orm:>9.2f}{orm - hand:>9.2f}", flush=True)


if __name__ == "__main__":
    main()
