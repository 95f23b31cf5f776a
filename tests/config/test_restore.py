"""The laptop's database from a backup: whole, never under a running Jantaku, and the one of before is kept."""

import shutil
import sqlite3
import stat
import subprocess
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.config.test_backup import manage, rows
from tests.migrated import copy_migrated

pytestmark = [
    pytest.mark.once("restore is the laptop's command: its database is SQLite on either run"),
    pytest.mark.slow,
]


@pytest.fixture(scope="module")
def migrated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    var = tmp_path_factory.mktemp("migrated")
    if not copy_migrated(var / "jantaku.sqlite3").exists():
        assert manage(var, "migrate", "-v0", "--skip-checks").returncode == 0
    return var / "jantaku.sqlite3"


@pytest.fixture
def laptop(migrated: Path, tmp_path: Path) -> Path:
    """The folder var/ of a laptop with one club, Ueno."""
    var = tmp_path / "var"
    var.mkdir()
    shutil.copy(migrated, var / "jantaku.sqlite3")
    add_club(var / "jantaku.sqlite3", "Ueno")
    return var


@pytest.fixture
def evening(laptop: Path, tmp_path: Path) -> Path:
    """A backup of it, after which another club, Kanda, was added."""
    file = tmp_path / "evening.sqlite3"
    assert manage(laptop, "backup", str(file)).returncode == 0
    add_club(laptop / "jantaku.sqlite3", "Kanda")
    return file


@pytest.fixture
def open_house(laptop: Path) -> Iterator[sqlite3.Connection]:
    """The database as a running server has it: open, and idle."""
    with closing(sqlite3.connect(laptop / "jantaku.sqlite3")) as connection:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("SELECT COUNT(*) FROM players_club").fetchone()
        yield connection


def add_club(database: Path, name: str) -> None:
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("INSERT INTO players_club (name, country) VALUES (?, 'JP')", (name,))


def clubs(database: Path) -> list[object]:
    return [name for _pk, name, *_rest in rows(database)["players_club"]]


def restored(laptop: Path, file: Path) -> "subprocess.CompletedProcess[str]":
    return manage(laptop, "restore", str(file))


def test_what_was_backed_up_is_there_again_and_the_database_of_before_is_kept(
    laptop: Path, evening: Path
) -> None:
    done = restored(laptop, evening)

    assert done.returncode == 0, done.stdout
    (kept,) = laptop.glob("jantaku-before-*.sqlite3")
    assert f"The database of before is now {kept}." in done.stdout
    assert rows(laptop / "jantaku.sqlite3") == rows(evening)
    assert (clubs(laptop / "jantaku.sqlite3"), clubs(kept)) == (["Ueno"], ["Ueno", "Kanda"])
    assert stat.S_IMODE((laptop / "jantaku.sqlite3").stat().st_mode) == 0o600
    assert not list(laptop.glob("*.restoring"))


def test_a_new_laptop_takes_it(laptop: Path, evening: Path, tmp_path: Path) -> None:
    new = tmp_path / "new"

    done = restored(new, evening)

    assert done.returncode == 0, done.stdout
    assert clubs(new / "jantaku.sqlite3") == ["Ueno"]


def test_what_is_in_the_place_of_a_spoiled_database_is_restored(laptop: Path, evening: Path) -> None:
    (laptop / "jantaku.sqlite3").write_bytes(b"spoiled" * 1000)

    done = restored(laptop, evening)

    assert done.returncode == 0, done.stdout
    assert clubs(laptop / "jantaku.sqlite3") == ["Ueno"]


def test_nothing_is_put_under_a_running_jantaku(
    laptop: Path, evening: Path, open_house: sqlite3.Connection
) -> None:
    done = restored(laptop, evening)

    assert done.returncode == 1
    assert "Jantaku is running. End it with Ctrl-C and try again" in done.stdout
    assert clubs(laptop / "jantaku.sqlite3") == ["Ueno", "Kanda"]
    assert not [file for file in laptop.iterdir() if "before" in file.name or "restoring" in file.name]


def nothing(file: Path) -> None:
    file.unlink()


def a_text(file: Path) -> None:
    file.write_text("Dear diary")


def half_a_file(file: Path) -> None:
    file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])


def another_database(file: Path) -> None:
    file.unlink()
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("CREATE TABLE songs (name)")


def one_of_a_later_version(file: Path) -> None:
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute(
            "INSERT INTO django_migrations (app, name, applied) VALUES ('tournaments', '9999_later', '2030-01-01')"
        )


@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (nothing, "There is no file"),
        (a_text, "file is not a database"),
        (half_a_file, "malformed"),
        (another_database, "it is no database of Jantaku"),
        (one_of_a_later_version, "The database is newer than this program"),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_what_is_no_backup_changes_nothing(spoil, says: str, laptop: Path, evening: Path) -> None:
    spoil(evening)

    done = restored(laptop, evening)

    assert done.returncode == 1
    assert says in done.stdout
    assert clubs(laptop / "jantaku.sqlite3") == ["Ueno", "Kanda"]
    assert [file.name for file in laptop.iterdir() if "before" in file.name or "restoring" in file.name] == []
