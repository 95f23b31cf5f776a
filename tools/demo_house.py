"""A server on a new database with the demo, as `make run` has, for screenshots and journeys."""

import os
import re
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parent.parent
PATIENCE = 60  # seconds
DATABASE = "jantaku.sqlite3"
PASSWORD = "jantaku-demo"  # noqa: S105 - load_demo prints it for everybody
ORGANIZER = "organizer@demo.example"


@dataclass(frozen=True)
class House:
    """The running demo: its address, the seat codes of a table in play, its files and its server."""

    url: str
    codes: list[str]
    folder: Path
    server: "subprocess.Popen[bytes]"


@dataclass(frozen=True)
class Demo:
    """The folder of an unused demo, and four seat codes."""

    folder: Path
    codes: list[str]


def make_demo(folder: Path) -> Demo:
    """Make a database with the demo in this folder, or load the demo into an existing migrated one."""

    def manage(*command: str) -> str:
        run = [sys.executable, "manage.py", *command]
        return subprocess.run(
            run, cwd=REPOSITORY, env=_environment(folder), check=True, capture_output=True, text=True
        ).stdout

    if not (folder / DATABASE).exists():
        manage("migrate", "-v0", "--skip-checks")
    return Demo(folder, re.findall(r"#([A-Z2-9]{26})", manage("load_demo")))


def _environment(folder: Path) -> dict[str, str]:
    left_out = ("DATABASE_URL", "REDIS_URL", "DEBUG")
    return {name: value for name, value in os.environ.items() if name not in left_out} | {
        "JANTAKU_VAR_DIR": str(folder),
        # The demo's organizer is not an operator, but founds leagues in journeys.
        "LEAGUE_FOUNDERS": "everybody",
    }


@contextmanager
def demo_house(folder: Path, demo: Demo | None = None, *, is_collected: bool = False) -> Iterator[House]:
    """Serve a new demo on a free port, writing only to `folder`; stop it afterwards.

    With `demo`, serve a copy of it. With `is_collected`, use bundled and hashed static files, as `make run` and
    servers do, instead of the sources.
    """
    if demo is None:
        demo = make_demo(folder)
    else:
        shutil.copytree(demo.folder, folder)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{probe.getsockname()[1]}"
    environment = {**_environment(folder), "SITE_URL": f"http://{address}"}
    if is_collected:
        environment["STATIC_MANIFEST"] = "1"
        collect = [sys.executable, "manage.py", "collectstatic", "--noinput", "-v0", "--skip-checks"]
        subprocess.run(collect, cwd=REPOSITORY, env=environment, check=True)
    server = [sys.executable, "-m", "gunicorn", "tools.warm_server", "--worker-class=gthread", "--threads=6"]
    # Do not wait for browsers with open news streams. Preload, so that files are read once.
    server += [f"--bind={address}", "--no-control-socket", "--graceful-timeout=1", "--preload"]
    log = folder / "server.log"
    with log.open("wb") as output:
        process = subprocess.Popen(
            server, cwd=REPOSITORY, env=environment, stdin=subprocess.DEVNULL, stdout=output, stderr=output
        )
    try:
        _wait(f"http://{address}/healthz", log)
        yield House(f"http://{address}", demo.codes, folder, process)
    finally:
        process.terminate()
        try:
            process.wait(timeout=15)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def begin_again(house: House, demo: Demo) -> None:
    """Serve the original demo again at the same address, with its database and a new worker."""
    with (
        closing(sqlite3.connect(demo.folder / DATABASE)) as fresh,
        closing(sqlite3.connect(house.folder / DATABASE, timeout=PATIENCE)) as used,
    ):
        fresh.backup(used)
    before = _workers(house)
    for worker in before:
        os.kill(worker, signal.SIGKILL)
    while not _workers(house) - before:
        time.sleep(0.01)
    _wait(f"{house.url}/healthz", house.folder / "server.log")


def _workers(house: House) -> set[int]:
    master = house.server.pid
    return {int(pid) for pid in Path(f"/proc/{master}/task/{master}/children").read_text().split()}


def _wait(url: str, log: Path) -> None:
    patience_ends = time.monotonic() + PATIENCE
    while time.monotonic() < patience_ends:
        try:
            urllib.request.urlopen(url, timeout=2).close()  # noqa: S310 - our own address
        except OSError:
            time.sleep(0.1)
        else:
            return
    raise RuntimeError(f"the server did not come up:\n{log.read_text()[-3000:]}")
