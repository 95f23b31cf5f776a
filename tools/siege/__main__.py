"""Attack a complete installation on this machine, and count losses.

    python -m tools.siege [tables] [kills] [outages]      all three by default; about ten minutes on two cores
        --tables 200    tables at each of which four phones report at once
        --kills 100     kill -9 of a web process, the database, Celery and Redis in turn, under phones that retry
        --seconds 10    how long each outage lasts

All servers are started here, on 127.0.0.1, and deleted afterwards: PostgreSQL with durable writes, Redis, gunicorn
with four processes, a Celery worker and its beat. Exits with 1 if an acknowledged write was lost or duplicated, if an
answer was a 500 or a 503 without Retry-After, or if ledger and standings do not agree.
"""

import argparse
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial

import django
import redis

from tools.siege.house import House, Part, house
from tools.siege.phones import Hall, Phone, Score, Seat, side_by_side

OUTAGE_TABLES = 120
FEWEST_BETWEEN_KILLS = 3  # writes acknowledged before the next kill


@dataclass
class Report:
    """What to print, and whether anything was lost."""

    is_sound: bool = True

    def print_line(self, line: str) -> None:
        print(line, flush=True)

    def judge(self, what: str, is_well: bool, line: str) -> None:
        self.is_sound = self.is_sound and is_well
        self.print_line(f"{'ok    ' if is_well else 'FAILED'}  {what:<22}{line}")


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tools.siege",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("attacks", nargs="*", metavar="tables | kills | outages")
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=10)
    chosen = parser.parse_args()
    wanted = chosen.attacks or ["tables", "kills", "outages"]
    if unknown := set(wanted) - {"tables", "kills", "outages"}:
        parser.error(f"there is no attack called {', '.join(sorted(unknown))}")
    report = Report()
    with house() as built:
        os.environ.update(built.environment, DJANGO_SETTINGS_MODULE="config.settings", LOG_LEVEL="ERROR")
        django.setup()
        if "tables" in wanted:
            four_at_each_table(built, report, chosen.tables)
        if "kills" in wanted:
            kill_in_turn(built, report, chosen.kills)
        if "outages" in wanted:
            outages(built, report, chosen.seconds)
    report.print_line("Nothing was lost." if report.is_sound else "FAILED: see above.")
    return 0 if report.is_sound else 1


def four_at_each_table(built: House, report: Report, tables: int) -> None:
    """Four phones of a table report at the same moment: one succeeds, three are told of it."""
    from tools.siege import facts  # noqa: PLC0415 - needs Django set up

    opened, score, odd = facts.open_hall("tables", tables), Score(), 0
    for table in opened:
        answers: list[int] = []
        phones = [Phone(built.url, score, seat) for seat in table]
        side_by_side([partial(_report, phone, answers) for phone in phones])
        odd += sorted(answers) != [201, 409, 409, 409]
    lost, doubled = facts.lost_and_doubled(score)
    report.judge(
        "four at each table",
        not (odd or lost or doubled or score.errors) and len(score.reported) == tables,
        f"{len(score.reported)} of {tables} tables taken once, {odd} otherwise; {score.summary()};"
        f" lost {lost}, doubled {doubled}; slowest {score.slowest:.2f} s",
    )
    _judge_standings(report, "tables")


def kill_in_turn(built: House, report: Report, kills: int) -> None:
    """kill -9 under phones that retry with the same key until answered."""
    from tools.siege import facts  # noqa: PLC0415

    # Of four writes each: enough that no table runs out.
    opened, began = facts.open_hall("kills", 2 * kills + 40), time.monotonic()
    turns: list[tuple[str, Callable[[], None]]] = [
        ("web", built.web.kill_a_child),
        ("database", partial(_again, built.database)),
        ("worker", partial(_again, built.worker)),
        ("redis", partial(_again, built.redis)),
        ("web", built.web.kill_a_child),
        ("beat", partial(_again, built.beat)),
    ]
    killed: dict[str, int] = {}
    with Hall(built.url, opened) as hall:
        for number in range(kills):
            name, kill = turns[number % len(turns)]
            seen, ends = hall.score.acknowledged, time.monotonic() + 20
            while hall.score.acknowledged < seen + FEWEST_BETWEEN_KILLS and time.monotonic() < ends:
                time.sleep(0.02)
            kill()
            killed[name] = killed.get(name, 0) + 1
    built.wait_until_ready()
    facts.reconnect()
    score = hall.score
    lost, doubled = facts.lost_and_doubled(score)
    summary = ", ".join(f"{name} {count}" for name, count in killed.items())
    report.judge(
        "killed in turn",
        not (lost or doubled or score.errors or score.given_up or score.refused)
        and score.acknowledged >= FEWEST_BETWEEN_KILLS * kills,
        f"{kills} kills ({summary}) in {time.monotonic() - began:.0f} s; {score.acknowledged} writes acknowledged,"
        f" {score.replayed} repeats got their first answer, lost {lost}, doubled {doubled},"
        f" given up {score.given_up}; {score.summary()}; slowest {score.slowest:.2f} s",
    )
    _judge_standings(report, "kills")


def outages(built: House, report: Report, seconds: float) -> None:
    """Redis full, hanging and unavailable, and a read-only database; each for a while."""
    from tools.siege import facts  # noqa: PLC0415

    for name, outage in (
        ("nothing is out", _nothing),
        ("Redis full", _redis_full),
        ("Redis hangs", _redis_hangs),
        ("Redis is away", _redis_away),
        ("database read-only", _database_read_only),
    ):
        slug = name.lower().replace(" ", "-")
        opened = facts.open_hall(slug, OUTAGE_TABLES)
        readers, is_over, wake_up = Score(), threading.Event(), 0.0
        reading = threading.Thread(target=_read, args=(built, readers, is_over, slug, opened[0][0]))
        with Hall(built.url, opened, clients=2) as hall:
            with outage(built):
                reading.start()
                ends = time.monotonic() + seconds
                if name.startswith("Redis"):
                    wake_up = facts.slowest_wake_up()
                time.sleep(max(0.0, ends - time.monotonic()))
                is_over.set()
                reading.join()
            built.wait_until_ready()
        facts.reconnect()
        lost, doubled = facts.lost_and_doubled(hall.score)
        woken = f"; slowest wake-up {wake_up * 1000:.0f} ms" if wake_up else ""
        report.judge(
            name,
            not (
                lost
                or doubled
                or hall.score.errors
                or hall.score.given_up
                or hall.score.refused
                or readers.errors
            ),
            f"writes {hall.score.summary()} (slowest {hall.score.slowest:.2f} s), lost {lost}, doubled {doubled};"
            f" pages {readers.summary()} (slowest {readers.slowest:.2f} s){woken}",
        )
        _judge_standings(report, slug)


def _read(built: House, score: Score, is_over: threading.Event, slug: str, seat: Seat) -> None:
    anybody, phone = Phone(built.url, score), Phone(built.url, score, seat)
    while not is_over.is_set():
        for path in (
            f"/t/{slug}/standings/",
            f"/t/{slug}/",
            "/accounts/login/",
            f"/api/v1/tournaments/{slug}/",
        ):
            anybody.ask("GET", path)
        phone.ask("GET", "/seat/table/")
        time.sleep(0.1)


def _report(phone: Phone, answers: list[int]) -> None:
    answers.append(phone.report()[0])


def _judge_standings(report: Report, slug: str) -> None:
    from tools.siege import facts  # noqa: PLC0415

    took, problems = facts.come_right(slug)
    report.judge(
        "", not problems, f"standings and ledger agree after {took:.1f} s" if not problems else str(problems)
    )


def _again(part: Part) -> None:
    part.kill()
    part.start()


@contextmanager
def _nothing(built: House) -> Iterator[None]:
    yield


@contextmanager
def _redis_full(built: House) -> Iterator[None]:
    with redis.Redis.from_url(built.environment["REDIS_URL"]) as client:
        client.config_set("maxmemory-policy", "noeviction")
        client.config_set("maxmemory", 1)
        yield
        client.config_set("maxmemory", 0)


@contextmanager
def _redis_hangs(built: House) -> Iterator[None]:
    built.redis.send(signal.SIGSTOP)
    yield
    built.redis.send(signal.SIGCONT)


@contextmanager
def _redis_away(built: House) -> Iterator[None]:
    built.redis.kill()
    yield
    built.redis.start()


@contextmanager
def _database_read_only(built: House) -> Iterator[None]:
    built.administer("ALTER DATABASE jantaku SET default_transaction_read_only = on")
    _part_from_the_database(built)
    yield
    built.administer("ALTER DATABASE jantaku SET default_transaction_read_only = off")
    _part_from_the_database(built)


def _part_from_the_database(built: House) -> None:
    """End all connections, as a failover does: new ones find the current database."""
    built.administer("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'jantaku'")


if __name__ == "__main__":
    sys.exit(main())
