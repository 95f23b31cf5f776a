"""Totals below each other line up, and each is exact."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.standing.shown_totals import PAD, Column, show_alone

UNITS = st.sampled_from([1, 12, 60, 1_000, 3_000, 10_000])


@pytest.mark.parametrize(
    ("unit", "totals", "shown"),
    [
        (1_000, [26_200, -45_000, 0], ["+26.2", "-45.0", "0.0"]),
        (1_000, [5_247_850, -45_000], ["+5,247.85", "-45.00"]),
        (1_000, [999_994_930_000], ["+999,994,930.0"]),
        (10_000, [1_278_281, 315_640], ["+127.8281", "+31.5640"]),
        (12, [168, 171], ["14.00", "14.25"]),
        (12, [168, 172, 4], [f"14{PAD * 4}", "14 1/3", "1/3"]),
        (12, [-12], ["-1"]),
        (3_000, [78_600, -3_000], ["+26.2", "-1.0"]),
        (3_000, [25_000, 78_600], ["+8 1/3", "+26 1/5"]),
        (1, [1_950, -300, 0], ["+1,950", "-300", "0"]),
    ],
)
def test_a_column(unit, totals, shown):
    column = Column.of(unit, totals)

    assert [column.show(units) for units in totals] == shown


def test_a_total_alone():
    assert [show_alone(units, 1_000) for units in (26_200, 8_000, 50)] == ["+26.2", "+8.0", "+0.05"]


@given(UNITS, st.lists(st.integers(-(10**13), 10**13), min_size=1, max_size=6))
def test_whatever_is_shown_is_exact(unit, totals):
    column = Column.of(unit, totals)

    for units in totals:
        text = column.show(units).replace(",", "").replace(PAD, "")
        sign, text = (-1, text[1:]) if text[0] == "-" else (1, text.lstrip("+"))
        assert sign * sum(Fraction(part) for part in text.split()) == Fraction(units, unit)


@given(UNITS, st.lists(st.integers(-(10**9), 10**9), min_size=1, max_size=6))
def test_everything_after_the_whole_number_is_equally_long(unit, totals):
    column = Column.of(unit, totals)

    tails = {len(_after_the_whole(column.show(units))) for units in totals if abs(units) >= unit}
    assert len(tails) <= 1


def _after_the_whole(text):
    return text.lstrip("+-").lstrip("0123456789,")
