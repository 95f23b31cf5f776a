"""Settings stored as one row per stage."""

from typing import Any, ClassVar

from django import forms
from django.db.models import Model
from django.utils.text import capfirst

from tournaments.models.events import Event, explaining_events
from web.column_bounds import bounds_of
from web.typed_fields import WholeField


class StageSettingForm(forms.Form):
    """The row that `event` explains, or a new one; empty fields and 0 mean the same.

    Numbers not declared by hand take their label and limit from the model.
    """

    event: ClassVar[type[Event]]

    def __init__(self, row: Model | None, data: Any = None) -> None:
        explains = explaining_events()[self.event]
        columns = explains.of_row(self.event, row)
        initial: dict[str, Any] = {name: value or None for name, value in columns.items()}
        if explains.switch is not None:
            initial[explains.switch] = row is not None
        super().__init__(data, initial=initial)
        for name in columns:
            if name not in self.fields:
                self.fields[name] = _of_column(explains.model._meta.get_field(name))

    def clean(self) -> dict[str, Any]:
        return {name: 0 if value is None else value for name, value in (super().clean() or {}).items()}


def _of_column(column: Any) -> WholeField:
    least, most = bounds_of(column)
    label = capfirst(column.verbose_name)
    return WholeField(label=label, required=False, min_value=least, max_value=most)
