import re
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django import forms
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils.timezone import localtime
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.actions.play.clocks import MOST_EXTENSION
from tournaments.models import AfterGong, Round, Table
from tournaments.models.play.announcements import LONGEST_ANNOUNCEMENT
from tournaments.models.play.clocks import MOST_MINUTES
from web.typed_fields import MomentField, WholeField

SCREENS = (
    ("names", _("Seats by name")),
    ("tables", _("Seats by table")),
    ("clock", pgettext_lazy("choice", "Clock")),
    ("results", _("Results coming in")),
    ("teams", _("Standings of teams")),
    ("standings", pgettext_lazy("choice", "Standings")),
    ("live", pgettext_lazy("choice", "Live totals")),
    ("news", pgettext_lazy("choice", "Announcements")),
)
TURNS = (("6", "6"), ("10", "10"), ("15", "15"), ("20", "20"), ("30", "30"))
EVERY = 10  # seconds for which a page is shown by default


def end_of_day() -> datetime:
    """Return the last minute of today, in the current time zone."""
    return localtime().replace(hour=23, minute=59, second=0, microsecond=0)


class AnnouncementForm(forms.Form):
    """An announcement, by default until the end of the day. Times are in the tournament's time zone."""

    text = forms.CharField(label=pgettext_lazy("field", "Announcement"), max_length=LONGEST_ANNOUNCEMENT)
    until = MomentField(
        label=pgettext_lazy("field", "Show until"),
        required=False,
        initial=end_of_day,
        help_text=_("Without a time it is shown until you take it down."),
    )


class ScreenForm(forms.Form):
    """What a screen shows, and for how long each page; by default what currently matters."""

    show = forms.MultipleChoiceField(
        label=pgettext_lazy("field", "Show"),
        choices=SCREENS,
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    turn = forms.ChoiceField(label=_("Seconds per page"), choices=TURNS, required=False, initial=str(EVERY))


class ClockForm(forms.Form):
    """A round's new time limit."""

    minutes = WholeField(label=pgettext_lazy("field", "Minutes"), min_value=1, max_value=MOST_MINUTES)
    after_gong = forms.ChoiceField(label=_("After the gong"), choices=AfterGong.choices, required=False)


class TimeLimitForm(ClockForm):
    """A time limit; without minutes, the previous one applies again."""

    prefix = "limit"
    minutes = WholeField(
        label=pgettext_lazy("field", "Minutes"),
        min_value=1,
        max_value=MOST_MINUTES,
        required=False,
        help_text=_("Leave empty to use the length set by the tournament or its rulebook."),
    )
    after_gong = forms.ChoiceField(label=_("After the gong"), choices=AfterGong.choices)
    applies_to = forms.ChoiceField(
        label=pgettext_lazy("field", "Applies to"),
        choices=[
            ("round", pgettext_lazy("choice", "This round")),
            ("all", _("All rounds of the tournament")),
        ],
        initial="round",
    )


class ExtensionForm(forms.Form):
    table = forms.ModelChoiceField(
        Table.objects.none(),
        label=pgettext_lazy("field", "For"),
        required=False,
        empty_label=pgettext_lazy("choice", "All tables"),
    )
    minutes = WholeField(
        label=pgettext_lazy("field", "Minutes"),
        min_value=-MOST_EXTENSION,
        max_value=MOST_EXTENSION,
        initial=5,
    )

    def __init__(self, round_: Round, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choice: Any = self.fields["table"]
        choice.queryset = round_.tables.order_by("number")


def chosen_table(round_: Round, sent: Mapping[str, Any]) -> Table | None:
    """Return the table of the round that a button names; None for all tables; 404 for another round's table."""
    typed = str(sent.get("table", ""))
    if not typed:
        return None
    if not re.fullmatch("[0-9]{1,18}", typed, re.ASCII):
        raise Http404
    return get_object_or_404(round_.tables, pk=int(typed))
