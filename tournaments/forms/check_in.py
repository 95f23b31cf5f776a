"""Who does not come."""

from collections.abc import Sequence

from django import forms
from django.utils.translation import gettext_lazy

from tournaments.models import Entry, Tournament
from web.form_choices import offer


class LeaversForm(forms.Form):
    """Several players withdraw at once; those who are not here are ticked."""

    leavers = forms.ModelMultipleChoiceField(
        Entry.objects.none(), label=gettext_lazy("Who leaves"), widget=forms.CheckboxSelectMultiple
    )
    # They sit in a round that is not closed: its tables have to be repaired.
    must_repair = False

    def __init__(self, tournament: Tournament, missing: Sequence[Entry], data: object = None) -> None:
        super().__init__(data, initial={"leavers": [entry.pk for entry in missing]})  # type: ignore[arg-type]
        offer(self, "leavers", tournament.entries.active().select_related("player").order_by("number"))
