"""Correcting what was typed about a player, at the desk."""

from typing import Any

from django.db import transaction
from django.http import QueryDict
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _

from players.models import Player
from tournaments.actions.doubts import ask_first
from tournaments.actions.errors import NotAllowed
from tournaments.actions.people.deleting import remove_entry_and_player
from tournaments.actions.people.editing import edit_entry, edit_player, remove_entry
from tournaments.actions.people.entries import form_team
from tournaments.actions.seen_versions import entry_tag
from tournaments.actions.teams.rosters import NOW, change_team
from tournaments.forms.editing import EditEntryForm, changes_of
from tournaments.models import Entry
from tournaments.permissions import can_edit_player, can_merge_into, visible_tournaments
from tournaments.views.desk.frame import DeskFormView
from tournaments.views.desk.people.entries import EntryAction
from tournaments.views.questions import confirmed
from tournaments.views.repeatable_forms import Outcome

# The code that deletes a person from the file.
DELETE_PLAYER = "delete_player"


def why_not_theirs(player: Player) -> str:
    """Who changes a person's record, for an organizer who does not."""
    if player.user is not None and player.user.is_active:
        message = _("%(player)s has an account and edits their own details.")
    else:
        message = _("Only the organizers who first entered %(player)s can change these details.")
    return message % {"player": player}


class EditEntry(DeskFormView):
    """The person and the entry in one form; both are changed, or none. Whose record is not the organizer's affair, of
    them only the entry is.
    """

    tab = "entries"
    template_name = "desk/people/edit.html"
    success_page = "desk_entries"

    def entry(self) -> Entry:
        return get_object_or_404(self.tournament.entries.with_people(), pk=self.kwargs["pk"])

    def get_form(self, data: QueryDict | None) -> EditEntryForm:
        entry = self.entry()
        return EditEntryForm(entry, data, edits_person=can_edit_player(self.by, entry.player))

    def perform(self, data: dict[str, Any]) -> dict[str, object]:
        entry, confirm = self.entry(), confirmed(self.request)
        if "seen_player" in data:
            edit_player(
                player=entry.player,
                changes=changes_of(data),
                seen=data["seen_player"],
                confirm=confirm,
                by=self.by,
            )
        elif "seen_player" in self.request.POST:
            raise NotAllowed(why_not_theirs(entry.player))
        team = form_team(tournament=self.tournament, name=data["team"], by=self.by) if data["team"] else None
        seen = data["seen_entry"]
        since = data.get("team_since")
        # The team of now from another round on: the change was dated too late, and nothing of the entry is edited.
        is_moved = team == entry.team and "team_since" in data and since != NOW
        if is_moved or (team != entry.team and since is not None):
            moved = change_team(entry=entry, team=team, since=since, seen=seen, confirm=confirm, by=self.by)
            seen = entry_tag(moved)
        changes = {"number": data["number"], "team": team, "is_substitute": data["is_substitute"]}
        edit_entry(entry=entry, changes=changes, seen=seen, confirm=confirm, by=self.by)
        return {"name": data.get("name", entry.player.name)}

    def get_success_message(self, outcome: Outcome) -> str:
        return _("%(name)s was saved.") % outcome.body

    def get_context(self, form: EditEntryForm) -> dict[str, Any]:
        asked = {str(one["code"]) for one in self.questions}
        player = self.entry().player
        return {
            # What was said yes to already, while something else is asked.
            "answered": [code for code in confirmed(self.request) if code not in asked],
            "player": player,
            "is_theirs": "seen_player" in form.fields,
            "can_merge": can_merge_into(self.by, player) and not form.is_merged,
            "why_not_theirs": why_not_theirs(player),
            "first_tournament": visible_tournaments(self.by).filter(first_of=player.pk).first(),
        }


class RemoveEntry(EntryAction):
    """Take an entry off the list that was made by mistake; with `player=delete` the person, too, after a question."""

    def get_question(self) -> str:
        # What is deleted with the person is asked by the action.
        is_deleted = self.request.POST.get("player") == "delete"
        if is_deleted:
            return ""
        return _("Remove %(name)s from the list?") % {"name": self.entry().player.name}

    @transaction.atomic
    def perform(self) -> dict[str, object]:
        entry = self.entry()
        name, is_deleted = entry.player.name, self.request.POST.get("player") == "delete"
        if is_deleted and not can_edit_player(self.by, entry.player):
            raise NotAllowed(why_not_theirs(entry.player))
        if not is_deleted:
            remove_entry(entry=entry, by=self.by)
            return {"name": name}
        # Asked only when it could be done; what was done until then is taken back.
        remove_entry_and_player(entry=entry, by=self.by)
        question = _("%(name)s will be deleted for good, with reading, club and licences.")
        ask_first({DELETE_PLAYER: question % {"name": name}}, confirmed(self.request))
        return {"name": name, "is_deleted": True}

    def get_success_message(self, outcome: Outcome) -> str:
        if outcome.body.get("is_deleted"):
            return _("%(name)s was deleted.") % outcome.body
        return _("%(name)s was removed from the list.") % outcome.body
