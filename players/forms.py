"""Display names of accounts."""

import re

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from players.names import clean_name

ADDRESS = re.compile(r"[^\s@]+@[^\s@]+\.[^\s@]+")


class DisplayNameField(forms.CharField):
    """A display name, shown publicly beside actions. Must not be an email address."""

    def __init__(self) -> None:
        super().__init__(
            label=pgettext_lazy("field", "Name"),
            help_text=_("Shown to others, for example in a tournament's ledger."),
            widget=forms.TextInput(attrs={"autocomplete": "name"}),
        )

    def clean(self, value: object) -> str:
        name = clean_name(super().clean(value))
        if ADDRESS.search(name):
            raise ValidationError(
                _("This name is shown to others. Please do not use an e-mail address."), code="bad_name"
            )
        return name


class NameForm(forms.Form):
    name = DisplayNameField()
