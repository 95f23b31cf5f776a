"""Every example of docs/hands.md is true."""

import io
import json
import re
from pathlib import Path

import pytest

from scoring.verbs.batch import serve

PAGE = Path(__file__).parents[2] / "docs" / "hands.md"
EXAMPLES = re.findall(r"```json\n(.+)\n(.+)\n```", PAGE.read_text(encoding="utf-8"))


@pytest.mark.parametrize(("request_line", "answer_line"), EXAMPLES)
def test_an_example_is_answered_as_the_page_says(request_line, answer_line):
    out = io.BytesIO()

    serve(io.BytesIO(request_line.encode() + b"\n"), out)

    answer = json.loads(out.getvalue())
    shown = json.loads(answer_line.replace(", …}", "}"))
    assert {key: answer.get(key) for key in shown} == shown
    assert "…" in answer_line or set(answer) == set(shown)


def test_there_are_examples():
    assert len(EXAMPLES) == 7
