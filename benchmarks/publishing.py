"""Publish the standings of 10^3 to 10^6 games, as ratios to a numpy group-by over the same scores in memory.

    python -m benchmarks.publishing [most games, default 100000] [rounds]

numpy adds up totals and places and sorts; it has the rows in memory already, which is the floor of any computation.
Ours reads them from the database, ranks with tie-breaks and lots, and replaces the published rows in one transaction.
`all` works everything out anew; `one more` is what a confirmed game costs. The published rows are compared with
numpy's before anything is timed.
"""

import sys

import django

from benchmarks.measure import in_turns, own_database, ratio, seconds

PLAYERS = 400


def main() -> None:
    most = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 5
    with own_database():
        django.setup()
        from benchmarks import publishing_work as work  # noqa: PLC0415 - needs Django set up

        print(f"Standings of {PLAYERS} players, {rounds} rounds; numpy in memory = 1")
        print(f"{'games':>9}  {'numpy':>9}  {'all':<24}{'one more':<24}")
        games = 1_000
        while games <= most:
            stage, scores = work.league(games, PLAYERS)
            work.check(stage, scores)
            taken = in_turns(
                rounds,
                numpy=lambda scores=scores: seconds(lambda: work.group_by(scores)),
                all=lambda stage=stage: seconds(lambda: work.publish_all(stage)),
                one=lambda stage=stage: work.publish_one_more(stage),
            )
            floor = sorted(taken["numpy"])[rounds // 2]
            print(
                f"{games:>9,}  {floor * 1000:6.2f} ms  {ratio(taken['all'], taken['numpy']):<24}"
                f"{ratio(taken['one'], taken['numpy']):<24}",
                flush=True,
            )
            games *= 10


if __name__ == "__main__":
    main()
