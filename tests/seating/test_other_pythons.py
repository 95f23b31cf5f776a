"""The same seed gives the same draw under every Python that is found here; usually under the newest of them."""

import functools
import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.seating.test_audit import REQUESTS, golden
from tests.thorough import THOROUGH

ROOT = Path(__file__).resolve().parents[2]
SEEDED_REQUESTS = [{**request, "seed": "golden"} for request in REQUESTS.values()]
OTHERS = [f"3.{minor}" for minor in range(11, 16) if minor != sys.version_info.minor]
FOUND = [version for version in OTHERS if shutil.which(f"python{version}")]


def python(version: str) -> str | None:
    """A program that really is this Python; one that merely stands on the path (a shim) may be none."""
    path = shutil.which(f"python{version}")
    if path is None:
        return None
    installed = sorted(Path(path).parent.parent.glob(f"versions/{version}.*/bin/python"))
    for program in [path, *map(str, installed)]:
        version_line = subprocess.run(
            [program, "--version"], capture_output=True, text=True, check=False
        ).stdout
        if version_line.startswith(f"Python {version}."):
            return program
    return None


@functools.cache
def drawn_here() -> list[object]:
    """What this Python answers, as it comes out of JSON."""
    return [json.loads(json.dumps(golden(name))) for name in REQUESTS]


@pytest.mark.slow
@pytest.mark.parametrize("version", OTHERS if THOROUGH else FOUND[-1:] or OTHERS[-1:])
def test_every_kind_of_draw_is_the_same_to_the_last_seat(version: str) -> None:
    program = python(version)
    if program is None:
        pytest.skip(f"there is no Python {version} here")

    done = subprocess.run(
        [program, "-m", "seating"],
        input="".join(json.dumps(one) + "\n" for one in SEEDED_REQUESTS),
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
        env={"PYTHONDONTWRITEBYTECODE": "1"},
    )

    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert answers == drawn_here()
