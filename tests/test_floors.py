"""Imports go down the floors, never up, never hidden inside a function."""

import ast
from pathlib import Path

from importlinter import cli

ROOT = Path(__file__).resolve().parent.parent
ROOMS = ("config", "players", "rules", "scoring", "seating", "tournaments", "web")


def sources() -> list[Path]:
    return [path for room in ROOMS for path in sorted((ROOT / room).rglob("*.py"))]


def test_imports_go_down_the_floors() -> None:
    assert (
        cli.lint_imports(config_filename=str(ROOT / "pyproject.toml"), no_cache=True, no_logo=True)
        == cli.EXIT_STATUS_SUCCESS
    )


def test_no_import_hides_inside_a_function() -> None:
    hidden = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for path in sources()
        for function in ast.walk(ast.parse(path.read_text()))
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
        for path in sources()
        for node in ast.walk(ast.parse(path.read_text()))
        if (isinstance(node, ast.FunctionDef) and node.name == "save" and "models" in path.parts)
        or (isinstance(node, ast.ImportFrom) and node.module == "django.dispatch")
        or (isinstance(node, ast.ImportFrom) and (node.module or "").startswith("django.db.models.signals"))
    ]

    assert found == []


def test_no_lock_keeps_others_from_writing_what_refers_to_the_locked_row() -> None:
    locks = [
        (path, call)
        for path in sources()
        for call in ast.walk(ast.parse(path.read_text()))
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


def test_files_are_short() -> None:
    long = [
        f"{path.relative_to(ROOT)}: {lines}"
        for path in sources()
        if "migrations" not in path.parts and (lines := len(path.read_text().splitlines())) > 400
    ]

    assert long == []
