"""Run all tests: rules, draws and tools once, all others on SQLite and on PostgreSQL + Redis + a real Celery worker.

Prints each run's report and, at the very end, one line that adds them up: `N passed, N failed, N skipped`.
Ends with a status other than 0 unless all runs were green and at least one test was run. Options are handed to every
run of pytest; paths only to the runs they belong to.
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
from dataclasses import dataclass
from pathlib import Path

from tools.environment import ROOT, clean
from tools.servers import running

# What knows no database, nor Django on one, is proven by one run.
PURE = (
    "tests/scoring",
    "tests/seating",
    "tests/test_floors.py",
    "tests/test_language.py",
    "tests/test_templates.py",
    "tests/tools/test_check.py",
    "tests/tools/test_draw_tiles.py",
    "tests/tools/test_run.py",
    "tests/tools/test_servers.py",
    "tests/tools/test_test.py",
)
# The argument after one of these is its value, not a path.
TAKES_A_VALUE = frozenset(
    {"-k", "-m", "-n", "-o", "-p", "-c", "-W", "--rootdir", "--durations", "--deselect", "--ignore"}
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


@dataclass
class Run:
    """One pytest process and where it writes."""

    name: str
    folder: Path
    process: "subprocess.Popen[bytes]"

    def finish(self) -> None:
        """Wait for the end and show what was not shown yet."""
        self.process.wait()
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


def start(name: str, folder: Path, arguments: list[str], watched: bool, variables: dict[str, str]) -> Run:
    """Start pytest in the background; it says what it says at once if `watched`, else into a file."""
    folder.mkdir()
    environment = clean(JANTAKU_VAR_DIR=str(folder / "var"), STATIC_MANIFEST="0", **variables)
    command = [sys.executable, "-m", "pytest", f"--junit-xml={folder / 'report.xml'}"]
    command += [f"--basetemp={folder / 'tmp'}", "-o", f"cache_dir={ROOT / '.pytest_cache' / name}"]
    command += ["--color=yes"] if sys.stdout.isatty() else []
    with (folder / "output").open("wb") as output:
        process = subprocess.Popen(
            [*command, *parallel(), *arguments],
            cwd=ROOT,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=None if watched else output,
            stderr=subprocess.STDOUT,
        )
    return Run(name, folder, process)


def parallel() -> list[str]:
    """Two runs keep two cores busy by themselves; from four cores on, each is split."""
    each = (os.cpu_count() or 1) // 2
    return ["-n", str(each)] if each > 1 else []


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
    """pytest's arguments, for the tests without a database and for those that run on both databases.

    None: this call asks for none of them.
    """

    pure: list[str] | None
    stored: list[str] | None


def split(arguments: list[str]) -> Arguments:
    """Give every run its own paths; without any path both get all their tests."""
    paths: list[str] = []
    options: list[str] = []
    for before, argument in zip(["", *arguments], arguments, strict=False):
        is_path = before not in TAKES_A_VALUE and (ROOT / argument.partition("::")[0]).exists()
        (paths if is_path else options).append(argument)
    pure = [path for path in paths if is_pure(path)]
    stored = [path for path in paths if not is_pure(path)]
    if not paths or any((ROOT / path) == ROOT / "tests" for path in paths):
        pure, stored = list(PURE), ["tests", *(f"--ignore={folder}" for folder in PURE)]
    return Arguments([*options, *pure] if pure else None, [*options, *stored] if stored else None)


def is_pure(path: str) -> bool:
    """Is this path one of a test that needs no database, or does it lie in a folder of such tests?"""
    place = (ROOT / path.partition("::")[0]).resolve()
    return any(place.is_relative_to(ROOT / folder) for folder in PURE)


def main() -> int:
    arguments = split(sys.argv[1:])
    signal.signal(signal.SIGTERM, _interrupted)
    began = time.monotonic()
    runs: list[Run] = []
    # Servers named in the environment are used, as in CI systems that bring their own.
    with temporary_folder() as folder, contextlib.ExitStack() as stack:
        try:
            beside = None
            if arguments.stored is not None:
                print("Testing on PostgreSQL + Redis + Celery, shown last, and meanwhile …", flush=True)
                on_servers = {"SECRET_KEY": secrets.token_urlsafe(50), **stack.enter_context(running())}
                where = folder / "postgresql"
                beside = start("PostgreSQL", where, arguments.stored, watched=False, variables=on_servers)
                runs.append(beside)
            if arguments.pure is not None:
                print("… rules, draws and tools, which need no database:", flush=True)
                runs.append(start("Rules", folder / "rules", arguments.pure, watched=True, variables={}))
                runs[-1].finish()
            if arguments.stored is not None:
                print("… on SQLite:", flush=True)
                runs.append(start("SQLite", folder / "sqlite", arguments.stored, watched=True, variables={}))
                runs[-1].finish()
            if beside is not None:
                beside.finish()
        finally:
            for run in runs:
                if run.process.poll() is None:
                    run.process.send_signal(signal.SIGINT)
                    run.process.wait()
        tallies = [run.tally() for run in runs]
    print(f"{time.monotonic() - began:.0f} seconds.")
    for run, tally in sorted(zip(runs, tallies, strict=True), key=lambda pair: pair[0].name, reverse=True):
        print(f"{run.name + ':':<12}{tally}")
    total = sum(tallies, start=Tally(0, 0, 0))
    print(total)
    is_green = all(run.process.returncode in (0, NO_TESTS) for run in runs) and not total.failed
    return 0 if is_green and total.passed + total.skipped else 1


if __name__ == "__main__":
    sys.exit(main())
