"""What is the owner's is nobody else's on this machine to read."""

import os
import stat
from pathlib import Path

import pytest

from config.private_files import private_database, private_folder

pytestmark = pytest.mark.once("asks no database")


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.fixture
def usual_mask() -> object:
    before = os.umask(0o022)
    yield
    os.umask(before)


@pytest.mark.usefixtures("usual_mask")
def test_a_new_folder_is_its_owners_and_an_old_one_becomes_so(tmp_path: Path) -> None:
    new, old = tmp_path / "new" / "var", tmp_path / "old"
    old.mkdir()
    assert mode(old) == 0o755

    private_folder(new)
    private_folder(old)

    assert (mode(new), mode(old)) == (0o700, 0o700)


@pytest.mark.usefixtures("usual_mask")
def test_a_database_and_what_is_beside_it_are_taken_away_from_others(tmp_path: Path) -> None:
    database = tmp_path / "jantaku.sqlite3"
    files = [database, tmp_path / "jantaku.sqlite3-wal", tmp_path / "jantaku.sqlite3-shm"]
    for file in files:
        file.touch()

    private_database(database)
    private_database(tmp_path / "none.sqlite3")

    assert [mode(file) for file in files] == [0o600] * 3
    assert sorted(tmp_path.iterdir()) == sorted(files)
