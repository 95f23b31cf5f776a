"""Databases that `make test` migrated once, for copying. Without them each run migrates its own."""

import fcntl
import json
import os
import shutil
from pathlib import Path

from tools.demo_house import Demo, make_demo

MIGRATED_SQLITE = os.environ.get("JANTAKU_MIGRATED_SQLITE")
"""A file."""
MIGRATED_POSTGRES = os.environ.get("JANTAKU_MIGRATED_POSTGRES")
"""The name of a database on the server of the tests."""


def copy_migrated(file: Path) -> Path:
    """Copy a migrated SQLite database there, if there is one; `migrate` then has nothing to do."""
    if MIGRATED_SQLITE is not None:
        file.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(MIGRATED_SQLITE, file)
    return file


def a_demo(folder: Path) -> Demo:
    """Put the demo into this folder. The first run of `make test` that needs it loads it for all."""
    if MIGRATED_SQLITE is None:
        return make_demo(folder)
    loaded = Path(MIGRATED_SQLITE).with_name("demo")
    with loaded.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not loaded.exists():
            part = loaded.with_suffix(".part")
            copy_migrated(part / "jantaku.sqlite3")
            (part / "codes.json").write_text(json.dumps(make_demo(part).codes))
            part.rename(loaded)
    shutil.copytree(loaded, folder, dirs_exist_ok=True)
    return Demo(folder, json.loads((folder / "codes.json").read_text()))
