"""Figures stand as people read them: grouped, with the minus sign of their language."""

import pytest
from django.utils import translation

from web.text.figures import in_figures, with_minus


@pytest.mark.parametrize(
    ("language", "figures"),
    [
        ("en", ["41,200", "0", "−100", "−25,300"]),
        ("ja", ["41,200", "0", "▲100", "▲25,300"]),
    ],
)
def test_points_are_grouped_and_carry_the_minus_of_the_language(language: str, figures: list[str]) -> None:
    with translation.override(language):
        assert [in_figures(points) for points in (41_200, 0, -100, -25_300)] == figures


def test_only_a_leading_hyphen_is_a_minus_sign() -> None:
    with translation.override("en"):
        assert [with_minus(figure) for figure in ("-12.5", "12.5", "", "2-3")] == ["−12.5", "12.5", "", "2-3"]
