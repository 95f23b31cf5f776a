import pytest
from django.utils import translation

from scoring.standing.shown_totals import Column
from tournaments.models import Round
from tournaments.templatetags.jantaku import deduction, span, total

pytestmark = pytest.mark.once("text out of objects that are not stored")


def rounds(*numbers, name=""):
    return [Round(number=number, name=name) for number in numbers]


@pytest.mark.parametrize(
    ("of", "shown"),
    [
        (rounds(), ""),
        (rounds(3), "Round 3"),
        (rounds(1, 2, 3, 4, 5), "Rounds 1–5"),
        (rounds(1, 2, 4), "Round 1, Round 2, Round 4"),
        (rounds(7, name="Semi-final") + rounds(8, name="Final"), "Semi-final, Final"),
        (rounds(*range(1, 27, 2)), ", ".join(f"Round {number}" for number in range(1, 25, 2)) + ", …"),
    ],
)
def test_rounds_that_follow_on_are_one_span_and_others_are_listed(of, shown):
    assert span(of) == shown


def test_a_span_in_japanese():
    with translation.override("ja"):
        assert span(rounds(1, 2, 3)) == "1–3回戦"


@pytest.mark.parametrize(
    ("units", "how", "shown"),
    [
        (26_200, 1_000, '<span class="total">+26.2</span>'),
        (-8_000, 1_000, '<span class="total neg">−8.0</span>'),
        (172, 12, '<span class="total">14 1/3</span>'),
        (-45_000, Column.of(1_000, [5_247_850]), '<span class="total neg">−45.00</span>'),
        (None, 1_000, "–"),
    ],
)
def test_a_total_has_thousands_and_one_minus_sign_and_table_points_have_no_plus(units, how, shown):
    assert total(units, how) == shown


@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_deduction_has_the_sign_of_a_negative_total(language):
    with translation.override(language):
        assert deduction(20_500, 1_000) == total(-20_500, 1_000)
        assert deduction(0, 1_000) == "–"
