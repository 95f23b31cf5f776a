"""Figures are read in one way, whoever asks: points of a form, cells of a file."""

from collections.abc import Callable

import pytest
from django.core.exceptions import ValidationError
from django.utils import translation

from rules.forms.points import read_points
from tests.web.text.figures_as_typed import AS_TYPED, NONE, TWO
from web.text.typed_figures import NoFigure, TwoFigures, exact_number, whole_number


def read(figure: Callable[[], object]) -> object:
    try:
        return figure()
    except ValidationError as refused:
        return refused.code
    except TwoFigures:
        return TWO
    except NoFigure:
        return NONE


@pytest.mark.parametrize(("typed", "in_hundreds", "whole", "exact"), AS_TYPED)
def test_a_figure_is_read(typed: str, in_hundreds: int | str, whole: int | str, exact: str) -> None:
    found = (
        read(lambda: read_points(typed, hundreds=True)),
        read(lambda: read_points(typed, hundreds=False)),
        read(lambda: str(exact_number(typed))),
    )

    assert found == (in_hundreds, whole, exact)


@pytest.mark.parametrize(("typed", "_in_hundreds", "whole", "_exact"), AS_TYPED)
def test_a_cell_of_points_is_read_as_a_form_reads_them(
    typed: str, _in_hundreds: int | str, whole: int | str, _exact: str
) -> None:
    # A cell may hold more than seven digits; what they are worth is the rulebook's to say.
    wanted = whole if isinstance(whole, int) else 10_000_000 if typed == "10000000" else None

    assert whole_number(typed) == wanted


def test_a_figure_that_could_be_two_is_refused_with_both() -> None:
    with pytest.raises(TwoFigures) as refused, translation.override("en"):
        exact_number("▲12,345")

    assert str(refused.value) == "“▲12,345” could be -12345 or -12.345. Please write one of these."
