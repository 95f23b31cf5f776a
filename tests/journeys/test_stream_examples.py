"""The programs of docs/api.md that follow a tournament's stream, run as they stand."""

import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tools.demo_house import Demo, House, demo_house
from tools.environment import ROOT
from tournaments.demo import event

pytestmark = pytest.mark.slow

PROGRAMS = dict(
    re.findall(r"^```(\w+) stream\n(.*?)^```$", (ROOT / "docs/api.md").read_text("utf-8"), re.M | re.S)
)
DENO = str(Path(sys.executable).with_name("deno"))


@pytest.fixture(scope="module")
def house(demo_of_the_house: Demo, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A house that needs no browser."""
    with demo_house(tmp_path_factory.mktemp("house") / "var", demo_of_the_house) as house:
        yield house


def first_lines(
    command: list[str], program: str, house: House, tmp_path: Path, last: Callable[[str], bool]
) -> list[str]:
    """What a program that never ends prints up to this line."""
    environment = {"HOME": str(tmp_path), "JANTAKU_API": f"{house.url}/api/v1", "SLUG": event.SLUG}
    script = tmp_path / "program"
    script.write_text(program)
    with subprocess.Popen(
        [*command, str(script)], env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as running:
        assert running.stdout is not None
        try:
            lines: list[str] = []
            while not lines or (lines[-1] and not last(lines[-1])):
                lines.append(running.stdout.readline().strip())
            return lines
        finally:
            running.kill()


def test_the_python_program_hears_everything_from_the_beginning(house: House, tmp_path: Path) -> None:
    lines = first_lines([sys.executable], PROGRAMS["python"], house, tmp_path, "result confirmed".__eq__)

    assert lines[0] == "round published"
    assert "round started" in lines
    assert lines[-1] == "result confirmed"


def test_the_browsers_program_shows_the_leaders(house: House, tmp_path: Path) -> None:
    known = f'const API = "{house.url}/api/v1", SLUG = "{event.SLUG}";\n'

    lines = first_lines(
        [DENO, "run", "--allow-net"], known + PROGRAMS["js"], house, tmp_path, lambda line: line[:1] == "3"
    )

    assert [line.split()[0] for line in lines] == ["1", "2", "3"]


def test_each_language_has_one_program() -> None:
    assert set(PROGRAMS) == {"js", "python"}
