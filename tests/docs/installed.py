"""What the tests of the manual share: its commands, and the files of deploy/ with their places exchanged."""

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
    """All commands of the manual, one after the other."""
    return "\n".join(block.commands for block in blocks())


def program(name: str, *, required: str = "") -> str:
    """Where a program is. Without it the test is skipped, unless the variable `required` is set."""
    places = os.pathsep.join([os.environ.get("PATH", ""), "/usr/sbin", "/sbin"])
    found = shutil.which(name, path=places)
    if found is None and required and os.environ.get(required):
        pytest.fail(f"No {name} found, and {required} is set.")
    if found is None:
        pytest.skip(f"no {name} on this machine")
    return found


def exchanged(text: str, places: dict[str, str]) -> str:
    """Text with other places in it; each of them must be there."""
    for old, new in places.items():
        text, times = re.subn(re.escape(old), new, text)
        assert times, f"{old} is not there"
    return text


def written(folder: Path, name: str, text: str) -> Path:
    file = folder / name
    file.write_text(text)
    return file
