from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy, pgettext_lazy

from tournaments.actions.transfer.lines import MOST_SENT
from tournaments.actions.transfer.reading import BadFile, CheckedFile, checked_file
from tournaments.forms.setup import AddressField


class TournamentFileForm(forms.Form):
    """`file` cleans to a checked file."""

    file = forms.FileField(
        label=gettext_lazy("The tournament's file"),
        help_text=gettext_lazy("At most 8 MB; the name ends in .jantaku."),
    )
    slug = AddressField(
        label=pgettext_lazy("field", "Address here"),
        required=False,
        help_text=gettext_lazy("Leave empty to keep the current address."),
    )

    def clean_file(self) -> CheckedFile:
        try:
            return checked_file(self.cleaned_data["file"].file, most_bytes=MOST_SENT)
        except BadFile as refusal:
            raise ValidationError(refusal.message, code=refusal.code) from refusal
