"""A laptop with Windows: the way of the embedded server needs nothing that only Unix has."""

import contextlib
import shutil
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings

from tests.crowd import seconds_to_answer
from tests.laptop import wait_until
from tests.live import Running
from tests.migrated import copy_migrated
from tools.environment import ROOT, clean

pytestmark = [pytest.mark.slow, pytest.mark.database("none")]

WINDOWS = [sys.executable, "-X", "warn_default_encoding", "-X", "utf8=0", ROOT / "tests/jantaku/windows.py"]
PAGES = ("/healthz", "/", "/accounts/login/", "/ja/guides/", "/rulebooks/", "/api/", "/static/css/tokens.css")


@pytest.fixture(autouse=True)
def _once() -> None:
    if settings.REDIS_URL:
        pytest.skip("is embedded on either database; runs in the SQLite half of `make test`")


def environment(var: Path) -> dict[str, str]:
    # As a console that is written to a file has it in Western Europe.
    return clean(JANTAKU_VAR_DIR=str(var), JANTAKU_TRIED=str(ROOT), PYTHONIOENCODING="cp1252", LC_ALL="C")


@pytest.fixture(scope="module")
def migrated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    var = tmp_path_factory.mktemp("migrated")
    database = copy_migrated(var / "jantaku.sqlite3")
    if not database.exists():
        subprocess.run([*WINDOWS, "migrate", "-v0"], env=environment(var), check=True)
    return database


@pytest.fixture
def var(migrated: Path, tmp_path: Path) -> Path:
    """The folder with the data of a laptop that was started before."""
    (tmp_path / "var").mkdir()
    shutil.copy(migrated, tmp_path / "var" / "jantaku.sqlite3")
    return tmp_path / "var"


@contextlib.contextmanager
def on_windows(folder: Path) -> Iterator[Running]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    log = folder / "windows.log"
    with log.open("wb") as output:
        process = subprocess.Popen(
            [*WINDOWS, "run", "--no-demo", "--port", str(port)],
            cwd=folder,
            env=environment(folder / "var"),
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    server = Running(process, log, f"http://127.0.0.1:{port}")
    try:
        wait_until(lambda: process.poll() is not None or seconds_to_answer(server.url, "/healthz")[0] == 200)
        assert process.poll() is None, log.read_text("cp1252")
        yield server
    finally:
        server.stop()


def test_the_embedded_server_starts_and_answers(var: Path, tmp_path: Path) -> None:
    with on_windows(tmp_path) as server:
        answers = {}
        for page in PAGES:
            with (
                contextlib.suppress(urllib.error.HTTPError),
                urllib.request.urlopen(server.url + page) as got,
            ):
                answers[page] = got.status

    assert answers == dict.fromkeys(PAGES, 200)
    printed = server.log.read_text("cp1252")
    assert f"Jantaku ?? is at {server.url}" in printed
    assert "Traceback" not in printed


@pytest.mark.parametrize("command", ["backup", "verify", "check", "migrate", "demo"])
def test_each_command_of_a_laptop_runs(command: str, var: Path, tmp_path: Path) -> None:
    done = subprocess.run(
        [*WINDOWS, command], cwd=tmp_path, env=environment(var), capture_output=True, check=False
    )

    assert (done.returncode, b"Traceback" in done.stderr) == (0, False), done.stderr.decode("cp1252")


def test_what_only_unix_has_is_away_there(tmp_path: Path) -> None:
    """Else the tests of this file would show nothing."""
    wanted = "\n".join(
        [
            "import os, select, signal, sys, socket",
            "found = [n for n in ('fork', 'nice', 'getuid', 'statvfs') if hasattr(os, n)]",
            "found += [n for n in ('SIGHUP', 'SIGKILL') if hasattr(signal, n)]",
            "found += [n for n in ('poll', 'epoll') if hasattr(select, n)]",
            "for name in ('fcntl', 'resource', 'pwd', 'grp', 'termios'):",
            "    try: __import__(name); found.append(name)",
            "    except ModuleNotFoundError: pass",
            "print(found)",
        ]
    )

    done = subprocess.run(
        [*WINDOWS, "shell", "-v0", "-c", wanted],
        cwd=tmp_path,
        env=environment(tmp_path / "var"),
        capture_output=True,
        text=True,
        check=False,
    )

    assert (done.stdout.strip(), done.stderr) == ("[]", "")
