"""Nothing starts on a database that a newer program migrated; each says what to do."""

import contextlib
import socket
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from tools.environment import ROOT, clean, like_production

pytestmark = [pytest.mark.once("reads one table, and is about how processes start"), pytest.mark.slow]

REFUSAL = (
    "which does not know its migrations tournaments.9999_later. Start the version that made them, or restore"
)
MANAGE = [sys.executable, "manage.py"]
WORKER = ["celery", "--quiet", "-A", "config", "worker", "--concurrency=1"]
WEB = ["gunicorn", "config.wsgi", "--workers=1", "--no-control-socket"]


@pytest.fixture
def newer(tmp_path: Path) -> Path:
    """What there is to see of a database: which migrations it knows."""
    file = tmp_path / "var" / "jantaku.sqlite3"
    file.parent.mkdir()
    with contextlib.closing(sqlite3.connect(file)) as database, database:
        database.execute("CREATE TABLE django_migrations (id INTEGER PRIMARY KEY, app, name, applied)")
        database.execute(
            "INSERT INTO django_migrations VALUES (1, 'tournaments', '9999_later', '2030-01-01')"
        )
    return file


def started(command: list[str], file: Path, *, embedded: bool) -> subprocess.CompletedProcess[str]:
    at_database = {"DATABASE_URL": f"sqlite:///{file}", "STATIC_MANIFEST": "0"}
    environment = (
        clean(JANTAKU_VAR_DIR=str(file.parent)) if embedded else like_production(file.parent, **at_database)
    )
    return subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False, timeout=60
    )


def free_port() -> str:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return str(probe.getsockname()[1])


@pytest.mark.parametrize("form", ["web", "worker", "live", "embedded"])
def test_it_does_not_start_and_says_what_to_do(newer, form):
    command = {
        "web": [sys.executable, "-m", *WEB, f"--bind=127.0.0.1:{free_port()}"],
        "worker": [sys.executable, "-m", *WORKER],
        "live": [*MANAGE, "serve_live", "--skip-checks", "--port", free_port()],
        "embedded": [sys.executable, "-m", "jantaku", "run", "--no-demo", "--port", free_port()],
    }[form]

    done = started(command, newer, embedded=form == "embedded")

    assert done.returncode != 0
    assert REFUSAL in done.stdout + done.stderr


@pytest.mark.parametrize("command", [["migrate"], ["check", "--deploy", "--database", "default"]])
def test_it_is_neither_migrated_nor_found_well(newer, command):
    done = started([*MANAGE, *command], newer, embedded=False)

    assert done.returncode != 0
    assert "(jantaku.E014) The database is newer than this program" in done.stderr
    assert ("jantaku.E015" in done.stderr) == (command[0] == "check")


def test_one_that_is_too_old_is_not_taken_for_one_that_is_up_to_date(newer):
    """It has some of the migrations that were squashed: Django would say that there is nothing to do."""
    with contextlib.closing(sqlite3.connect(newer)) as database, database:
        database.execute("UPDATE django_migrations SET name = '0036_mails_of_registrations'")

    done = started([*MANAGE, "migrate"], newer, embedded=False)

    assert done.returncode != 0
    assert "(jantaku.E014) The database is too old for this program. Upgrade it first to" in done.stderr
