"""What is written down is what was measured."""

import json

import pytest

from benchmarks.serving import results
from benchmarks.serving.client import Taken
from benchmarks.serving.results import line_of, load, percentile, readme, row_of, save

pytestmark = pytest.mark.slow


def rounds(*milliseconds, times=10):
    return [Taken(cpu=each * times / 1000, clock=1, times=times) for each in milliseconds]


@pytest.fixture
def row():
    return row_of(rounds(4, 6, 20), rounds(2, 2, 5, times=100), "Django bytes")


def test_a_ratio_is_that_of_the_medians_for_one_request_with_those_of_the_rounds_beside_it(row):
    assert row == {
        "floor": "Django bytes",
        "ratio": 3.0,
        "least": 2.0,
        "most": 4.0,
        "cpu_ms": 6.0,
        "floor_ms": 2.0,
    }


def test_a_side_that_has_a_round_less_is_refused():
    with pytest.raises(ValueError, match="shorter"):
        row_of(rounds(1, 2), rounds(1), "Django bytes")


@pytest.mark.parametrize(("share", "value"), [(50, 10), (95, 19), (99, 20), (100, 20)])
def test_a_percentile_is_a_value_that_was_measured(share, value):
    assert percentile(list(range(20, 0, -1)), share) == value


def test_the_only_value_is_every_percentile():
    assert [percentile([7], share) for share in (1, 50, 99)] == [7, 7, 7]


def test_a_later_run_replaces_the_paths_it_measured_and_keeps_the_others(tmp_path, row, monkeypatch):
    monkeypatch.setattr(results, "measured_commit", lambda: "first")
    save("embedded", {"desk": row, "front": row}, tmp_path)
    monkeypatch.setattr(results, "measured_commit", lambda: "second")
    save("embedded", {"desk": {**row, "ratio": 1.0}}, tmp_path)

    found = load("embedded", tmp_path)

    assert {name: (one["ratio"], one["at"].split(",")[0]) for name, one in found.items()} == {
        "desk": (1.0, "second"),
        "front": (3.0, "first"),
    }
    assert json.loads((tmp_path / "embedded.json").read_text())["machine"]


def test_the_table_has_both_forms_in_one_line_and_figures_without_a_floor_in_another(row):
    measured = {**row, "statements": 3, "bytes": 38_000, "gzip": 2_300, "at": "abc, 2026-01-02"}
    forms = {
        "embedded": {"desk": measured, "load": {"held": False, "lost": 0, "at": "abc, 2026-01-02"}},
        "servers": {"desk": {**measured, "ratio": 7.0, "statements": 4}},
    }

    lines = readme(forms).splitlines()

    assert (
        "| desk | Django bytes | **3.0** (2.0–4.0) | **7.0** (2.0–4.0) | 3 / 4 | 38,000 | 2,300 | abc, 2026-01-02 |"
    ) in lines
    assert "| embedded | load | held False, lost 0 | abc, 2026-01-02 |" in lines


@pytest.mark.parametrize(
    ("before", "says"),
    [
        ({"ratio": 6.0, "least": 5.0, "most": 7.0}, "was 6.0 x, now 0.50 of it"),
        ({"ratio": 4.0, "least": 3.5, "most": 5.0}, "was 4.0 x, the same within its rounds"),
        ({"ratio": 1.0, "least": 0.9, "most": 1.1}, "was 1.0 x, now 3.00 of it"),
    ],
)
def test_a_change_is_called_one_when_no_round_of_one_is_among_those_of_the_other(row, before, says):
    assert line_of("desk", row, before).endswith(says)


def test_a_path_that_was_never_measured_is_compared_with_nothing(row):
    assert "was" not in line_of("desk", row, None)
