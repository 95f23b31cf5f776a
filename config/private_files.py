"""Files readable by their owner only: addresses, password hashes, the secret key."""

import stat
from contextlib import suppress
from pathlib import Path

# SQLite creates these files with the database file's rights. A new database gets the rights that `jantaku run` uses
# for all files, in a private folder.
BESIDE = ("", "-wal", "-shm", "-journal")
OTHERS = stat.S_IRWXG | stat.S_IRWXO


def private_folder(folder: Path) -> None:
    """Make the folder, or close it to others; another owner's folder is left alone."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    _from_others(folder)


def private_database(file: Path) -> None:
    """Make this SQLite file, and those beside it, unreadable for others."""
    for ending in BESIDE:
        _from_others(file.with_name(file.name + ending))


def _from_others(path: Path) -> None:
    with suppress(FileNotFoundError, PermissionError):
        mode = stat.S_IMODE(path.stat().st_mode)
        if mode & OTHERS:
            path.chmod(mode & ~OTHERS)
