"""Typed points in a rulebook's smallest units."""

from decimal import Decimal
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from tournaments.models.setup.counting import MOST_UNITS
from web.typed_fields import NumberField


class PointsField(NumberField):
    """A deduction in points; empty is none. `units` make a point of the tournament's rulebook."""

    def __init__(self, **more: Any) -> None:
        super().__init__(required=False, min_value=0, max_value=MOST_UNITS, **more)
        self.units = 1

    def clean(self, value: Any) -> int:
        """Return smallest units."""
        units = (super().clean(value) or Decimal(0)) * self.units
        if units != units.to_integral_value():
            raise forms.ValidationError(_("This is finer than the rulebook allows."), code="too_fine")
        return int(units)

    def shown(self, units: int) -> Decimal | None:
        """Return the field's value for these units; None for none."""
        return Decimal(units) / self.units if units else None
