"""A complete installation on 127.0.0.1, whose parts can be killed, stopped and restarted: PostgreSQL with durable
writes, Redis, gunicorn, a Celery worker and its beat.
"""

import contextlib
import os
import secrets
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import psycopg

from tools import servers
from tools.environment import ROOT, clean

PATIENCE = 60
WEB_WORKERS = 4


@dataclass
class Part:
    """One program of the installation. `start` waits until it answers, if it can."""

    name: str
    command: list[str]
    folder: Path
    environment: dict[str, str]
    user: str = ""
    answers: Callable[[], bool] = lambda: True
    process: "subprocess.Popen[bytes] | None" = None

    def start(self) -> None:
        ends = time.monotonic() + PATIENCE
        self._launch()
        while not self.answers():
            if self.process is None or self.process.poll() is not None:
                # A killed process may still hold its port or memory for a moment.
                time.sleep(0.2)
                self._launch()
            if time.monotonic() > ends:
                raise RuntimeError(f"{self.name} does not come up; see {self.folder / self.name}.log")
            time.sleep(0.05)

    def kill(self) -> None:
        """kill -9 of its whole session."""
        if self.process is not None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()

    def kill_a_child(self) -> None:
        assert self.process is not None
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        if children:
            with contextlib.suppress(ProcessLookupError):
                os.kill(int(children[0]), signal.SIGKILL)

    def send(self, number: signal.Signals) -> None:
        assert self.process is not None
        self.process.send_signal(number)

    def _launch(self) -> None:
        with (self.folder / f"{self.name}.log").open("ab") as output:
            self.process = subprocess.Popen(
                self.command,
                cwd="/" if self.user else ROOT,
                env=self.environment,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
                user=self.user or None,
            )


@dataclass
class House:
    database: Part
    redis: Part
    web: Part
    worker: Part
    beat: Part
    url: str
    environment: dict[str, str]
    folder: Path

    def administer(self, statement: str) -> None:
        """Execute a statement on the database server as its superuser, from another database."""
        url = self.environment["DATABASE_URL"].rsplit("/", 1)[0] + "/postgres"
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute(statement)

    def is_ready(self) -> bool:
        return _answers(f"{self.url}/readyz")

    def wait_until_ready(self) -> None:
        ends = time.monotonic() + PATIENCE
        while not self.is_ready():
            if time.monotonic() > ends:
                raise RuntimeError("the house is not ready")
            time.sleep(0.1)


@contextlib.contextmanager
def house() -> Iterator[House]:
    """Build the installation, migrated and started; delete it afterwards."""
    with servers._folder("jantaku-siege-") as (folder, user):
        folder.chmod(0o755)
        ports = dict(zip(("database", "redis", "web"), _free_ports(3), strict=True))
        name = user.pw_name if user else ""
        var = folder / "var"
        var.mkdir()
        url = f"http://127.0.0.1:{ports['web']}"
        environment = clean(
            SECRET_KEY=secrets.token_urlsafe(50),
            SITE_URL=url,
            PROXY_COUNT="0",
            DATABASE_URL=f"postgres://jantaku@127.0.0.1:{ports['database']}/jantaku",
            REDIS_URL=f"redis://127.0.0.1:{ports['redis']}/0",
            JANTAKU_VAR_DIR=str(var),
            STATIC_MANIFEST="0",
            RECONCILE_SECONDS="5",
            API_DEEDS_PER_MINUTE="1000000",
            API_READS_PER_MINUTE="1000000",
        )
        database, redis = _database(folder, ports["database"], name), _redis(folder, ports["redis"], name)

        def ours(part: str, command: list[str], answers: Callable[[], bool] = lambda: True) -> Part:
            return Part(part, [sys.executable, "-m", *command], folder, environment, answers=answers)

        built = House(
            database=database,
            redis=redis,
            web=ours("web", _gunicorn(ports["web"]), lambda: _answers(f"{url}/healthz")),
            worker=ours("worker", ["celery", "--quiet", "-A", "config", "worker", "--concurrency=2"]),
            beat=ours("beat", ["celery", "--quiet", "-A", "config", "beat", f"--schedule={var}/beat"]),
            url=url,
            environment=environment,
            folder=folder,
        )
        try:
            for part in (built.database, built.redis):
                part.start()
            built.administer("CREATE DATABASE jantaku")
            migrate = [sys.executable, "manage.py", "migrate", "-v0", "--skip-checks"]
            subprocess.run(migrate, cwd=ROOT, env=environment, check=True)
            for part in (built.web, built.worker, built.beat):
                part.start()
            built.wait_until_ready()
            yield built
        finally:
            for part in (built.beat, built.worker, built.web, built.redis, built.database):
                part.kill()


def _database(folder: Path, port: int, user: str) -> Part:
    identity = servers._ordinary_user()
    binaries = servers._reachable(servers._postgres_binaries(), folder, identity)
    data = folder / "data"
    options = "-U jantaku --auth=trust -E UTF8 --locale=C --data-checksums --no-instructions"
    servers._run_quietly([binaries / "initdb", "-D", data, *options.split()], identity)
    command = [str(binaries / "postgres"), "-D", str(data), "-p", str(port), *servers.LOCAL]
    return Part("database", command, folder, {}, user, lambda: servers._postgres_answers(port))


def _redis(folder: Path, port: int, user: str) -> Part:
    binary = servers._reachable(servers._redis_binary(), folder, servers._ordinary_user())
    command = [str(binary), "--port", str(port), *servers.FORGETFUL]
    return Part("redis", command, folder, {}, user, lambda: servers._redis_answers(port))


def _gunicorn(port: int) -> list[str]:
    # Preloaded, so that the replacement of a killed process starts at once.
    return [
        *("gunicorn", "config.wsgi", "--worker-class=gthread", f"--workers={WEB_WORKERS}", "--threads=4"),
        *("--preload", f"--bind=127.0.0.1:{port}", "--timeout=60", "--no-control-socket"),
    ]


def _free_ports(count: int) -> list[int]:
    with contextlib.ExitStack() as stack:
        probes = [stack.enter_context(socket.socket()) for _one in range(count)]
        for probe in probes:
            probe.bind(("127.0.0.1", 0))
        return [probe.getsockname()[1] for probe in probes]


def _answers(url: str) -> bool:
    try:
        with urllib.request.urlopen(url, timeout=5) as response:  # noqa: S310 - an address of our own
            return bool(response.status == 200)
    except OSError:
        return False
