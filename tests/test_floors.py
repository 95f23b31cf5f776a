"""Imports go down the floors, never up, never hidden inside a function."""

import ast
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from importlinter import cli

pytestmark = pytest.mark.database("none")

ROOT = Path(__file__).resolve().parent.parent
ROOMS = (
    "config",
    "guides",
    "jantaku",
    "players",
    "publishing",
    "rules",
    "scoring",
    "seating",
    "tournaments",
    "web",
)
# Run beside the product, never by it.
TOOLS = {"benchmarks", "tests", "tools"}


def sources() -> list[Path]:
    return [path for room in ROOMS for path in sorted((ROOT / room).rglob("*.py"))]


def nodes(words: str) -> Iterator[tuple[Path, ast.AST]]:
    """Everything that stands in a module, of those whose text has these words: few have to be parsed."""
    for path in sources():
        if re.search(words, text := path.read_text(), re.MULTILINE):
            yield from ((path, node) for node in ast.walk(ast.parse(text)))


def test_imports_go_down_the_floors() -> None:
    assert (
        cli.lint_imports(config_filename=str(ROOT / "pyproject.toml"), no_cache=True, no_logo=True)
        == cli.EXIT_STATUS_SUCCESS
    )


def test_every_folder_of_the_house_stands_on_a_floor() -> None:
    linter = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]
    floors = set(re.findall(r"[\w.]+", " ".join(linter["contracts"][0]["layers"])))
    packages = {path.parent.name for path in ROOT.glob("*/__init__.py")} - TOOLS
    parts = {
        f"tournaments.{path.stem}"
        for path in (ROOT / "tournaments").iterdir()
        if path.suffix == ".py" or (path / "__init__.py").exists()
    }

    assert packages == set(linter["root_packages"]) == set(ROOMS)
    assert packages - {"tournaments"} == {name for name in floors if "." not in name}
    assert parts - floors == {"tournaments.__init__", "tournaments.apps", "tournaments.migrations"}


# Each would be right alone; with what is there already they close a circle.
CIRCLES = {
    "of two modules": {"tournaments/models/winds.py": "tournaments.models.play.rounds"},
    "of two folders": {"scoring/hand/tiles.py": "scoring.game.outcome"},
    "of three folders": {
        "tournaments/templatetags/jantaku.py": "tournaments.views.questions",
        "tournaments/forms/staff.py": "tournaments.templatetags.jantaku",
    },
}


@pytest.mark.slow
@pytest.mark.parametrize("where", CIRCLES)
def test_a_planted_circle_is_found(where: str, tmp_path: Path) -> None:
    for room in ROOMS:
        shutil.copytree(ROOT / room, tmp_path / room, ignore=shutil.ignore_patterns("__pycache__", "*.json"))
    contract = 'name = "No two modules and no two folders need each other, in any folder"'
    config = tmp_path / "pyproject.toml"
    text = (ROOT / "pyproject.toml").read_text()
    before, after = text.split(contract)
    # This contract alone: the floors would refuse some of these, too, and say nothing of a circle.
    head = before[: before.index("[[tool.importlinter.contracts]]")]
    config.write_text(f"{head}[[tool.importlinter.contracts]]\n{contract}{after.partition('[[')[0]}")
    for path, module in CIRCLES[where].items():
        with (tmp_path / path).open("a") as file:
            file.write(f"\nimport {module}\n")

    found = subprocess.run(
        [Path(sys.executable).parent / "lint-imports", "--no-cache", "--config", config],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )

    assert found.returncode == 1, found.stdout + found.stderr
    assert "No cycles are allowed in" in found.stdout


def test_no_import_hides_inside_a_function() -> None:
    hidden = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for path, function in nodes(r"^[ \t]+(import|from) ")
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
        for node in ast.walk(function)
        if isinstance(node, ast.Import | ast.ImportFrom)
    ]

    assert hidden == []


def test_there_is_no_room_called_utils() -> None:
    assert [path for path in sources() if path.stem in {"utils", "helpers", "common", "misc"}] == []


def test_nothing_of_ours_listens_to_signals_or_overrides_save() -> None:
    found = [
        str(path.relative_to(ROOT))
        for path, node in nodes(r"\bsave\b|dispatch|signals")
        if (isinstance(node, ast.FunctionDef) and node.name == "save" and "models" in path.parts)
        or (isinstance(node, ast.ImportFrom) and node.module == "django.dispatch")
        or (isinstance(node, ast.ImportFrom) and (node.module or "").startswith("django.db.models.signals"))
    ]

    assert found == []


def test_no_lock_keeps_others_from_writing_what_refers_to_the_locked_row() -> None:
    locks = [
        (path, call)
        for path, call in nodes("select_for_update")
        if isinstance(call, ast.Call)
        and isinstance(call.func, ast.Attribute)
        and call.func.attr == "select_for_update"
    ]
    without = [
        f"{path.relative_to(ROOT)}:{call.lineno}"
        for path, call in locks
        if "no_key" not in [given.arg for given in call.keywords]
    ]

    assert len(locks) > 10
    assert without == []
