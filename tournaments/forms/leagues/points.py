from fractions import Fraction
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from web.text.typed_figures import NoFigure, listed_figures


class PointsField(forms.CharField):
    """Points by rank, such as 2, 1; empty for none. Each is at most `most`."""

    def __init__(self, *, most: int, max_length: int = 200, **kwargs: Any) -> None:
        super().__init__(max_length=max_length, required=False, **kwargs)
        self.most = most

    def clean(self, value: object) -> list[int]:
        try:
            numbers = listed_figures(super().clean(value), whole=True)
        except NoFigure:
            numbers = [Fraction(-1)]
        if any(one.denominator != 1 or not 0 <= one <= self.most for one in numbers):
            raise forms.ValidationError(_("Please enter whole numbers separated by commas, such as 2, 1."))
        return [int(one) for one in numbers]
