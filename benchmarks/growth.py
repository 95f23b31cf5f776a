"""Does what a request costs grow with games that it is not about? Statements and work, beside few games and many.

    python -m benchmarks.growth [games, default 100000]

Two tournaments ask and report: a small event of 64 players, and a league of 400. Each path is walked first beside a
league of 100 games, then beside one of so many: for the small event these are games of others, for the league games
of its own that count already. A league of teams publishes one more result by every rule of what counts.

Work is what the database says it did for all statements of the request: on SQLite thousands of its instructions, on
PostgreSQL (DATABASE_URL) pages of memory that were looked at. Both are counted, not timed, so a busy machine changes
nothing. A tree of a thousand times as many rows is a page or two deeper: on PostgreSQL that alone is up to three
times as many pages, on SQLite a few instructions more.

Ends with 1 when a path asks other statements beside more games, or works more because of games of others.
"""

import sys

import django
from django.db import connection

from benchmarks.measure import own_database

FEW = 100
# What is so much more, and at least so much, has grown.
FACTOR, LEAST = {"sqlite": 1.5, "postgresql": 3.0}, 5
Costs = dict[str, tuple[int, float]]


def main() -> int:
    many = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    with own_database():
        django.setup()
        from benchmarks import growth_work as work  # noqa: PLC0415 - needs Django set up

        event, league = work.event(), work.league("few", FEW)
        few, few_of_its_own = work.walk(event), work.walk(league)
        few_of_rules = work.walk_rules(work.league_of_teams("rules-few"))
        large = work.league("many", many)
        print(f"beside {FEW} and {many:,} games: statements, and {work.UNIT}")
        worse = show("small event", few, work.walk(event), may_grow=False)
        worse += show("league", few_of_its_own, work.walk(large), may_grow=True)
        of_rules = work.walk_rules(work.league_of_teams("rules-many"))
        worse += show("rules", few_of_rules, of_rules, may_grow=False)
    return min(worse, 1)


def show(name: str, few: Costs, many: Costs, *, may_grow: bool) -> int:
    """Print both sides path by path; return how many may not be so. With `may_grow` work may, statements not."""
    worse = 0
    for path, (statements, work) in few.items():
        statements_beside, work_beside = many[path]
        has_grown = work_beside - work > LEAST and work_beside > FACTOR[connection.vendor] * work
        worse += statements_beside != statements or (has_grown and not may_grow)
        print(
            f"{name:<12}{path:<24}{statements:>4} {statements_beside:>4}   {work:>8.1f} {work_beside:>8.1f}"
            f"{'   grows' if has_grown else ''}{'   OTHER STATEMENTS' if statements_beside != statements else ''}",
            flush=True,
        )
    return worse


if __name__ == "__main__":
    sys.exit(main())
