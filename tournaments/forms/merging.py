"""Which other record on file is the same person."""

from typing import Any

from django import forms
from django.db.models import Q, QuerySet
from django.utils.translation import gettext_lazy, pgettext_lazy

from players.models import Player
from tournaments.actions.seen_versions import player_tag
from tournaments.models import Entry

# Most players listed to choose from; of more, only those of the tournament and namesakes.
MOST_LISTED = 2_000


class _PlayerField(forms.ModelChoiceField):  # type: ignore[type-arg]  # Django 5.2's class takes no argument
    def label_from_instance(self, obj: Player) -> str:
        return " · ".join(filter(None, [obj.name, obj.reading, obj.club.name if obj.club else ""]))


class MergeForm(forms.Form):
    """Cleans to `other`, a Player, and `seen`. Whoever bears the same name as the entry's player is proposed."""

    other = _PlayerField(
        Player.objects.none(),
        label=gettext_lazy("The other record of this person"),
        empty_label=pgettext_lazy("choice", "Please choose"),
        help_text=gettext_lazy(
            "Players without an account who were first entered in one of your tournaments."
        ),
    )
    seen = forms.CharField(max_length=40, widget=forms.HiddenInput)

    def __init__(self, entry: Entry, others: QuerySet[Player], data: Any = None) -> None:
        is_namesake = Q(skeleton=entry.player.skeleton)
        if others.count() > MOST_LISTED:
            others = others.filter(is_namesake | Q(entries__tournament=entry.tournament_id)).distinct()
        namesake = others.filter(is_namesake).order_by("-pk").first()
        super().__init__(data, initial={"seen": player_tag(entry.player), "other": namesake})
        self.entry = entry
        field = self.fields["other"]
        assert isinstance(field, forms.ModelChoiceField)
        field.queryset = others.select_related("club").order_by("reading", "name", "pk")
