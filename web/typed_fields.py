"""Form fields for values that people type in many ways: figures, days, and times, parsed as in files."""

from datetime import date, datetime, time
from decimal import Decimal
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone

from web.text.typed_days import UnclearDay, read_day, read_moment, read_time
from web.text.typed_figures import NoFigure, TwoFigures, read_figure


class WholeField(forms.IntegerField):
    """An integer, possibly with thousands separators."""

    def to_python(self, value: Any) -> int | None:
        if value in self.empty_values or not str(value).strip():
            return None
        try:
            number = read_figure(str(value), whole=True).number
        except NoFigure as error:
            raise ValidationError(self.error_messages["invalid"], code="invalid") from error
        if number.denominator != 1:
            raise ValidationError(self.error_messages["invalid"], code="invalid")
        return int(number)


class NumberField(forms.DecimalField):
    """A number with an optional fraction after a point or comma. Ambiguous input is refused.

    A text field in browsers: number fields drop a comma, turning 20,5 into 205.
    """

    widget = forms.TextInput

    def to_python(self, value: Any) -> Decimal | None:  # type: ignore[override]  # the stubs derive it from whole numbers
        if value in self.empty_values or not str(value).strip():
            return None
        try:
            number = read_figure(str(value), whole=False).number
        except TwoFigures as unclear:
            raise ValidationError(str(unclear), code="two_figures") from unclear
        except NoFigure as error:
            raise ValidationError(self.error_messages["invalid"], code="invalid") from error
        return Decimal(number.numerator) / Decimal(number.denominator)

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        """Number pads of phones lack a minus."""
        least = self.min_value
        never_negative = isinstance(least, (int, Decimal)) and least >= 0
        return {**super().widget_attrs(widget), "inputmode": "decimal" if never_negative else "text"}


class DayField(forms.DateField):
    widget = forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")

    def to_python(self, value: Any) -> date | None:
        if not isinstance(value, str) or not value.strip():
            return super().to_python(value)
        try:
            return read_day(value, timezone.get_current_timezone(), is_any_year=True)
        except UnclearDay as unclear:
            raise ValidationError(str(unclear), code="invalid") from unclear


class TimeOfDayField(forms.TimeField):
    """A time of day."""

    widget = forms.TimeInput(attrs={"type": "time"}, format="%H:%M")

    def to_python(self, value: Any) -> time | None:
        if not isinstance(value, str) or not value.strip():
            return super().to_python(value)
        read = read_time(value)
        if read is None:
            raise ValidationError(self.error_messages["invalid"], code="invalid")
        return read


class MinuteOfDayField(TimeOfDayField):
    """A time of day as minutes after midnight."""

    def prepare_value(self, value: Any) -> Any:
        return time(*divmod(value, 60)) if isinstance(value, int) else value

    def clean(self, value: Any) -> int | None:
        read = super().clean(value)
        return None if read is None else read.hour * 60 + read.minute


class MomentField(forms.DateTimeField):
    """A day and time, in the current time zone unless an offset is given."""

    widget = forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")

    def to_python(self, value: Any) -> datetime | None:
        if not isinstance(value, str) or not value.strip():
            return super().to_python(value)
        try:
            return super().to_python(read_moment(value))
        except UnclearDay as unclear:
            raise ValidationError(str(unclear), code="invalid") from unclear
