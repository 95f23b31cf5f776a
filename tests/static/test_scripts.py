"""What scripts compute by themselves, run by the Node.js that comes with Playwright."""

import json
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest
from django.core.exceptions import ValidationError
from hypothesis import given, settings
from hypothesis import strategies as st
from playwright._impl._driver import compute_driver_executable

from rules.forms.points import as_typed, read_points
from tests.web.text.figures_as_typed import AS_TYPED

HERE = Path(__file__).parent
NODE = compute_driver_executable()[0]
# With Arabic-Indic, Persian, Devanagari, Adlam and raised digits, and what is no digit but looks like one.
TYPED = st.text(alphabet="0123456789-−▲.,' _+０１２eE٣٩۵४𞥑⁴⁻₋𝟗Ⅳ②±()、٬点pP\t", max_size=9)


def node(script: str, given_: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run([NODE, script], input=given_, cwd=HERE / "js", capture_output=True, text=True)


@pytest.mark.parametrize("script", sorted(path.name for path in (HERE / "js").glob("*.test.js")))
def test_a_script_does_what_its_tests_say(script: str) -> None:
    done = node(script)

    assert done.returncode == 0, done.stdout + done.stderr
    assert "# pass 0" not in done.stdout


def by_the_script(texts: Sequence[str], *, hundreds: bool) -> list[dict[str, object]]:
    lines = "\n".join(json.dumps({"text": text, "hundreds": hundreds}) for text in texts)
    return [json.loads(line) for line in node("read_figures.mjs", lines).stdout.splitlines()]


def by_the_server(text: str, *, hundreds: bool) -> dict[str, object]:
    try:
        points = read_points(text, hundreds=hundreds)
    except ValidationError:
        return {"points": None, "again": None}
    return {"points": points, "again": as_typed(points, hundreds=hundreds)}


GROUPED = (",", ".", "'", " ", "_", "\u00a0", "\u202f", "，", "．")
MINUSES = "-−‐‑–—ー▲△－⁻₋"
FULL_WIDTH = str.maketrans("0123456789", "０１２３４５６７８９")


def notations(points: int) -> list[str]:
    """These points as people write them, in full."""
    digits = str(abs(points))
    written = [digits, f"{abs(points):,}", *(f"{abs(points):,}".replace(",", mark) for mark in GROUPED)]
    written += [text.translate(FULL_WIDTH) for text in written]
    return [sign + text for text in written for sign in (("", "+") if points >= 0 else MINUSES)]


@pytest.mark.parametrize("hundreds", [True, False])
@given(points=st.lists(st.integers(20, 1_999), min_size=5, max_size=5))
@settings(max_examples=5)
def test_the_form_and_the_server_read_a_figure_however_it_is_written(
    points: list[int], hundreds: bool
) -> None:
    meant = [sign * (100 * one if hundreds else one) for one in points for sign in (1, -1)]
    texts = {text: one for one in meant for text in notations(one)}

    found = by_the_script(list(texts), hundreds=hundreds)

    assert {text: one["points"] for text, one in zip(texts, found, strict=True)} == texts
    assert {text: by_the_server(text, hundreds=hundreds)["points"] for text in texts} == texts


@pytest.mark.parametrize("hundreds", [True, False])
def test_the_form_reads_what_the_table_says(hundreds: bool) -> None:
    wanted = {text: short if hundreds else whole for text, short, whole, _exact in AS_TYPED}

    found = by_the_script([*wanted], hundreds=hundreds)

    assert {text: one["points"] for text, one in zip(wanted, found, strict=True)} == {
        text: points if isinstance(points, int) else None for text, points in wanted.items()
    }


@pytest.mark.parametrize("hundreds", [True, False])
@given(typed=st.lists(TYPED, min_size=200, max_size=200))
@settings(max_examples=5)
def test_the_form_and_the_server_read_the_same(typed: list[str], hundreds: bool) -> None:
    found = by_the_script(typed, hundreds=hundreds)

    wanted = [by_the_server(text, hundreds=hundreds) for text in typed]
    assert dict(zip(typed, found, strict=True)) == dict(zip(typed, wanted, strict=True))
