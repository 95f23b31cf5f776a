"""Search forms for players, tournaments and leagues."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.models import League, Tournament
from web.typed_fields import DayField

LONGEST_QUERY = 60


class SearchForm(forms.Form):
    """Cleans to `q`, which may be empty."""

    q = forms.CharField(max_length=LONGEST_QUERY, required=False)

    def query(self) -> str:
        """Return the search text; empty if it is invalid, which the field explains."""
        return str(self.cleaned_data.get("q", "")) if self.is_valid() else ""


class TournamentFilter(forms.Form):
    """Cleans to `q`, `league`, `status` and `since`, each possibly empty."""

    q = forms.CharField(label=_("Name or place"), max_length=LONGEST_QUERY, required=False)
    league = forms.ModelChoiceField(
        League.objects.not_removed().order_by("name", "pk"),
        label=pgettext_lazy("which tournaments", "League"),
        to_field_name="slug",
        required=False,
        empty_label=pgettext_lazy("all leagues", "All"),
    )
    status = forms.ChoiceField(
        label=pgettext_lazy("of a tournament", "Status"),
        choices=[("", pgettext_lazy("whatever the status", "All")), *Tournament.Status.choices],
        required=False,
    )
    since = DayField(label=_("First day from"), required=False)

    def __init__(self, data: Any = None) -> None:
        super().__init__(data)
        self.fields["q"].widget.input_type = "search"
