"""The first ten calls of docs/api.md, run as they stand: from nothing to standings."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tools.demo_house import ORGANIZER, Demo, House, demo_house
from tools.environment import ROOT, clean

pytestmark = pytest.mark.slow

PROGRAMS = dict(
    re.findall(r"^```(\w+) first-calls\n(.*?)^```$", (ROOT / "docs/api.md").read_text("utf-8"), re.M | re.S)
)
RUN = {
    "sh": ["bash", "-euo", "pipefail"],
    "python": [sys.executable],
    "js": [str(Path(sys.executable).with_name("deno")), "run", "--allow-net", "--allow-env"],
}
# Linux without util-linux has none.
UUIDGEN = f"#!/bin/sh\nexec {sys.executable} -c 'import uuid; print(uuid.uuid4())'\n"
MAKE_A_TOKEN = f"""
from players.models import User
from tournaments.actions.actor import Actor
from tournaments.actions.credentials.api_tokens import create_api_token
organizer = Actor(User.objects.get(email="{ORGANIZER}"))
print(create_api_token(name="first calls", scope="manage", days=1, by=organizer, tournament=None)[1])
"""


@pytest.fixture(scope="module")
def house(demo_of_the_house: Demo, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A house that needs no browser."""
    with demo_house(tmp_path_factory.mktemp("house") / "var", demo_of_the_house) as house:
        yield house


@pytest.fixture(scope="module")
def token(house: House) -> str:
    return subprocess.run(
        [sys.executable, "manage.py", "shell", "--no-imports", "-c", MAKE_A_TOKEN],
        cwd=ROOT,
        env=clean(JANTAKU_VAR_DIR=str(house.folder)),
        check=True,
        capture_output=True,
        text=True,
    ).stdout.strip()


@pytest.mark.parametrize("language", list(RUN))
def test_the_first_calls_lead_to_standings(language: str, house: House, token: str, tmp_path: Path) -> None:
    uuidgen = tmp_path / "uuidgen"
    uuidgen.write_text(UUIDGEN)
    uuidgen.chmod(0o755)
    env = {"PATH": f"{tmp_path}:{os.environ['PATH']}", "HOME": str(tmp_path), "JANTAKU_TOKEN": token}

    done = subprocess.run(
        [*RUN[language], "-"] if language != "sh" else RUN[language],
        input=PROGRAMS[language],
        env=env | {"JANTAKU_API": f"{house.url}/api/v1"},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )

    assert (done.returncode, done.stderr) == (0, ""), done.stdout + done.stderr
    rows = [line.split() for line in done.stdout.splitlines()[-4:]]
    assert [(rank, int(total)) for rank, _name, total in rows] == [
        ("1", 61_200),
        ("2", 10_300),
        ("3", -21_500),
        ("4", -50_000),
    ]
    assert {name for _rank, name, _total in rows} == {"Aki", "Ben", "Chie", "Dan"}


def test_each_language_has_one_program() -> None:
    assert set(PROGRAMS) == set(RUN)
