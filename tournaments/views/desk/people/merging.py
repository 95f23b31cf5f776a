"""Making two records of one person one, at the desk."""

from typing import Any

from django.http import QueryDict
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _

from tournaments.actions.errors import NotAllowed
from tournaments.actions.people.merging import merge_players
from tournaments.forms.merging import MergeForm
from tournaments.models import Entry
from tournaments.permissions import can_merge_into, can_merge_players, editable_players
from tournaments.views.desk.frame import DeskFormView
from tournaments.views.questions import confirmed
from tournaments.views.repeatable_forms import Outcome


class MergePlayer(DeskFormView):
    """The player of an entry stays; the other one is chosen among all players visible to the organizer."""

    tab = "entries"
    template_name = "desk/people/merge.html"
    success_page = "desk_entries"

    def entry(self) -> Entry:
        entries = self.tournament.entries.of_one_each().select_related("player")
        return get_object_or_404(entries, pk=self.kwargs["pk"])

    def get_form(self, data: QueryDict | None) -> MergeForm:
        entry = self.entry()
        others = editable_players(self.by).exclude(pk=entry.player_id)
        return MergeForm(entry, others, data)

    def perform(self, data: dict[str, Any]) -> dict[str, object]:
        player, other = self.entry().player, data["other"]
        if not can_merge_into(self.by, player):
            message = _(
                "Only the organizers who first entered %(player)s can merge another record into theirs."
            )
            raise NotAllowed(message % {"player": player})
        if not can_merge_players(self.by, player, other):
            raise NotAllowed(
                _(
                    "%(player)s also takes part in tournaments of other organizers. They, or the operator, "
                    "can help."
                )
                % {"player": other}
            )
        merge_players(
            player=player, other=other, seen=data["seen"], confirm=confirmed(self.request), by=self.by
        )
        return {"name": player.name}

    def get_success_message(self, outcome: Outcome) -> str:
        return _("The two records of %(name)s were merged.") % outcome.body

    def get_context(self, form: MergeForm) -> dict[str, Any]:
        return {"entry": form.entry}
