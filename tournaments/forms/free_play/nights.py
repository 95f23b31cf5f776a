"""Club nights: dates, players who sign up, and players who did not come."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy, pgettext_lazy

from tournaments.actions.free_play.nights import MOST_WEEKS, NightTerms
from tournaments.forms.points_field import PointsField
from tournaments.models import Entry, Night, NightPlayer, Stage
from tournaments.models.free_play.nights import MOST_GAMES_A_NIGHT, MOST_PLACES
from web.form_choices import offer
from web.typed_fields import MomentField, WholeField

PENALTIES = ("late_penalty", "absence_penalty")


class NightTermsForm(forms.Form):
    """Times are in the tournament's time zone; `units` make a point of its rulebook."""

    starts_at = MomentField(label=pgettext_lazy("field", "Begins"))
    closes_at = MomentField(
        label=gettext_lazy("Sign up until"),
        required=False,
        help_text=gettext_lazy("If empty, until it begins. Later cancellations count as late."),
    )
    places = WholeField(
        label=gettext_lazy("Maximum number of players"),
        required=False,
        min_value=1,
        max_value=MOST_PLACES,
        help_text=gettext_lazy(
            "If empty, no limit. When all places are taken, further players join a waiting list in order."
        ),
    )
    games = WholeField(
        label=gettext_lazy("Games per night"), min_value=1, max_value=MOST_GAMES_A_NIGHT, initial=2
    )
    late_penalty = PointsField(
        label=gettext_lazy("Deduction for signing off late, in points"),
        help_text=pgettext_lazy("message", "If empty, none."),
    )
    absence_penalty = PointsField(
        label=gettext_lazy("Deduction for not coming, in points"),
        help_text=pgettext_lazy("message", "If empty, none."),
    )

    def __init__(self, units: int, night: Night | None, data: Any = None) -> None:
        super().__init__(data)
        for name in PENALTIES:
            self._points(name).units = units
        if night is not None:
            self.initial = {name: getattr(night, name) for name in self.base_fields if hasattr(night, name)}
            for name in PENALTIES:
                self.initial[name] = self._points(name).shown(getattr(night, name))

    def terms(self) -> NightTerms:
        names = NightTerms.__dataclass_fields__
        return NightTerms(**{name: self.cleaned_data[name] for name in names})

    def _points(self, name: str) -> PointsField:
        field = self.fields[name]
        assert isinstance(field, PointsField)
        return field


class PlanNightsForm(NightTermsForm):
    stage = forms.ModelChoiceField(
        Stage.objects.none(), label=pgettext_lazy("field", "Stage"), empty_label=None
    )
    weeks = WholeField(
        label=gettext_lazy("Number of weeks"),
        min_value=1,
        max_value=MOST_WEEKS,
        initial=1,
        help_text=gettext_lazy("Every week on the same day at the same time."),
    )
    field_order = ("stage", "starts_at", "weeks")

    def __init__(self, units: int, stages: Sequence[Stage], data: Any = None) -> None:
        super().__init__(units, None, data)
        offer(self, "stage", Stage.objects.filter(pk__in=[stage.pk for stage in stages]).order_by("-ordinal"))


class ComingForm(forms.Form):
    games = forms.TypedChoiceField(label=gettext_lazy("How many games"), coerce=int)

    def __init__(self, night: Night, player: NightPlayer | None, data: Any = None) -> None:
        super().__init__(data, initial={"games": player.games if player is not None else night.games})
        offer(self, "games", [(number, str(number)) for number in range(night.games, 0, -1)])


class SignUpAtDeskForm(ComingForm):
    """The staff also name the player."""

    entry = forms.ModelChoiceField(Entry.objects.none(), label=pgettext_lazy("field", "Player"))
    field_order = ("entry", "games")

    def __init__(self, night: Night, data: Any = None) -> None:
        super().__init__(night, None, data)
        there = NightPlayer.objects.filter(night=night, status__in=["coming", "waiting"]).values("entry")
        people = Entry.objects.active().filter(tournament=night.stage.tournament_id).select_related("player")
        offer(self, "entry", people.exclude(pk__in=there).order_by("number"))


class SettleForm(forms.Form):
    """Players who had a place but did not come."""

    absent = forms.ModelMultipleChoiceField(
        Entry.objects.none(),
        label=gettext_lazy("Who did not come"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )

    def __init__(self, night: Night, data: Any = None) -> None:
        super().__init__(data)
        coming = night.players.coming().values("entry")
        people = Entry.objects.filter(pk__in=coming).select_related("player")
        offer(self, "absent", people.order_by("number"))
