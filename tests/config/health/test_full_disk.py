"""PostgreSQL whose disk is full, for real: readyz and statusz say so, and are well again by themselves."""

import contextlib
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from tools.environment import ROOT, clean
from tools.servers import postgres

pytestmark = [
    pytest.mark.once("starts a PostgreSQL of its own"),
    pytest.mark.slow,
    pytest.mark.skipif(os.geteuid() != 0, reason="only root can mount a small disk"),
]


@contextlib.contextmanager
def small_disk(place: Path, megabytes: int) -> Iterator[None]:
    done = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={megabytes}m,mode=1777", "tmpfs", place],
        capture_output=True,
        check=False,
    )
    if done.returncode:
        pytest.skip("no disk can be mounted here")
    try:
        yield
    finally:
        subprocess.run(["umount", "--lazy", place], check=True)


WORD = "import django; django.setup(); from config.health.probes import database_word; print(database_word())"
READY = (
    "import django; django.setup(); from django.test import Client; answer = Client().get('/readyz');"
    " print(answer.status_code, answer.json()['ready'], answer.json()['database'])"
)


def said(url: str, var: Path, question: str) -> str:
    environment = clean(
        DATABASE_URL=url,
        JANTAKU_VAR_DIR=str(var),
        DJANGO_SETTINGS_MODULE="config.settings",
        STATIC_MANIFEST="0",
    )
    done = subprocess.run(
        [sys.executable, "-c", question],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip()


def test_a_full_disk_of_postgresql_is_seen_although_no_row_needs_room(tmp_path):
    with postgres() as url:
        with psycopg.connect(url, autocommit=True) as superuser:
            (data,) = superuser.execute("SHOW data_directory").fetchone()
            superuser.execute("CREATE TABLE tournaments_attempts (bucket text, period bigint, count int)")
        temporary = Path(data) / "base" / "pgsql_tmp"
        temporary.mkdir(exist_ok=True)
        with small_disk(temporary, 2):
            words = [said(url, tmp_path, WORD)]
            filler = temporary / "filler"
            with contextlib.suppress(OSError), filler.open("wb", buffering=0) as file:
                while True:
                    file.write(b"x" * 2**12)
            words.append(said(url, tmp_path, WORD))
            ready = said(url, tmp_path, READY)
            filler.unlink()
            words.append(said(url, tmp_path, WORD))

    assert words == ["ok", "full", "ok"]
    assert ready == "503 False full"
