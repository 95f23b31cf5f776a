from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.forms.stage_settings import StageSettingForm
from tournaments.models.ceremony.events import SeatDrawRuleSet


class SeatDrawRuleForm(StageSettingForm):
    event = SeatDrawRuleSet

    is_on = forms.BooleanField(
        label=_("Players draw their seats at the table"),
        required=False,
        help_text=_("Otherwise they sit as the round was drawn."),
    )
