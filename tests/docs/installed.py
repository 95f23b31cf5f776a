"""The manual's commands, and files of deploy/ with other paths, for tests of the manual."""

import os
import re
import shutil
from pathlib import Path

import pytest

from tools.environment import ROOT
from tools.install_test.manual import blocks

DEPLOY = ROOT / "deploy"
SCRIPTS = sorted(path for path in (DEPLOY / "bin").iterdir())
UNITS = sorted((DEPLOY / "systemd").iterdir())


def commands() -> str:
    """Return all commands of the manual in order."""
    return "\n".join(block.commands for block in blocks())


def program(name: str, *, required: str = "") -> str:
    """Return a program's path. Without it the test is skipped, unless the variable `required` is set."""
    places = os.pathsep.join([os.environ.get("PATH", ""), "/usr/sbin", "/sbin"])
    found = shutil.which(name, path=places)
    if found is None and required and os.environ.get(required):
        pytest.fail(f"No {name} found, and {required} is set.")
    if found is None:
        pytest.skip(f"no {name} on this machine")
    return found


def exchanged(text: str, places: dict[str, str]) -> str:
    """Replace paths in a text; all must occur."""
    for old, new in places.items():
        text, times = re.subn(re.escape(old), new, text)
        assert times, f"{old} is not there"
    return text


def written(folder: Path, name: str, text: str) -> Path:
    file = folder / name
    file.write_text(text)
    return file
