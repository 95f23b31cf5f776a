"""The players of a table they open."""

from collections.abc import Collection, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from tournaments.models import Entry, Stage, Tournament
from tournaments.models.winds import Wind
from web.form_choices import offer


class FreePlayForm(forms.Form):
    is_on = forms.BooleanField(
        label=gettext_lazy("Players open tables themselves"),
        required=False,
        help_text=gettext_lazy(
            "A player chooses on their phone who sits where, and the table can report at once. You can "
            "still draw rounds of this stage."
        ),
    )


class OpenTableForm(forms.Form):
    """A player for each wind; seats that not all tables of the tournament have may stay empty.

    `people` can be seated, by number; those in `here` played today and are listed first.
    """

    def __init__(
        self,
        tournament: Tournament,
        stages: Sequence[Stage],
        people: Sequence[Entry],
        here: Collection[int],
        data: Any = None,
    ) -> None:
        super().__init__(data)
        self.stages = {str(stage.pk): stage for stage in stages}
        self.people = {str(entry.pk): entry for entry in people}
        if len(stages) > 1:
            self.fields["stage"] = forms.ChoiceField(label=pgettext("field", "Stage"))
            offer(self, "stage", [(key, stage.name) for key, stage in self.stages.items()])
        sizes = sorted([tournament.usual_format.players, *tournament.odd_sizes])
        choices = _grouped(people, here)
        for wind in Wind.values[: sizes[-1]]:
            may_be_empty = wind > sizes[0]
            self.fields[_name_of(wind)] = forms.ChoiceField(
                label=Wind(wind).label,
                required=not may_be_empty,
                help_text=_("Leave empty at smaller tables.") if may_be_empty else "",
            )
            offer(self, _name_of(wind), [("", _("Choose a player")), *choices])
        self.fields["is_unranked"] = forms.BooleanField(
            label=_("This game is unranked"),
            required=False,
            help_text=_("Report it as usual; it does not count in standings, ratings or game limits."),
        )

    def stage(self) -> Stage:
        """Return the chosen stage, or the only one."""
        key = self.cleaned_data.get("stage") or next(iter(self.stages))
        return self.stages[key]

    def players(self) -> list[Entry]:
        """Return the chosen players, East first."""
        named = (self.cleaned_data.get(_name_of(wind)) for wind in Wind.values)
        return [self.people[key] for key in named if key]


def _name_of(wind: int) -> str:
    return f"seat_{wind}"


def _grouped(people: Sequence[Entry], here: Collection[int]) -> list[Any]:
    choices = [(entry.pk in here, (str(entry.pk), f"{entry.number} {entry.player.name}")) for entry in people]
    groups = [[choice for is_here, choice in choices if is_here is first] for first in (True, False)]
    if not all(groups):
        return groups[0] + groups[1]
    return [
        (pgettext("choice", "Played today"), groups[0]),
        (pgettext("choice", "All others"), groups[1]),
    ]
