"""What is the owner's alone on this machine: addresses, hashes of passwords, the key that signs sessions."""

import stat
from contextlib import suppress
from pathlib import Path

# What SQLite keeps beside its file; it gives them the rights of that file when it makes them. A new file is made with
# those that `jantaku run` has for all, and in a folder of the owner's.
BESIDE = ("", "-wal", "-shm", "-journal")
OTHERS = stat.S_IRWXG | stat.S_IRWXO


def private_folder(folder: Path) -> None:
    """Make the folder, or take it away from others; one of somebody else's stays as they want it."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    _from_others(folder)


def private_database(file: Path) -> None:
    """Let nobody else read this SQLite file, nor what is beside it."""
    for ending in BESIDE:
        _from_others(file.with_name(file.name + ending))


def _from_others(path: Path) -> None:
    with suppress(FileNotFoundError, PermissionError):
        mode = stat.S_IMODE(path.stat().st_mode)
        if mode & OTHERS:
            path.chmod(mode & ~OTHERS)
