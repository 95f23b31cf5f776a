"""A server of its own on a fresh database with the demo in it, as `make run` has: for pictures and for journeys."""

import os
import re
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parent.parent
PATIENCE = 60  # seconds
PASSWORD = "jantaku-demo"  # noqa: S105 - load_demo prints it for everybody
ORGANIZER = "organizer@demo.example"


@dataclass(frozen=True)
class House:
    """The running demo: its address, and the codes of the four seats of a table that plays."""

    url: str
    codes: list[str]


@contextmanager
def demo_house(folder: Path) -> Iterator[House]:
    """Serve a fresh demo on a free port of this machine, with all it writes in `folder`; stop it afterwards."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{probe.getsockname()[1]}"
    told = {
        name: value
        for name, value in os.environ.items()
        if name not in ("DATABASE_URL", "REDIS_URL", "DEBUG")
    }
    told |= {"JANTAKU_VAR_DIR": str(folder), "SITE_URL": f"http://{address}"}

    def manage(*command: str) -> str:
        run = [sys.executable, "manage.py", *command]
        return subprocess.run(
            run, cwd=REPOSITORY, env=told, check=True, capture_output=True, text=True
        ).stdout

    manage("migrate", "-v0")
    codes = re.findall(r"#([A-Z2-9]{26})", manage("load_demo"))
    server = [sys.executable, "-m", "gunicorn", "config.wsgi", "--worker-class=gthread", "--threads=6"]
    server += [f"--bind={address}", "--no-control-socket"]
    log = folder / "server.log"
    with log.open("wb") as output:
        process = subprocess.Popen(
            server, cwd=REPOSITORY, env=told, stdin=subprocess.DEVNULL, stdout=output, stderr=output
        )
    try:
        _wait(f"http://{address}/healthz", log)
        yield House(f"http://{address}", codes)
    finally:
        process.terminate()
        try:
            process.wait(timeout=15)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


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
