"""Run the tests: rules, draws and tools once, all others on SQLite and on PostgreSQL + Redis + a real Celery worker.

Prints each run's report and, at the very end, one line that adds them up: `N passed, N failed, N skipped`.
Ends with a status other than 0 unless all runs were green and at least one test was run. Options go to every
run of pytest; paths only to the runs they belong to, with `--sqlite` to that database's alone. Without a path, what
is marked `slow` waits for `--all`. `--thorough` runs all of that, what asks little of PostgreSQL there, too, and
every example where a part of them is enough: all roles about everything, every page in all its looks, hundreds of
games and draws. `--marked=NAME` stands for the paths of the files with a mark, `--not-marked=NAME` leaves them out.

The tests of each database are several runs, because those with browsers and processes of their own wait about as much
as they compute. Two runs for each core go on at a time: with more, each takes a sixth more computing, because they
drive each other out of the caches. The longest begin first, so that no core waits with them or at the end. A run more
costs the seconds in which pytest starts and collects.
Both databases are migrated once, and every run, server and race begins with a copy. What says the same of either
database is left out of the other one's runs, unless it is asked for by its path.
"""

import contextlib
import os
import secrets
import signal
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import psycopg

from tools.environment import ROOT, clean
from tools.servers import running
from tools.test_runs import (
    BOTH,
    POSTGRES,
    REMAINDER,
    RULES,
    RUNS,
    SQLITE,
    TESTS,
    Extent,
    all_runs,
    files_of,
    is_pure,
    lies_in,
    marked,
)

# The databases and Redis databases (there are 16) of the runs on one server are told apart by number: from 0 on, and
# from each multiple of this on.
NUMBER_OF_PROCESSES = 2
# What has browsers and processes waits half of its time for them, or for a clock; beside it another computes.
RUNS_OF_A_CORE = 2
THOROUGH = {"JANTAKU_THOROUGH": "1"}
WITHOUT_SLOW = {"JANTAKU_WITHOUT_SLOW": "1"}
# The argument after one of these is its value, not a path.
TAKES_A_VALUE = frozenset(
    {"-k", "-m", "-n", "-o", "-p", "-c", "-W", "--rootdir", "--durations", "--deselect", "--dist", "--ignore"}
)
NO_TESTS = 5  # pytest's status when everything was deselected


@dataclass(frozen=True)
class Tally:
    """How many tests of a run passed, failed (or could not be run) and were skipped."""

    passed: int
    failed: int
    skipped: int

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(self.passed + other.passed, self.failed + other.failed, self.skipped + other.skipped)

    def __str__(self) -> str:
        return f"{self.passed} passed, {self.failed} failed, {self.skipped} skipped"


@dataclass(frozen=True)
class Part:
    """What one run of pytest is given. Parts of one name are counted together."""

    name: str
    arguments: list[str]
    variables: dict[str, str] = field(default_factory=dict)
    run: str = REMAINDER


@dataclass
class Run:
    """One pytest process and where it writes."""

    name: str
    folder: Path
    process: "subprocess.Popen[bytes]"
    is_shown: bool = False

    def show(self) -> None:
        """Show what it wrote, once."""
        if not self.is_shown:
            self.is_shown = True
            print((self.folder / "output").read_text(errors="replace"), flush=True)

    def tally(self) -> Tally:
        """What came out. A run that ended badly without a failed test counts as one failure."""
        try:
            suites = ElementTree.parse(self.folder / "report.xml").getroot()  # noqa: S314 - pytest wrote it
        except (FileNotFoundError, ElementTree.ParseError):
            return Tally(0, 1, 0)
        counts = dict.fromkeys(("tests", "failures", "errors", "skipped"), 0)
        for suite in suites.iter("testsuite"):
            for name in counts:
                counts[name] += int(suite.get(name, 0))
        failed = counts["failures"] + counts["errors"]
        passed = counts["tests"] - failed - counts["skipped"]
        return Tally(passed, failed or int(self.process.returncode not in (0, NO_TESTS)), counts["skipped"])


def start(part: Part, folder: Path, watched: bool) -> Run:
    """Start pytest in the background; it says what it says at once if `watched`, else into a file."""
    folder.mkdir()
    environment = clean(JANTAKU_VAR_DIR=str(folder / "var"), STATIC_MANIFEST="0", **part.variables)
    command = [sys.executable, "-m", "pytest", f"--junit-xml={folder / 'report.xml'}"]
    command += [f"--basetemp={folder / 'tmp'}", "-o", f"cache_dir={ROOT / '.pytest_cache' / folder.name}"]
    command += ["--color=yes"] if sys.stdout.isatty() else []
    with (folder / "output").open("wb") as output:
        process = subprocess.Popen(
            [*command, *parallel(), *part.arguments],
            cwd=ROOT,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=None if watched else output,
            stderr=subprocess.STDOUT,
        )
    return Run(part.name, folder, process, is_shown=watched)


def parallel() -> list[str]:
    """The runs keep two cores busy by themselves; from eight cores on, each is split."""
    each = min((os.cpu_count() or 1) // 4, NUMBER_OF_PROCESSES)
    return ["-n", str(each)] if each > 1 else []


def run_all(parts: list[Part], folder: Path) -> list[Run]:
    """Run the parts in their order, some at a time; end all of them if this ends early."""
    runs: list[Run] = []
    waiting = list(enumerate(parts))
    try:
        while waiting or any(not run.is_shown for run in runs):
            at_work = [run for run in runs if run.process.poll() is None]
            while waiting and len(at_work) < RUNS_OF_A_CORE * (os.cpu_count() or 1):
                number, part = waiting.pop(0)
                print(f"{part.name} …", flush=True)
                at_work.append(start(part, folder / f"{number}-{part.name}", watched=len(parts) == 1))
                runs.append(at_work[-1])
            for run in runs:
                if run.process.poll() is not None:
                    run.show()
            time.sleep(0.1)
        for run in runs:
            run.process.wait()
    finally:
        for run in runs:
            if run.process.poll() is None:
                run.process.send_signal(signal.SIGINT)
                run.process.wait()
                run.show()
    return runs


@contextlib.contextmanager
def migrated(folder: Path, addresses: dict[str, str]) -> Iterator[dict[str, str]]:
    """Migrate a database of each kind, to be copied, and say where they are; they are gone afterwards."""
    file, name = folder / "migrated.sqlite3", f"migrated_{os.getpid()}"
    place = urlsplit(addresses["DATABASE_URL"])
    ours = urlunsplit(place._replace(path=f"/{name}"))
    with psycopg.connect(addresses["DATABASE_URL"], autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"')
        try:
            migrate = [sys.executable, "manage.py", "migrate", "-v0", "--skip-checks"]
            both = [
                subprocess.Popen(
                    migrate, cwd=ROOT, env=clean(JANTAKU_VAR_DIR=str(folder / "var"), DATABASE_URL=url)
                )
                for url in (f"sqlite:///{file}", ours)
            ]
            # A migration that fails is a failure of the tests, which then migrate for themselves and say more.
            is_there = [process.wait() == 0 for process in both]
            yield (
                {"JANTAKU_MIGRATED_SQLITE": str(file), "JANTAKU_MIGRATED_POSTGRES": name}
                if all(is_there)
                else {}
            )
        finally:
            connection.execute(f'DROP DATABASE "{name}" WITH (FORCE)')


@contextlib.contextmanager
def temporary_folder() -> Iterator[Path]:
    memory = "/dev/shm"  # noqa: S108 - TemporaryDirectory makes a name nobody can guess
    with tempfile.TemporaryDirectory(
        prefix="jantaku-test-", dir=memory if os.access(memory, os.W_OK) else None, ignore_cleanup_errors=True
    ) as folder:
        yield Path(folder)


def _interrupted(number: int, frame: object) -> None:
    raise KeyboardInterrupt


@dataclass(frozen=True)
class Arguments:
    """What `make test` is asked for."""

    options: list[str] = field(default_factory=list)
    """What every run of pytest is given."""
    paths: list[str] = field(default_factory=list)
    """None: everything."""
    ignored: list[str] = field(default_factory=list)
    databases: tuple[str, ...] = BOTH

    @property
    def is_everything(self) -> bool:
        """No path was given, or the folder of all tests."""
        return not self.paths or any(ROOT / path == TESTS for path in self.paths)

    @property
    def pure(self) -> list[str]:
        """The paths of tests without a database."""
        return [path for path in self.paths if is_pure(path)]

    @property
    def stored(self) -> list[str]:
        return [path for path in self.paths if not is_pure(path)]


def read(given: list[str]) -> Arguments:
    """Tell paths from options."""
    databases = (SQLITE,) if "--sqlite" in given else BOTH
    given = [argument for argument in given if argument != "--sqlite"]
    paths: list[str] = []
    options: list[str] = []
    ignored: list[str] = []
    for before, argument in zip(["", *given], given, strict=False):
        name, _, value = argument.partition("=")
        if name in {"--marked", "--not-marked"}:
            found = [str(file.relative_to(ROOT)) for file in marked(value)]
            if not found:
                raise SystemExit(
                    f"No test file is marked {value!r}. {name} takes a mark of a whole file or folder."
                )
            (paths if name == "--marked" else ignored).extend(found)
            continue
        if before == "--ignore" or (name == "--ignore" and value):
            ignored.append(value or argument)
        is_path = before not in TAKES_A_VALUE and (ROOT / argument.partition("::")[0]).exists()
        (paths if is_path else options).append(argument)
    return Arguments(options, paths, ignored, databases)


def parts_of(
    arguments: Arguments, addresses: dict[str, str], more: dict[str, str], extent: Extent
) -> list[Part]:
    """The runs in their order. `more` is passed to all of them."""
    more = {**more, **(THOROUGH if extent == Extent.THOROUGH else {})}
    if arguments.is_everything and extent == Extent.DAILY:
        more |= WITHOUT_SLOW
    of = {
        RULES: more,
        SQLITE: more,
        POSTGRES: {
            **more,
            "SECRET_KEY": secrets.token_urlsafe(50),
            "JANTAKU_TESTED_ON_SQLITE": "1",
            **addresses,
        },
    }
    if not arguments.is_everything:
        given = [(database, arguments.stored) for database in arguments.databases] + [(RULES, arguments.pure)]
        return [Part(name, [*arguments.options, *paths], of[name]) for name, paths in given if paths]
    parts = []
    for database, run in all_runs():
        there = [file for file in files_of(database, run, extent) if not lies_in(file, arguments.ignored)]
        if there and database in (RULES, *arguments.databases):
            paths = [str(file.relative_to(ROOT)) for file in there]
            variables = of[database]
            if database != RULES:
                first = str(RUNS.index(run) * NUMBER_OF_PROCESSES)
                variables = {**variables, "JANTAKU_TEST_NUMBER": first}
            parts.append(Part(database, [*arguments.options, *paths], variables, run))
    return parts


def is_ours(argument: str) -> bool:
    """Is this a path of our tests, as opposed to an option or to a file of somebody else's?"""
    return (ROOT / argument.partition("::")[0]).resolve().is_relative_to(ROOT / "tests")


def main() -> int:
    given = sys.argv[1:]
    extent = next((one for one in (Extent.THOROUGH, Extent.ALL) if one.value in given), Extent.DAILY)
    arguments = read([one for one in given if one not in {Extent.THOROUGH.value, Extent.ALL.value}])
    signal.signal(signal.SIGTERM, _interrupted)
    began = time.monotonic()
    # Servers named in the environment are used, as in CI systems that bring their own.
    with temporary_folder() as folder, contextlib.ExitStack() as stack:
        addresses: dict[str, str] = {}
        more: dict[str, str] = {}
        if arguments.is_everything or arguments.stored:
            addresses = stack.enter_context(running())
            if arguments.is_everything or any(map(is_ours, arguments.stored)):
                more = stack.enter_context(migrated(folder, addresses))
        runs = run_all(parts_of(arguments, addresses, more, extent), folder)
        tallies: dict[str, Tally] = {}
        for run in runs:
            tallies[run.name] = tallies.get(run.name, Tally(0, 0, 0)) + run.tally()
    print(f"{time.monotonic() - began:.0f} seconds.")
    if arguments.is_everything and extent == Extent.DAILY:
        print("Without what is marked slow: make test ARGS=--all tries that, too.")
    for name in sorted(tallies, reverse=True):
        print(f"{name + ':':<12}{tallies[name]}")
    total = sum(tallies.values(), start=Tally(0, 0, 0))
    print(total)
    is_green = all(run.process.returncode in (0, NO_TESTS) for run in runs) and not total.failed
    return 0 if is_green and total.passed + total.skipped else 1


if __name__ == "__main__":
    sys.exit(main())
