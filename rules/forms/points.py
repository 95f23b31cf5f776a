"""Points as typed: 412, 41200, 41,200 and ４１２."""

from django import forms
from django.utils.translation import gettext as _

from scoring.result.point_step import HUNDRED, point_step
from scoring.rulebook.rulebook import Rulebook
from web.text.figures import in_figures
from web.text.typed_figures import FRACTION, NoFigure, in_one_script, read_figure

# Numbers from here on are points in full; below it, hundreds. No score comes near 200,000.
FEWEST_WHOLE = 2_000
MOST = 9_999_999


def read_points(text: str, *, hundreds: bool) -> int:
    """Return the points a person means: 412, 41200, 41,200 and ４１２ are all 41,200 where points come in hundreds.

    Raises forms.ValidationError for what is no whole number, or no multiple of 100.

    >>> read_points("412", hundreds=True), read_points("41,200", hundreds=True), read_points("▲15", hundreds=True)
    (41200, 41200, -1500)

    Thousands that are set apart are written in full:

    >>> read_points("1500", hundreds=True), read_points("1,500", hundreds=True)
    (150000, 1500)
    """
    try:
        figure = read_figure(text, whole=True)
    except NoFigure as error:
        if FRACTION.search(in_one_script(text)):
            raise _fraction(text) from error
        raise _no_number(hundreds=hundreds) from error
    if figure.number.denominator != 1:
        raise _fraction(text)
    number = int(figure.number)
    if abs(number) > MOST:
        raise _no_number(hundreds=hundreds)
    if hundreds and abs(number) < FEWEST_WHOLE and not figure.is_grouped:
        number *= 100
    if hundreds and number % 100:
        raise forms.ValidationError(
            _("%(points)s does not end in 00. Please check the sticks."),
            code="odd_points",
            params={"points": in_figures(number)},
        )
    return number


def _fraction(text: str) -> forms.ValidationError:
    return forms.ValidationError(
        _("%(typed)s is not a whole number. Points are whole numbers."),
        code="fraction",
        params={"typed": in_one_script(text).strip()},
    )


def _no_number(*, hundreds: bool) -> forms.ValidationError:
    if hundreds:
        return forms.ValidationError(_("Please enter a number, such as 412 for 41,200."), code="not_a_number")
    return forms.ValidationError(_("Please enter a number, such as 1950."), code="not_a_number")


def as_typed(points: int, *, hundreds: bool) -> str:
    """Return a text that `read_points` reads as these points.

    >>> as_typed(41_200, hundreds=True), as_typed(-1_500, hundreds=True), as_typed(1_950, hundreds=False)
    ('412', '-15', '1950')
    """
    if hundreds and points % 100 == 0 and abs(points // 100) < FEWEST_WHOLE:
        return str(points // 100)
    return str(points)


def in_hundreds(rulebook: Rulebook) -> bool:
    """Whether points may be typed in hundreds: 412 for 41,200. Only if all points end in 00; otherwise 1,950 would
    be ambiguous with 195,000.
    """
    return point_step(rulebook) == HUNDRED


class PointsField(forms.CharField):
    """Points as typed; cleans to an integer, or None if empty."""

    def __init__(self, *, hundreds: bool, **kwargs: object) -> None:
        self.hundreds = hundreds
        super().__init__(required=False, max_length=20, **kwargs)  # type: ignore[arg-type]

    def clean(self, value: object) -> int | None:
        text = super().clean(value)
        return read_points(text, hundreds=self.hundreds) if text else None
