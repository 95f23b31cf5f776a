from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from players.names import LONGEST_NAME, validate_name
from tournaments.actions.seen_versions import line_up_quota_tag
from tournaments.models import Entry, LineUpQuota, Tournament
from tournaments.models.teams.line_up_quotas import MOST_IN_A_LINE_UP
from web.form_choices import Checkboxes, offer
from web.typed_fields import WholeField


class _EntriesField(forms.ModelMultipleChoiceField):  # type: ignore[type-arg]  # Django 5.2's class takes no argument
    def label_from_instance(self, obj: Entry) -> str:
        return " · ".join(
            filter(None, [f"{obj.number} {obj.player.name}", obj.team.name if obj.team else ""])
        )


class LineUpQuotaForm(forms.Form):
    """A quota of `tournament`, or a new one. `seen` is the version shown; empty for a new one."""

    name = forms.CharField(
        label=pgettext_lazy("field", "Name"),
        max_length=LONGEST_NAME,
        validators=[validate_name],
        help_text=_("For example: Juniors"),
    )
    least = WholeField(
        label=_("Minimum number in each line-up"), min_value=1, max_value=MOST_IN_A_LINE_UP, initial=1
    )
    entries = _EntriesField(
        Entry.objects.none(), label=pgettext_lazy("field", "Players"), required=False, widget=Checkboxes
    )
    seen = forms.CharField(max_length=40, required=False, widget=forms.HiddenInput)

    def __init__(self, tournament: Tournament, quota: LineUpQuota | None, data: Any = None) -> None:
        initial: dict[str, Any] = {}
        if quota is not None:
            initial = {"name": quota.name, "least": quota.least, "seen": line_up_quota_tag(quota)}
            initial["entries"] = list(quota.members.values_list("entry", flat=True))
        super().__init__(data, initial=initial)
        people = Entry.objects.of_one_each().filter(tournament=tournament).with_people()
        offer(self, "entries", people.order_by("team__name", "number"))
