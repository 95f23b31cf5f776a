"""An answer is filled by what its fields declare: no function copies them a second time, name by name."""

import ast
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings

pytestmark = pytest.mark.once("reads source text, without a database")

BASE = Path(settings.BASE_DIR)
FOLDERS = ("tournaments/api", "players/api", "rules/api", "publishing")
# More attributes of one row under their own names than this are a copy of it.
MOST_COPIED = 2


def copied(source: str) -> Iterator[tuple[int, str, list[str]]]:
    """Dictionaries that are written out: their line, and of which row they copy which attributes."""
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Dict):
            continue
        same = [
            (ast.unparse(value.value), value.attr)
            for key, value in zip(node.keys, node.values, strict=True)
            if isinstance(key, ast.Constant) and isinstance(value, ast.Attribute) and key.value == value.attr
        ]
        for row in Counter(row for row, _name in same):
            yield node.lineno, row, [name for of, name in same if of == row]


def test_no_answer_copies_a_row_field_by_field() -> None:
    files = [path for folder in FOLDERS for path in sorted((BASE / folder).rglob("*.py"))]

    again = [
        f"{path.relative_to(BASE)}:{line} copies {', '.join(names)} of {row}: "
        "let `filled(…)` of web/api/answers.py read them, and give what is not there as `Given`"
        for path in files
        for line, row, names in copied(path.read_text(encoding="utf-8"))
        if len(names) > MOST_COPIED
    ]

    assert again == []
    assert len(files) > 100


def test_a_copied_row_would_be_seen() -> None:
    source = 'def night(n): return {"id": n.pk, "games": n.games, "places": n.places, "late": n.late}'

    assert list(copied(source)) == [(1, "n", ["games", "places", "late"])]
