"""What the benchmarks of the server have in common: databases of their own, taking turns, ratios."""

import os
import secrets
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import TypeVar

T = TypeVar("T")
ROOT = Path(__file__).resolve().parent.parent


@contextmanager
def own_database() -> Iterator[dict[str, str]]:
    """Give the environment of a fresh, migrated SQLite database; with DATABASE_URL set, that one is used instead.

    Must be entered before Django is set up. The database is on disk and every commit waits for it, as in real life.
    """
    place = ROOT / "var"
    place.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="jantaku-bench-", dir=place) as folder:
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
        os.environ["JANTAKU_VAR_DIR"] = folder
        os.environ.setdefault("DATABASE_URL", f"sqlite:///{folder}/bench.sqlite3")
        os.environ["STATIC_MANIFEST"] = "0"
        # What a server has to be told, and a laptop makes by itself.
        os.environ.setdefault("SECRET_KEY", secrets.token_urlsafe(50))
        os.environ.setdefault("SITE_URL", "http://127.0.0.1")
        migrate = [sys.executable, "manage.py", "migrate", "-v0", "--skip-checks"]
        subprocess.run(migrate, check=True, cwd=ROOT, env=dict(os.environ))  # noqa: S603
        yield dict(os.environ)


def now() -> float:
    """Seconds of this process's CPU, in which SQLite works too; of the clock with a database server beside it."""
    return process_time() if os.environ["DATABASE_URL"].startswith("sqlite") else perf_counter()


def seconds(call: Callable[[], object]) -> float:
    """How long a call takes."""
    began = now()
    call()
    return now() - began


def in_turns(rounds: int, **calls: Callable[[], T]) -> dict[str, list[T]]:
    """Let the calls measure themselves in turn, round by round, so that a busy machine slows all alike."""
    taken: dict[str, list[T]] = {name: [] for name in calls}
    for _round in range(rounds):
        for name, call in calls.items():
            taken[name].append(call())
    return taken


def ratio(ours: list[float], floor: list[float]) -> str:
    """The ratio of the medians, with the least and the greatest ratio of a round.

    >>> ratio([3.0, 2.0, 4.0], [1.0, 1.0, 1.0])
    '    3.0 x  (2.0-4.0)'
    """
    each = [mine / other for mine, other in zip(ours, floor, strict=True)]
    return f"{median(ours) / median(floor):7.1f} x  ({min(each):.1f}-{max(each):.1f})"
