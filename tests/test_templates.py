"""Every template that a template or a view names is there."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TEMPLATES = ROOT / "templates"
NAMED = re.compile(r"""["']([\w/]+\.(?:html|txt))["']""")
ROOMS = ("config", "players", "rules", "tournaments", "web")


def test_what_is_named_is_there() -> None:
    files = [*TEMPLATES.rglob("*.*"), *(file for room in ROOMS for file in (ROOT / room).rglob("*.py"))]
    named = {name for file in files for name in NAMED.findall(file.read_text(encoding="utf-8"))}

    assert len(named) > 60
    assert {name for name in named if not (TEMPLATES / name).is_file()} == set()
