"""Proposing a change of a player's record to those who decide about it."""

from typing import Any

from django.http import QueryDict
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _

from tournaments.actions.people.record_proposals import propose_change
from tournaments.forms.record_proposals import ProposeChangeForm
from tournaments.models import Entry
from tournaments.views.desk.frame import DeskFormView
from tournaments.views.repeatable_forms import Outcome


class ProposeChange(DeskFormView):
    """Name, reading, club, one more licence: for organizers who may not change them."""

    tab = "entries"
    template_name = "desk/people/propose.html"
    success_page = "desk_entries"

    def entry(self) -> Entry:
        entries = self.tournament.entries.of_one_each().select_related("player__club", "tournament")
        return get_object_or_404(entries, pk=self.kwargs["pk"])

    def get_form(self, data: QueryDict | None) -> ProposeChangeForm:
        return ProposeChangeForm(self.entry().player, data)

    def perform(self, data: dict[str, Any]) -> dict[str, object]:
        entry = self.entry()
        propose_change(player=entry.player, tournament=self.tournament, changes=data, by=self.by)
        return {"name": entry.player.name}

    def get_success_message(self, outcome: Outcome) -> str:
        return _("Change proposed. %(name)s stays unchanged until it is accepted.") % outcome.body

    def get_context(self, form: ProposeChangeForm) -> dict[str, Any]:
        return {"player": self.entry().player}
