from django import forms
from django.utils.translation import pgettext, pgettext_lazy

from tournaments.models import Entry, Team
from tournaments.models.teams.captains import captain_of
from web.form_choices import offer

NOBODY = ""


class CaptainForm(forms.Form):
    """Expects the team's `entries` with their players to be loaded."""

    captain = forms.ChoiceField(label=pgettext_lazy("field", "Captain"), required=False)

    def __init__(self, team: Team, data: object = None) -> None:
        entries = sorted(team.entries.all(), key=lambda entry: entry.number)
        captain = captain_of(team)
        self.entries = {
            str(entry.pk): entry
            for entry in entries
            if entry.status == Entry.Status.ACTIVE or entry.pk == captain
        }
        super().__init__(
            data,  # type: ignore[arg-type]
            initial={"captain": str(captain or NOBODY)},
            auto_id=f"team-{team.pk}-%s",
        )
        names = [(key, f"{entry.number} {entry.player.name}") for key, entry in self.entries.items()]
        offer(self, "captain", [(NOBODY, pgettext("in place of a name", "No one")), *names])

    def chosen(self) -> Entry | None:
        """Return the chosen captain, or None."""
        return self.entries.get(self.cleaned_data["captain"])
