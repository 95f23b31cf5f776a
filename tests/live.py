"""Real processes on the test database: a web server and a Celery worker.

They see only committed data, so tests with them need `django_db(transaction=True)`.
"""

import contextlib
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from celery import current_app
from django.conf import settings
from django.db import connection

PATIENCE = 60  # seconds, for busy machines


@dataclass
class Running:
    """A started process and its children. `url` is empty for a worker."""

    process: "subprocess.Popen[bytes]"
    log: Path
    url: str = ""

    def kill(self) -> None:
        """kill -9, including children, as in a power cut."""
        self._signal(signal.SIGKILL)
        self.process.wait()

    def stop(self) -> None:
        """Terminate it; kill what has not ended after ten seconds."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(timeout=10)
            except subprocess.TimeoutExpired:
                self.kill()
        self._signal(signal.SIGKILL)

    def _signal(self, number: signal.Signals) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, number)


def start_worker(folder: Path, *, beat: bool = False) -> Running:
    """Start a Celery worker (prefork, one child) on the test database, and wait until it answers.

    With `beat` it also runs the reconcile task every 15 seconds, as `make worker` does.
    """
    name = f"test-{os.getpid()}-{time.monotonic_ns()}@localhost"
    command = ["celery", "-A", "config", "worker", "--concurrency=1", f"--hostname={name}", "--loglevel=INFO"]
    if beat:
        command += ["--beat", f"--schedule={folder / 'beat-schedule'}"]
    worker = _start([sys.executable, "-m", *command], folder / "worker.log")
    _wait_until(lambda: bool(current_app.control.ping(destination=[name], timeout=0.5)), worker)
    return worker


def start_server(folder: Path, *, processes: int = 4) -> Running:
    """Start gunicorn with several worker processes on the test database, and wait until it answers."""
    command = ["gunicorn", "config.wsgi", "--worker-class=gthread", f"--workers={processes}", "--threads=2"]
    # Preloading Django saves most of the waiting on few cores.
    command += ["--preload", "--no-control-socket", f"--worker-tmp-dir={folder}"]
    # The open port is passed on, so that no other process can take it.
    with socket.create_server(("127.0.0.1", 0)) as listener:
        command += [f"--bind=fd://{listener.fileno()}"]
        server = _start([sys.executable, "-m", *command], folder / "server.log", listener.fileno())
        server.url = f"http://127.0.0.1:{listener.getsockname()[1]}"
    _wait_until(lambda: _answers(server.url + "/healthz"), server)
    return server


def start_streams(folder: Path) -> Running:
    """Start `serve_live` on the test database and its Redis, and wait until it listens."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    streams = _start([sys.executable, "manage.py", "serve_live", f"--port={port}"], folder / "streams.log")
    streams.url = f"http://127.0.0.1:{port}"
    _wait_until(lambda: _answers(streams.url + "/healthz"), streams)
    return streams


def environment() -> dict[str, str]:
    """Return the environment of a process on this run's database and Redis."""
    database = connection.settings_dict
    if connection.vendor == "sqlite":
        url = f"sqlite:///{database['NAME']}"
    else:
        place = f"{database['HOST']}:{database['PORT']}/{database['NAME']}"
        url = f"postgres://{database['USER']}:{database['PASSWORD']}@{place}"
    return {
        **os.environ,
        "DATABASE_URL": url,
        "REDIS_URL": settings.REDIS_URL,
        "SECRET_KEY": settings.SECRET_KEY,
        "STATIC_MANIFEST": "0",
        # As `--skip-checks` for a command.
        "CELERY_SKIP_CHECKS": "1",
    }


def _start(command: list[str], log: Path, *inherited: int) -> Running:
    with log.open("wb") as output:
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            cwd=settings.BASE_DIR,
            env=environment(),
            start_new_session=True,
            pass_fds=inherited,
        )
    return Running(process, log)


def _wait_until(is_ready: Callable[[], bool], running: Running) -> None:
    patience_ends = time.monotonic() + PATIENCE
    while not is_ready():
        if running.process.poll() is not None or time.monotonic() > patience_ends:
            running.stop()
            raise RuntimeError(f"{running.log.stem} did not come up:\n{running.log.read_text()[-3000:]}")
        time.sleep(0.1)


def _answers(url: str) -> bool:
    try:
        with urllib.request.urlopen(url, timeout=2) as response:
            return bool(response.status == 200)
    except OSError:
        return False
