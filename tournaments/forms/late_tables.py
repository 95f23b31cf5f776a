from django import forms
from django.utils.translation import gettext_lazy

from tournaments.actions.draws.late_tables import latecomers_of
from tournaments.models import Entry, Round
from web.form_choices import Checkboxes, offer


class LateTableForm(forms.Form):
    players = forms.ModelMultipleChoiceField(
        Entry.objects.none(), label=gettext_lazy("Players of this table"), widget=Checkboxes
    )

    def __init__(self, round_: Round, data: object = None) -> None:
        super().__init__(data)  # type: ignore[arg-type]
        offer(self, "players", latecomers_of(round_))
