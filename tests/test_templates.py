"""Every template that is named is there, and can be reviewed line by line."""

import re
from pathlib import Path

import pytest

pytestmark = pytest.mark.database("none")

ROOT = Path(__file__).resolve().parent.parent
TEMPLATES = ROOT / "templates"
NAMED = re.compile(r"""["']([\w/]+\.(?:html|txt))["']""")
ROOMS = ("config", "guides", "players", "publishing", "rules", "tournaments", "web")
LONGEST_LINE = 160  # characters


def test_what_is_named_is_there() -> None:
    files = [*TEMPLATES.rglob("*.*"), *(file for room in ROOMS for file in (ROOT / room).rglob("*.py"))]
    named = {name for file in files for name in NAMED.findall(file.read_text(encoding="utf-8"))}

    assert len(named) > 60
    assert {name for name in named if not (TEMPLATES / name).is_file()} == set()


def test_every_line_can_be_read_in_a_diff() -> None:
    found = too_long_lines(TEMPLATES)

    assert found == []


def test_a_long_line_is_found(tmp_path: Path) -> None:
    (tmp_path / "desk").mkdir()
    (tmp_path / "desk" / "plan.html").write_text(
        f"{'雀' * LONGEST_LINE}\n{'x' * (LONGEST_LINE + 1)}\n", encoding="utf-8"
    )

    found = too_long_lines(tmp_path)

    assert found == [f"desk/plan.html:2: {LONGEST_LINE + 1}"]


def too_long_lines(folder: Path) -> list[str]:
    """The lines of all templates that a reviewer would have to scroll along, with how long they are."""
    return [
        f"{file.relative_to(folder)}:{number}: {len(line)}"
        for file in sorted(folder.rglob("*.html"))
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), start=1)
        if len(line) > LONGEST_LINE
    ]
