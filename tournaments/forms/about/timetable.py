from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import pgettext_lazy

from tournaments.actions.seen_versions import said_tag
from tournaments.forms.about.lists import ListForm
from tournaments.models import TimetableItem
from tournaments.models.about.events import TimetableSet
from tournaments.models.about.timetable import LONGEST_ITEM, LONGEST_NOTE, MOST_ITEMS
from tournaments.models.bounds import validate_moment
from web.text.typed_texts import validate_line
from web.typed_fields import MomentField

# Empty forms offered below existing items.
MORE = 5


class ItemForm(forms.Form):
    at = MomentField(label=pgettext_lazy("field", "Day and time"), validators=[validate_moment])
    title = forms.CharField(
        label=pgettext_lazy("of a timetable", "What"), max_length=LONGEST_ITEM, validators=[validate_line]
    )
    note = forms.CharField(
        label=pgettext_lazy("field", "Note"),
        required=False,
        max_length=LONGEST_NOTE,
        validators=[validate_line],
    )


# A few beyond the maximum, so that the error can name it.
ItemForms = forms.formset_factory(
    ItemForm,
    extra=MORE,
    max_num=MOST_ITEMS,
    absolute_max=MOST_ITEMS + MORE,
    validate_max=True,
    can_delete=True,
)


class TimetableForm(ListForm):
    """The items, and a few empty ones; ticked and empty items are left out."""

    def __init__(self, items: Sequence[TimetableItem], data: Any = None) -> None:
        rows = [{"at": one.at, "title": one.title, "note": one.note} for one in items]
        super().__init__(ItemForms(data, initial=rows, prefix="items"), said_tag(TimetableSet, items), data)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        cleaned["items"] = [
            {name: row[name] for name in ("at", "title", "note")} for row in self.typed() if row.get("title")
        ]
        return cleaned
