"""On a server every line is one JSON object: Django's, gunicorn's own and Celery's."""

import json
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.crowd import seconds_to_answer
from tests.live import PATIENCE
from tools.environment import ROOT, like_production
from tools.servers import redis as redis_server

pytestmark = pytest.mark.once("starts its own servers, on addresses that lead nowhere")

CELERY = ["celery", "--quiet", "-A", "config"]


@pytest.fixture
def lines_of(tmp_path: Path) -> Iterator[Callable[..., list[str]]]:
    """Run a program of a server until it has said or done something, and give every line it wrote until then.

    (Told to stop, Celery says so in plain words, past every log.)
    """
    with redis_server() as url:

        def run(command: list[str], until: Callable[[str], bool]) -> list[str]:
            log = tmp_path / f"{command[0]}-{time.monotonic_ns()}.log"
            # Without a database every task and every page fails: there is something to say.
            environment = like_production(tmp_path, REDIS_URL=url, RECONCILE_SECONDS="1", LOG_LEVEL="INFO")
            # Before it has a log, Celery warns whoever runs it as root: as tests may, and nobody does on a server.
            environment["PYTHONWARNINGS"] = "ignore"
            with log.open("wb") as output:
                process = subprocess.Popen(
                    [sys.executable, "-m", *command],
                    cwd=ROOT,
                    env=environment,
                    stdin=subprocess.DEVNULL,
                    stdout=output,
                    stderr=subprocess.STDOUT,
                )
            try:
                ends = time.monotonic() + PATIENCE
                while not until(log.read_text()):
                    assert process.poll() is None, log.read_text()
                    assert time.monotonic() < ends, log.read_text()
                    time.sleep(0.2)
                *lines, _unfinished = log.read_text().split("\n")
            finally:
                process.terminate()
                process.wait(timeout=PATIENCE)
            return lines

        yield run


def loggers(lines: list[str]) -> set[str]:
    said = [json.loads(line) for line in lines]
    assert all({"time", "level", "logger", "message"} <= line.keys() for line in said)
    return {line["logger"] for line in said}


def test_the_lines_of_gunicorn_are_json(lines_of):
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = ["gunicorn", "config.wsgi", "--worker-class=gthread", "--threads=2", "--no-control-socket"]

    lines = lines_of(
        [*command, f"--bind=127.0.0.1:{port}"],
        lambda said: (
            "Booting worker" in said and seconds_to_answer(f"http://127.0.0.1:{port}", "/readyz")[0] == 503
        ),
    )

    assert {"gunicorn.error", "django.request"} <= loggers(lines)


def test_the_lines_of_a_worker_and_its_beat_are_json_errors_and_all(lines_of):
    lines = lines_of(
        [*CELERY, "worker", "--beat", "--concurrency=1", "--loglevel=INFO"],
        lambda said: "OperationalError" in said or "connection failed" in said,
    )

    assert {"celery.worker.strategy", "celery.app.trace"} <= loggers(lines)
