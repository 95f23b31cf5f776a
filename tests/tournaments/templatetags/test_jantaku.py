import pytest
from django.utils import translation

from tournaments.models import Round
from tournaments.templatetags.jantaku import span


def rounds(*numbers, name=""):
    return [Round(number=number, name=name) for number in numbers]


@pytest.mark.parametrize(
    ("of", "said"),
    [
        (rounds(), ""),
        (rounds(3), "Round 3"),
        (rounds(1, 2, 3, 4, 5), "Rounds 1–5"),
        (rounds(1, 2, 4), "Round 1, Round 2, Round 4"),
        (rounds(7, name="Semi-final") + rounds(8, name="Final"), "Semi-final, Final"),
        (rounds(*range(1, 27, 2)), ", ".join(f"Round {number}" for number in range(1, 25, 2)) + ", …"),
    ],
)
def test_rounds_that_follow_on_are_one_span_and_others_are_listed(of, said):
    assert span(of) == said


def test_a_span_in_japanese():
    with translation.override("ja"):
        assert span(rounds(1, 2, 3)) == "1–3回戦"
