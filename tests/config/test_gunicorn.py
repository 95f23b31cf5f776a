"""What gunicorn's processes share, and what each of them reads by itself."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.request import urlopen

import pytest

from tools.environment import ROOT

pytestmark = [pytest.mark.once("asks no database"), pytest.mark.slow]

READ = """
import gc, runpy, sys
runpy.run_path("gunicorn.conf.py")
print("config.settings" in sys.modules, gc.get_freeze_count() > 50_000)
print(*sorted({name.partition(".")[0] for name in sys.modules}))
"""
APPLICATION = """
import sys

def application(environ, start_response):
    start_response("200 OK", [])
    return [f"{RELEASE!r} {'openpyxl' in sys.modules}".encode()]
"""


def test_before_the_processes_part_libraries_are_read_and_neither_our_code_nor_settings() -> None:
    found = subprocess.run([sys.executable, "-c", READ], cwd=ROOT, capture_output=True, text=True, check=True)

    state, modules = found.stdout.splitlines()
    ours = {"guides", "players", "publishing", "rules", "scoring", "seating", "tournaments", "web"}
    assert state == "False True"
    assert {"celery", "django", "openpyxl", "psycopg", "redis"} <= set(modules.split())
    assert ours.isdisjoint(modules.split())


def test_a_reload_brings_new_code_with_the_libraries_that_are_shared(tmp_path: Path) -> None:
    release(tmp_path, "old")
    with gunicorn(tmp_path) as (process, url):
        assert answer(url) == "'old' True"
        release(tmp_path, "new")
        process.send_signal(signal.SIGHUP)

        patience_ends = time.monotonic() + 30
        while answer(url) != "'new' True":
            assert time.monotonic() < patience_ends
            time.sleep(0.1)


def release(folder: Path, name: str) -> None:
    (folder / "release.py").write_text(f"RELEASE = {name!r}\n{APPLICATION}")


@contextmanager
def gunicorn(folder: Path) -> Iterator[tuple["subprocess.Popen[bytes]", str]]:
    """gunicorn with our configuration and an application that lies in a folder of the test."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "gunicorn", "release", f"--pythonpath={folder}", "--no-control-socket"]
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    process = subprocess.Popen(
        [*command, f"--bind=127.0.0.1:{port}", "--log-level=warning"], cwd=ROOT, env=environment
    )
    try:
        yield process, f"http://127.0.0.1:{port}/"
    finally:
        process.terminate()
        process.wait(timeout=20)


def answer(url: str) -> str:
    """What is answered, once somebody listens."""
    patience_ends = time.monotonic() + 30
    while True:
        try:
            with urlopen(url, timeout=5) as response:
                return str(response.read().decode())
        except OSError:
            if time.monotonic() > patience_ends:
                raise
            time.sleep(0.1)
