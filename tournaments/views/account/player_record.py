"""What others say about a player, for those who answer for the record: the person, those who entered them first, the
operator.
"""

from collections.abc import Mapping
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.http import require_safe

from players.models import Player
from tournaments.actions.actor import Actor
from tournaments.actions.people.recognizing import recognize_entry
from tournaments.actions.people.record_proposals import accept_proposal, refuse_proposal
from tournaments.actions.seen_versions import player_tag
from tournaments.credentials.visitors import actor_of
from tournaments.models import Entry, RecordProposal
from tournaments.models.setup.structure import latest_first
from tournaments.permissions import (
    among,
    can_edit_player,
    proposals_to_decide,
    visible_players,
    visible_tournaments,
)
from tournaments.standings.people.recognized import entries_on_page_of
from tournaments.views.action_views import ActionView, SignedInMixin
from tournaments.views.policies import signed_in
from tournaments.views.questions import confirmed, questions_of
from tournaments.views.repeatable_forms import Outcome

MOST_ENTRIES = 200


def editable_player(by: Actor, pk: int) -> Player:
    """The player whose record this person may change; 404 for who may not know of them, 403 for everybody else."""
    player = get_object_or_404(Player.objects.filter(among(visible_players(by), "pk")), pk=pk)
    if not can_edit_player(by, player):
        raise PermissionDenied
    return player


def shown_changes(changes: Mapping[str, Any]) -> list[tuple[str, str]]:
    """What is proposed, as pairs of a label and the new value."""
    labels = {
        "name": pgettext("field", "Name"),
        "reading": pgettext("field", "Reading"),
        "club": pgettext("field", "Club"),
        "licence": _("One more licence"),
    }
    values = {name: " ".join(value) if name == "licence" else value for name, value in changes.items()}
    return [(label, str(values[name])) for name, label in labels.items() if name in values]


@signed_in
@require_safe
def player_record(request: HttpRequest, pk: int) -> HttpResponse:
    """What others propose to change, and the tournaments in which a player is entered, with whether the player's page
    shows them.
    """
    by = actor_of(request)
    player = editable_player(by, pk)
    entries = Entry.objects.of_one_each().filter(among(visible_tournaments(by), "tournament"), player=player)
    entries = entries.select_related("tournament", "recognition")
    entries = entries.order_by(latest_first("tournament__"), "tournament__name")
    proposals = proposals_to_decide(by).filter(player=player)
    context = {
        "player": player,
        "entries": entries[:MOST_ENTRIES],
        "shown": entries_on_page_of(player),
        "proposals": [
            (one, shown_changes(one.changes)) for one in proposals.select_related("tournament", "proposed_by")
        ],
        "seen": player_tag(player),
        "is_own": by.user is not None and player.user_id == by.user.pk,
    }
    return render(request, "account/player_record.html", context)


class DecideProposal(SignedInMixin, ActionView):
    """Accept or refuse a change that an organizer proposed. What follows from it is asked on a page of its own."""

    def perform(self) -> dict[str, object]:
        # Decided ones, too: a second tap is told what became of the first.
        proposal = get_object_or_404(RecordProposal.objects.select_related("player"), pk=self.kwargs["pk"])
        editable_player(self.by, proposal.player_id)
        about: dict[str, object] = {"player": proposal.player_id, "is_accepted": self.is_accepted}
        if self.is_accepted:
            seen, confirm = self.request.POST.get("seen", ""), confirmed(self.request)
            accept_proposal(proposal=proposal, seen=seen, confirm=confirm, by=self.by)
        else:
            refuse_proposal(proposal=proposal, by=self.by)
        return about

    @property
    def is_accepted(self) -> bool:
        return self.request.POST.get("decision") == "accept"

    def get_success_message(self, outcome: Outcome) -> str:
        return _("Your change was saved.") if outcome.body["is_accepted"] else _("The proposal was refused.")

    def success_response(self, outcome: Outcome) -> HttpResponse:
        return redirect("player_record", outcome.body["player"])

    def failure_response(self, outcome: Outcome) -> HttpResponse:
        questions = questions_of(outcome)
        if not questions:
            return super().failure_response(outcome)
        context = {
            "questions": questions,
            "sent": [("decision", "accept"), ("seen", self.request.POST.get("seen", ""))],
            "confirmed": confirmed(self.request),
            "leave": reverse("me"),
        }
        return render(self.request, "account/proposal_questions.html", context, status=outcome.status)

    def refused_response(self, outcome: Outcome) -> HttpResponse:
        return redirect("me")


class RecognizeEntry(SignedInMixin, ActionView):
    """Say that a tournament's player is the one on file, or is not (`is_theirs` is "no")."""

    def entry(self) -> Entry:
        entries = Entry.objects.of_one_each().filter(among(visible_tournaments(self.by), "tournament"))
        found = get_object_or_404(entries.select_related("player", "tournament"), pk=self.kwargs["pk"])
        if not can_edit_player(self.by, found.player):
            raise PermissionDenied
        return found

    def perform(self) -> dict[str, object]:
        entry, is_theirs = self.entry(), self.request.POST.get("is_theirs") != "no"
        recognize_entry(entry=entry, is_theirs=is_theirs, by=self.by)
        about = {"tournament": entry.tournament.name, "is_theirs": is_theirs}
        return {"player": entry.player_id, "name": entry.player.name, **about}

    def get_success_message(self, outcome: Outcome) -> str:
        if outcome.body["is_theirs"]:
            message = _("“%(tournament)s” now appears on the page of %(name)s.")
        else:
            message = _("“%(tournament)s” no longer appears on the page of %(name)s.")
        return message % outcome.body

    def success_response(self, outcome: Outcome) -> HttpResponse:
        return redirect("player_record", outcome.body["player"])

    def refused_response(self, outcome: Outcome) -> HttpResponse:
        return redirect("me")
