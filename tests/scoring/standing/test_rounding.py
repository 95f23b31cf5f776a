"""To a multiple of something, in the way a regulation says."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.errors import ScoringError
from scoring.standing.rounding import ROUNDINGS, rounded

TENTH = Fraction(1, 10)


@pytest.mark.parametrize(
    ("mode", "plus", "minus"),
    [
        ("half_up", "20.8", "-20.7"),
        ("half_down", "20.7", "-20.8"),
        ("half_away", "20.8", "-20.8"),
        ("half_even", "20.8", "-20.8"),
        ("up", "20.8", "-20.7"),
        ("down", "20.7", "-20.8"),
        ("toward_zero", "20.7", "-20.7"),
    ],
)
def test_a_half_goes_where_the_mode_says(mode, plus, minus):
    found = [rounded(Fraction(sign * 2075, 100), TENTH, mode) for sign in (1, -1)]

    assert found == [Fraction(plus), Fraction(minus)]


def test_every_mode_is_looked_at_above():
    assert set(ROUNDINGS) == {"half_up", "half_down", "half_away", "half_even", "up", "down", "toward_zero"}


@given(
    st.fractions(-1000, 1000, max_denominator=500),
    st.fractions(Fraction(1, 100), 10, max_denominator=100),
    st.sampled_from(sorted(ROUNDINGS)),
)
def test_the_multiple_is_less_than_one_step_away_and_for_halves_at_most_half_a_step(value, quantum, mode):
    found = rounded(value, quantum, mode)

    assert (found / quantum).denominator == 1
    away = abs(found - value) / quantum
    assert away <= Fraction(1, 2) if mode.startswith("half") else away < 1


@given(st.integers(-1000, 1000), st.sampled_from(sorted(ROUNDINGS)))
def test_a_multiple_stays_what_it_is(number, mode):
    assert rounded(number * TENTH, TENTH, mode) == number * TENTH


@pytest.mark.parametrize(
    ("quantum", "mode", "code"), [(1, "half", "unknown_rounding"), (0, "up", "invalid_quantum")]
)
def test_what_is_no_rounding_is_refused(quantum, mode, code):
    with pytest.raises(ScoringError) as refused:
        rounded(Fraction(1), Fraction(quantum), mode)

    assert refused.value.code == code
