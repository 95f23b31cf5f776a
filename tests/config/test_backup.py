"""The laptop's backup: whole, made while Jantaku runs, and never in place of another."""

import os
import sqlite3
import stat
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from tests.migrated import copy_migrated
from tools.environment import ROOT, clean, like_production

pytestmark = [
    pytest.mark.once("backup is the laptop's command: its database is SQLite on either run"),
    pytest.mark.slow,
]


def manage(var: Path, *words: str, folder: Path | None = None) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, ROOT / "manage.py", *words],
        cwd=folder or ROOT,
        env=clean(JANTAKU_VAR_DIR=str(var)),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )


@pytest.fixture(scope="module")
def laptop(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder var/ of a laptop with a house in it."""
    var = tmp_path_factory.mktemp("var")
    if not copy_migrated(var / "jantaku.sqlite3").exists():
        assert manage(var, "migrate", "-v0", "--skip-checks").returncode == 0
    return var


def rows(database: Path) -> dict[str, list[tuple[object, ...]]]:
    """Every row of every table, through a connection that changes nothing."""
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as connection:
        tables = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
        return {
            name: connection.execute(f'SELECT * FROM "{name}" ORDER BY 1').fetchall() for (name,) in tables
        }


def test_a_backup_holds_what_was_committed_and_not_what_was_not(laptop: Path, tmp_path: Path) -> None:
    with closing(sqlite3.connect(laptop / "jantaku.sqlite3", isolation_level=None)) as writer:
        writer.execute("INSERT INTO players_club (name, country) VALUES ('Ueno', 'JP')")
        writer.execute("BEGIN IMMEDIATE")
        writer.execute("INSERT INTO players_club (name, country) VALUES ('Kanda', 'JP')")

        done = manage(laptop, "backup", str(tmp_path / "evening.sqlite3"))

        writer.execute("ROLLBACK")
    assert done.returncode == 0, done.stdout
    backed_up = rows(tmp_path / "evening.sqlite3")
    assert backed_up == rows(laptop / "jantaku.sqlite3")
    assert [name for _pk, name, *_rest in backed_up["players_club"]] == ["Ueno"]


def test_a_backup_is_one_file_that_only_its_owner_reads_named_after_the_moment(
    laptop: Path, tmp_path: Path
) -> None:
    done = manage(laptop, "backup", folder=tmp_path)

    assert done.returncode == 0, done.stdout
    (made,) = tmp_path.iterdir()
    assert (made.name[:7], made.suffix, stat.S_IMODE(made.stat().st_mode)) == ("backup-", ".sqlite3", 0o600)
    ignored = subprocess.run(["git", "check-ignore", "-q", made.name], cwd=ROOT, check=False)
    assert ignored.returncode == 0 or not (ROOT / ".git").exists()


def test_the_second_evening_does_not_overwrite_the_first(laptop: Path, tmp_path: Path) -> None:
    first = tmp_path / "evening.sqlite3"
    first.write_text("the first evening")

    done = manage(laptop, "backup", str(first))

    assert (done.returncode, first.read_text()) == (1, "the first evening")
    assert (
        done.stdout.strip()
        == f"CommandError: {first} is there already; nothing was changed. Name another file."
    )
    assert os.listdir(tmp_path) == ["evening.sqlite3"]


def test_where_there_is_no_database_there_is_no_backup(tmp_path: Path) -> None:
    var, file = tmp_path / "elsewhere", tmp_path / "evening.sqlite3"

    done = manage(var, "backup", str(file))

    assert (done.returncode, file.exists(), (var / "jantaku.sqlite3").exists()) == (1, False, False)
    assert done.stdout.strip() == (
        f"CommandError: There is no database {var / 'jantaku.sqlite3'}; nothing was backed up."
    )


def test_a_broken_database_is_not_taken_for_a_backup(laptop: Path, tmp_path: Path) -> None:
    var, file = tmp_path / "var", tmp_path / "evening.sqlite3"
    var.mkdir()
    whole = (laptop / "jantaku.sqlite3").read_bytes()
    (var / "jantaku.sqlite3").write_bytes(whole[:8192] + b"\xff" * 8192 + whole[16384:])

    done = manage(var, "backup", str(file))

    assert (done.returncode, file.exists()) == (1, False)
    assert "could not be written" in done.stdout


def test_a_server_is_told_which_backup_is_its_own(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "manage.py", "backup", tmp_path / "evening.sqlite3"],
        cwd=ROOT,
        env=like_production(tmp_path),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )

    assert (done.returncode, (tmp_path / "evening.sqlite3").exists()) == (1, False)
    assert (
        done.stdout.strip()
        == "CommandError: This database is PostgreSQL. Back it up as root with: deploy/bin/backup"
    )


def test_a_backup_put_back_is_the_evening_again(laptop: Path, tmp_path: Path) -> None:
    assert manage(laptop, "backup", str(tmp_path / "evening.sqlite3")).returncode == 0
    var = tmp_path / "var"
    var.mkdir()

    (tmp_path / "evening.sqlite3").rename(var / "jantaku.sqlite3")

    done = manage(var, "verify_ledger", "--skip-checks")
    assert done.returncode == 0, done.stdout
    put_back, before = rows(var / "jantaku.sqlite3"), rows(laptop / "jantaku.sqlite3")
    # That it was made is noted once it is there.
    (noted,) = before.pop("tournaments_heartbeat")
    del put_back["tournaments_heartbeat"]
    assert noted[0] == "backup"
    assert put_back == before
