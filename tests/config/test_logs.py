"""On a server every line is one JSON object: Django's, gunicorn's own, Celery's, and what nightly commands print."""

import contextlib
import json
import logging
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from config.logs import JsonFormatter, LoggedLines, printed
from tests.crowd import seconds_to_answer
from tests.live import PATIENCE
from tools.environment import ROOT, like_production
from tools.servers import redis as redis_server

pytestmark = [pytest.mark.once("starts its own servers, on addresses that lead nowhere"), pytest.mark.slow]

CELERY = ["celery", "--quiet", "-A", "config"]


@pytest.fixture
def lines_of(tmp_path: Path) -> Iterator[Callable[..., list[str]]]:
    """Run a program of a server until it has logged or done something, stop it, and give every line its unit
    sends to the journal, the last ones too.
    """
    with redis_server() as url:

        def run(unit: str, command: list[str], until: Callable[[str, int], bool]) -> list[str]:
            log = tmp_path / f"{unit}-{time.monotonic_ns()}.log"
            # Without a database every task and every page fails: there is something to log.
            environment = like_production(tmp_path, REDIS_URL=url, RECONCILE_SECONDS="1", LOG_LEVEL="INFO")
            is_muted = "\nStandardOutput=null\nStandardError=journal\n" in unit_of(unit)
            with log.open("wb") as output:
                process = subprocess.Popen(
                    [sys.executable, "-m", *command],
                    cwd=ROOT,
                    env=environment,
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL if is_muted else output,
                    stderr=output,
                )
            try:
                ends = time.monotonic() + PATIENCE
                while not until(log.read_text(), process.pid):
                    assert process.poll() is None, log.read_text()
                    assert time.monotonic() < ends, log.read_text()
                    time.sleep(0.2)
            finally:
                process.terminate()
                process.wait(timeout=PATIENCE)
            return log.read_text().splitlines()

        yield run


def unit_of(name: str) -> str:
    return (ROOT / "deploy/systemd" / f"jantaku-{name}.service").read_text()


def loggers(lines: list[str]) -> set[str]:
    entries = [json.loads(line) for line in lines]
    assert all({"time", "level", "logger", "message"} <= line.keys() for line in entries)
    return {line["logger"] for line in entries}


def test_the_lines_of_gunicorn_are_json(lines_of):
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = ["gunicorn", "config.wsgi", "--worker-class=gthread", "--threads=2", "--no-control-socket"]

    lines = lines_of(
        "web",
        [*command, f"--bind=127.0.0.1:{port}"],
        lambda log, _pid: (
            "Booting worker" in log and seconds_to_answer(f"http://127.0.0.1:{port}", "/readyz")[0] == 503
        ),
    )

    assert {"gunicorn.error", "django.request"} <= loggers(lines)


def test_the_lines_of_a_worker_and_its_beat_are_json_errors_and_all(lines_of):
    lines = lines_of(
        "worker",
        [*CELERY, "worker", "--beat", "--concurrency=1", "--loglevel=INFO"],
        lambda log, _pid: "OperationalError" in log or "connection failed" in log,
    )

    assert {"celery.worker.strategy", "celery.app.trace"} <= loggers(lines)


def test_that_a_workers_process_was_killed_is_json(lines_of):
    killed: list[int] = []

    def until(log: str, pid: int) -> bool:
        if not killed and "ready." in log:
            children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
            killed.append(int(children[0]))
            os.kill(killed[0], signal.SIGKILL)
        return f"pid:{killed[0] if killed else 0} exited" in log

    lines = lines_of("worker", [*CELERY, "worker", "--concurrency=2"], until)

    assert "multiprocessing" in loggers(lines)


class TestCommands:
    """What systemd starts every night: its output is the journal, which JOURNAL_STREAM names."""

    @staticmethod
    def output_of(tmp_path: Path, *command: str, by_systemd: bool) -> list[str]:
        reading, writing = os.pipe()
        status = os.fstat(writing)
        stream = f"{status.st_dev}:{status.st_ino}" if by_systemd else "8:1"
        with os.fdopen(reading) as output:
            process = subprocess.Popen(
                [sys.executable, "manage.py", *command],
                cwd=ROOT,
                env=like_production(tmp_path, JOURNAL_STREAM=stream, STATIC_MANIFEST="0"),
                stdin=subprocess.DEVNULL,
                stdout=writing,
                stderr=writing,
            )
            os.close(writing)
            lines = output.read().splitlines()
        process.wait(timeout=PATIENCE)
        return lines

    def test_what_a_command_prints_is_json(self, tmp_path):
        (line,) = self.output_of(tmp_path, "check", "--tag", "caches", by_systemd=True)

        logged = json.loads(line)
        assert [logged["level"], logged["logger"], logged["message"]] == [
            "INFO",
            "printed",
            "System check identified no issues (0 silenced).",
        ]

    def test_what_a_command_complains_about_is_json(self, tmp_path):
        lines = self.output_of(tmp_path, "nowhere", by_systemd=True)

        logged = [json.loads(line) for line in lines]
        assert [(line["level"], line["logger"]) for line in logged] == [("ERROR", "printed")] * 2
        assert logged[0]["message"] == "Unknown command: 'nowhere'"

    def test_a_crash_is_one_line_of_json(self, tmp_path):
        (line,) = self.output_of(tmp_path, "clear_expired", by_systemd=True)

        logged = json.loads(line)
        assert [logged["level"], logged["logger"]] == ["CRITICAL", "crashed"]
        assert logged["exception"].startswith("Traceback")

    def test_for_whoever_runs_it_by_hand_it_is_in_plain_words(self, tmp_path):
        lines = self.output_of(tmp_path, "check", "--tag", "caches", by_systemd=False)

        assert lines == ["System check identified no issues (0 silenced)."]


WARNS_AND_CRASHES = """
import threading, warnings
import django

django.setup()
warnings.warn("East is dealer twice")
thread = threading.Thread(target=lambda: 1 // 0)
thread.start()
thread.join()
raise KeyError("East")
"""


def test_warnings_and_crashes_of_a_program_and_its_threads_are_json(tmp_path):
    environment = like_production(
        tmp_path, DJANGO_SETTINGS_MODULE="config.settings", PYTHONWARNINGS="default"
    )

    process = subprocess.run(
        [sys.executable, "-c", WARNS_AND_CRASHES],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )

    logged = [json.loads(line) for line in process.stderr.splitlines()]
    assert (process.returncode, process.stdout) == (1, "")
    assert [(line["logger"], line["level"]) for line in logged] == [
        ("py.warnings", "WARNING"),
        ("crashed", "CRITICAL"),
        ("crashed", "CRITICAL"),
    ]
    assert "East is dealer twice" in logged[0]["message"]
    assert logged[1]["exception"].splitlines()[-1].startswith("ZeroDivisionError")
    assert logged[2]["exception"].splitlines()[-1] == "KeyError: 'East'"


def test_whoever_watches_for_crashes_already_goes_on_watching(tmp_path):
    hook = "import threading; threading.excepthook = lambda crash: print('seen', crash.exc_type.__name__)"
    environment = like_production(
        tmp_path, DJANGO_SETTINGS_MODULE="config.settings", PYTHONWARNINGS="default"
    )

    process = subprocess.run(
        [sys.executable, "-c", hook + WARNS_AND_CRASHES],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )

    assert process.stdout == "seen ZeroDivisionError\n"


def test_printed_text_is_logged_line_by_line(caplog, monkeypatch):
    monkeypatch.setattr(
        printed, "disabled", False
    )  # import-linter, where it ran before, disables every logger
    stream = LoggedLines(logging.INFO)
    with caplog.at_level(logging.INFO), contextlib.redirect_stdout(stream):
        print("East", "South")
        print()
        print("W", end="")
        print("est\nNor", end="", flush=True)

    assert [record.getMessage() for record in caplog.records] == ["East South", "West", "Nor"]


def test_a_line_whose_arguments_do_not_fit_is_not_lost():
    record = logging.LogRecord("jantaku", logging.INFO, "", 0, "%d of %d", ("East",), None)

    line = json.loads(JsonFormatter().format(record))

    assert line["message"] == "%d of %d ('East',)"


def test_what_a_caller_hangs_on_a_line_stays_out_of_it():
    record = logging.LogRecord("jantaku", logging.INFO, "", 0, {"level": "ERROR"}, (), None)
    record.data = {"args": "('mjs_secret',)"}

    line = json.loads(JsonFormatter().format(record))

    assert line.pop("time")
    assert line == {"level": "INFO", "logger": "jantaku", "message": "{'level': 'ERROR'}"}
