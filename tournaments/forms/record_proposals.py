"""An organizer's proposed change of a player's record."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from players.models import Player
from players.names import clean_licence
from tournaments.forms.desk import NameField


class ProposeChangeForm(forms.Form):
    """The new details; a licence is added to existing ones."""

    name = NameField(label=pgettext_lazy("field", "Name"))
    reading = NameField(label=pgettext_lazy("field", "Reading"), required=False)
    club = NameField(label=pgettext_lazy("field", "Club"), required=False)
    licence = forms.CharField(
        label=gettext_lazy("One more licence"),
        required=False,
        max_length=60,
        help_text=gettext_lazy("Federation, space, number: EMA 04090035"),
    )

    def __init__(self, player: Player, data: object = None) -> None:
        club = player.club.name if player.club else ""
        initial = {"name": player.name, "reading": player.reading, "club": club}
        super().__init__(data, initial=initial)  # type: ignore[arg-type]

    def clean_licence(self) -> tuple[str, str] | None:
        typed = str(self.cleaned_data["licence"])
        if not typed:
            return None
        body, _blank, number = typed.rpartition(" ")
        return clean_licence(body, number)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if not self.errors and not self.has_changed():
            raise forms.ValidationError(_("These details are on file already."))
        return cleaned
