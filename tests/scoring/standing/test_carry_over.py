"""With what an entry begins a stage."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.errors import ScoringError
from scoring.standing.carry_over import CarryOver, Finish, Start, carried, check_carry_over

HALF = CarryOver("ratio", ratio=Fraction(1, 2), quantum=100, mode="half_up")


# M-League between its stages: half, to a tenth, halves toward the better.
@pytest.mark.parametrize(
    ("total", "expected"),
    [
        (485_700, 242_900),
        (-41_500, -20_700),
        (-41_700, -20_800),
        (41_500, 20_800),
        (0, 0),
        (-100, 0),
        (100, 100),
    ],
)
def test_half_a_total_goes_to_the_better_tenth(total, expected):
    assert carried(HALF, Finish(rank=1, total=total)) == Start(expected, 0)


def test_each_kind_begins_with_what_it_says():
    finish = Finish(rank=2, total=12_345, penalties=1_000, points=77)

    assert {
        "none": carried(CarryOver("none"), finish),
        "full": carried(CarryOver("full"), finish),
        "full, with points": carried(CarryOver("full", points=True), finish),
        "full, penalties forgiven": carried(CarryOver("full", forgives_penalties=True), finish),
        "a third": carried(CarryOver("ratio", ratio=Fraction(1, 3), points=True), finish),
        "by rank": carried(CarryOver("by_rank", by_rank=(120_000, 70_000, 30_000, 0)), finish),
        "by rank, beyond the list": carried(CarryOver("by_rank", by_rank=(120_000,)), finish),
    } == {
        "none": Start(0, 0),
        "full": Start(12_345, 0),
        "full, with points": Start(12_345, 77),
        "full, penalties forgiven": Start(13_345, 0),
        "a third": Start(4_115, 26),
        "by rank": Start(70_000, 0),
        "by rank, beyond the list": Start(0, 0),
    }


def test_a_whole_total_is_not_rounded():
    assert carried(CarryOver("ratio", quantum=1000), Finish(1, total=12_345)).total == 12_345


@given(st.integers(-(10**7), 10**7), st.integers(-(10**7), 10**7))
def test_a_share_keeps_the_order_of_totals(one, other):
    low, high = sorted((one, other))

    assert carried(HALF, Finish(1, low)).total <= carried(HALF, Finish(1, high)).total


@pytest.mark.parametrize(
    ("rule", "code", "field"),
    [
        (CarryOver("some"), "unknown_carry_over", "kind"),
        (CarryOver("ratio", ratio=Fraction(3, 2)), "invalid_ratio", "ratio"),
        (CarryOver("ratio", ratio=Fraction(-1, 2)), "invalid_ratio", "ratio"),
        (CarryOver("by_rank"), "no_totals_by_rank", "by_rank"),
        (CarryOver("full", quantum=0), "invalid_quantum", "quantum"),
        (CarryOver("full", mode="x"), "unknown_rounding", "mode"),
    ],
)
def test_what_is_no_rule_is_refused(rule, code, field):
    with pytest.raises(ScoringError) as refused:
        check_carry_over(rule)

    assert (refused.value.code, refused.value.field) == (code, field)


def test_what_is_a_rule_is_returned():
    assert check_carry_over(HALF) is HALF
