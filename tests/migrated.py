"""Databases that `make test` migrated once, to begin with a copy. Without them everything migrates for itself."""

import os
import shutil
from pathlib import Path

MIGRATED_SQLITE = os.environ.get("JANTAKU_MIGRATED_SQLITE")
"""A file."""
MIGRATED_POSTGRES = os.environ.get("JANTAKU_MIGRATED_POSTGRES")
"""The name of a database on the server of the tests."""


def copy_migrated(file: Path) -> Path:
    """Put a migrated SQLite database there, if there is one. `migrate` has nothing left to do then, or everything."""
    if MIGRATED_SQLITE is not None:
        file.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(MIGRATED_SQLITE, file)
    return file
