from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import pgettext_lazy


class ListForm(forms.Form):
    """The items of a list, and a few empty ones; ticked items are removed. `seen` is the tag of the list."""

    seen = forms.CharField(max_length=40, widget=forms.HiddenInput)

    def __init__(self, items: Any, seen: str, data: Any = None) -> None:
        super().__init__(data, initial={"seen": seen})
        self.items = items
        labels = {"DELETE": pgettext_lazy("field", "Remove"), "ORDER": pgettext_lazy("field", "Position")}
        for one in items:
            for name in labels.keys() & one.fields.keys():
                one.fields[name].label = labels[name]

    def typed(self) -> list[dict[str, Any]]:
        """Return the values of each item that was kept, in order. Raises ValidationError."""
        if not self.items.is_valid():
            said = [str(error) for error in self.items.non_form_errors()]
            raise forms.ValidationError(said or [_("Please correct the items marked below.")])
        if self.items.can_order:
            return [one.cleaned_data for one in self.items.ordered_forms]
        return [one.cleaned_data for one in self.items if one not in self.items.deleted_forms]
