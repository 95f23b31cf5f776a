"""Run all tests twice, side by side: on SQLite, and on PostgreSQL + Redis with a real Celery worker.

Prints each run's report and, at the very end, one line that adds them up: `N passed, N failed, N skipped`.
Ends with a status other than 0 unless both runs were green. Arguments are handed to both runs of pytest.
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
        return Tally(passed, failed or int(self.process.returncode != 0), counts["skipped"])


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


def main() -> int:
    arguments = sys.argv[1:]
    signal.signal(signal.SIGTERM, _interrupted)
    began = time.monotonic()
    # Servers named in the environment are used, as in CI systems that bring their own.
    with temporary_folder() as folder, running() as servers:
        print(
            "Testing on SQLite, shown here, and beside it on PostgreSQL + Redis + Celery, shown after.",
            flush=True,
        )
        on_servers = {"SECRET_KEY": secrets.token_urlsafe(50), **servers}
        runs = [
            start("SQLite", folder / "sqlite", arguments, watched=True, variables={}),
            start("PostgreSQL", folder / "postgresql", arguments, watched=False, variables=on_servers),
        ]
        try:
            for run in runs:
                run.finish()
        finally:
            for run in runs:
                if run.process.poll() is None:
                    run.process.send_signal(signal.SIGINT)
                    run.process.wait()
        tallies = [run.tally() for run in runs]
    print(f"{time.monotonic() - began:.0f} seconds.")
    for run, tally in zip(runs, tallies, strict=True):
        print(f"{run.name + ':':<12}{tally}")
    print(sum(tallies, start=Tally(0, 0, 0)))
    return 1 if any(run.process.returncode for run in runs) or any(tally.failed for tally in tallies) else 0


if __name__ == "__main__":
    sys.exit(main())
