from typing import Any

from django import forms
from django.utils.translation import gettext_lazy, pgettext_lazy

from tournaments.actions.seen_versions import team_look_tag
from tournaments.models import Team, TeamLook
from tournaments.models.teams.looks import LONGEST_MARK, look_of
from web.colours import validate_colour
from web.text.typed_texts import validate_line


class TeamLookForm(forms.Form):
    """Expects the team's `look` to be loaded. A colour input cannot be empty, so a checkbox says whether the colour
    applies.
    """

    has_colour = forms.BooleanField(label=gettext_lazy("A colour of its own"), required=False)
    colour = forms.CharField(
        label=pgettext_lazy("field", "Colour"),
        required=False,
        max_length=7,
        validators=[validate_colour],
        widget=forms.TextInput(attrs={"type": "color"}),
    )
    mark = forms.CharField(
        label=pgettext_lazy("field", "Mark"),
        required=False,
        max_length=LONGEST_MARK,
        validators=[validate_line],
        help_text=gettext_lazy("One or two characters."),
        widget=forms.TextInput(attrs={"size": 3, "autocomplete": "off"}),
    )
    look_seen = forms.CharField(max_length=40, widget=forms.HiddenInput)

    def __init__(self, team: Team, data: Any = None) -> None:
        row: TeamLook | None = getattr(team, "look", None)
        look = look_of(team.pk, row)
        initial = {
            "has_colour": bool(row and row.colour),
            "colour": (row.colour if row else "") or look.steps.light,
            "mark": look.mark,
            "look_seen": team_look_tag(row),
        }
        super().__init__(data, initial=initial, auto_id=f"team-{team.pk}-%s")

    def chosen(self) -> dict[str, str]:
        """Return the arguments of `set_team_look`."""
        typed = self.cleaned_data
        return {
            "colour": typed["colour"] if typed["has_colour"] else "",
            "mark": typed["mark"],
            "seen": typed["look_seen"],
        }
