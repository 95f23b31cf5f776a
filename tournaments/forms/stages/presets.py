from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from tournaments.actions.stages.presets import PRESETS

PRESET_CHOICES = [(key, preset.title) for key, preset in PRESETS.items()]


class PresetForm(forms.Form):
    preset = forms.ChoiceField(
        label=gettext_lazy("How is it played?"), choices=PRESET_CHOICES, widget=forms.RadioSelect
    )

    def __init__(self, data: Any = None) -> None:
        super().__init__(data)
