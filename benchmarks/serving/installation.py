"""A whole Jantaku of one of both forms, started for the benchmark and gone afterwards, and the floors beside it.

`embedded` is what `make run` serves: SQLite, one process. `servers` is what docs/install.md sets up: gunicorn,
PostgreSQL that waits for its disk, and Redis; the Celery worker runs only while `working`.
"""

import contextlib
import os
import secrets
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import psycopg
import redis

from benchmarks.measure import ROOT, own_database
from benchmarks.serving.client import Server
from tools.environment import OURS
from tools.servers import running

FORMS = ("embedded", "servers")
JANTAKU, COUNTED, FLOOR = (
    "config.wsgi.application",
    "benchmarks.serving.counted.application",
    "benchmarks.floor.application",
)
UNLIMITED = {"API_READS_PER_MINUTE": "10000000", "API_DEEDS_PER_MINUTE": "10000000"}
PATIENCE = 60


@dataclass
class Installation:
    form: str
    environment: dict[str, str]
    behind: dict[str, int]
    """The database's and the cache's process, where they are processes of this machine."""

    @contextlib.contextmanager
    def serve(self, application: str, workers: int = 1) -> Iterator[Server]:
        """Run a web server of this form until the block ends. What it costs is what all processes here cost."""
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        module, _dot, name = application.rpartition(".")
        arguments = (
            ["benchmarks.serving.embedded", application, str(port)]
            if self.form == "embedded"
            else [
                *("gunicorn", f"{module}:{name}", "--worker-class=gthread", "--threads=8"),
                *(f"--workers={workers}", f"--bind=127.0.0.1:{port}", "--timeout=60", "--keep-alive=60"),
                *("--no-control-socket", "--log-level=warning"),
            ]
        )
        with self.started(arguments) as process:
            wait_for(port)
            yield Server(port, [process.pid, *self.behind.values()], process.pid)

    @contextlib.contextmanager
    def working(self) -> Iterator[None]:
        """Run what works out standings; embedded, the web process does that itself."""
        if self.form == "embedded":
            yield
            return
        with self.started(["jantaku", "worker"]):
            yield

    @contextlib.contextmanager
    def started(self, arguments: list[str]) -> Iterator["subprocess.Popen[bytes]"]:
        command = [sys.executable, "-m", *arguments]
        process = subprocess.Popen(command, cwd=ROOT, env=self.environment, start_new_session=True)  # noqa: S603
        try:
            yield process
        finally:
            process.send_signal(signal.SIGTERM)
            try:
                process.wait(timeout=20)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()


@contextlib.contextmanager
def installation(form: str) -> Iterator[Installation]:
    """Start what serves behind the web server, migrated. Must be entered before Django is set up."""
    for name in OURS:
        os.environ.pop(name, None)
    with contextlib.ExitStack() as stack:
        os.environ |= {"JANTAKU_ENV_FILE": os.devnull, "PROXY_COUNT": "0", "LOG_LEVEL": "ERROR", **UNLIMITED}
        behind: dict[str, int] = {}
        if form == "servers":
            addresses = stack.enter_context(running(durable=True))
            os.environ |= {"SECRET_KEY": secrets.token_urlsafe(50), **addresses}
            behind = {
                "database": _postmaster(addresses["DATABASE_URL"]),
                "redis": _redis(addresses["REDIS_URL"]),
            }
        yield Installation(form, stack.enter_context(own_database()), behind)


def _postmaster(url: str) -> int:
    """The process that started the one which serves our connection."""
    with psycopg.connect(url) as connection:
        stat = Path(f"/proc/{connection.info.backend_pid}/stat").read_text()
    return int(stat.rpartition(")")[2].split()[1])


def _redis(url: str) -> int:
    with redis.Redis.from_url(url) as client:
        return int(client.info("server")["process_id"])


def wait_for(port: int) -> None:
    patience_ends = time.monotonic() + PATIENCE
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            if time.monotonic() > patience_ends:
                raise
            time.sleep(0.1)
        else:
            return
