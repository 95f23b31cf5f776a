"""Verify ledgers of up to 10^5 entries, as a ratio to hashing and reading the same bytes.

    python -m benchmarks.verifying [most entries, default 100000] [rounds]

The floor is SHA-256 and json.loads of every entry's bytes, which lie in memory already; nobody can verify a chain and
know what it tells with less. Two ledgers: `phones`, of which each game is four entries (reported, agreed twice,
confirmed), and `imported`, of which each game is one. CPU seconds of this process, in which SQLite works too. Memory
is what Python took for it at most, which must not grow with the entries; beside it the whole process's, so far.
"""

import sys

import django

from benchmarks.measure import in_turns, own_database, ratio, seconds


def main() -> None:
    most = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 3
    with own_database():
        django.setup()
        from benchmarks import verifying_work as work  # noqa: PLC0415 - needs Django set up

        print(f"Verifying a ledger, {rounds} rounds; sha256 + json of the same bytes = 1")
        print(
            f"{'':>9} {'entries':>9}  {'floor':>9}  {'verify':>9}  {'an entry':>18}  "
            f"{'memory':>8}  {'process':>8}  {'ratio':<24}"
        )
        entries = 1_000
        while entries <= most:
            for kind in ("phones", "imported"):
                tournament = work.tournament(kind, entries)
                lines = work.lines(tournament)
                memory = work.check(tournament)
                taken = in_turns(
                    rounds,
                    floor=lambda lines=lines: seconds(lambda: work.floor(lines)),
                    verify=lambda tournament=tournament: seconds(lambda: work.verify(tournament)),
                )
                floor, ours = (sorted(taken[name])[rounds // 2] for name in ("floor", "verify"))
                each = f"{ours / len(lines) * 1e6:.1f} µs {memory / len(lines):,.0f} B"
                print(
                    f"{kind:>9} {len(lines):>9,}  {floor:7.2f} s  {ours:7.2f} s  {each:>18}  "
                    f"{memory / 1e6:5.1f} MB  {work.peak():5.0f} MB  "
                    f"{ratio(taken['verify'], taken['floor']):<24}",
                    flush=True,
                )
            entries *= 10


if __name__ == "__main__":
    main()
