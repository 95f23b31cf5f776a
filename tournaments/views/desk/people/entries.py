"""Who takes part: registering, withdrawing, coming back."""

from typing import Any

from django.contrib import messages
from django.db import transaction
from django.db.models import Count, Q
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from players.actions import add_player, club_named
from players.models import Player
from tournaments.actions.doubts import ask_first
from tournaments.actions.errors import StillSeated
from tournaments.actions.people.entries import form_team, register, reinstate, withdraw
from tournaments.actions.player_records import namesakes_known_to
from tournaments.forms.desk import RegisterForm
from tournaments.models import About, Entry, Registration, Round
from tournaments.permissions import proposals_to_decide
from tournaments.views.desk.frame import DeskActionView, DeskFormView
from tournaments.views.desk.people.entry_table import EntryTable, counted, searched
from tournaments.views.questions import confirmed
from tournaments.views.repeatable_forms import Outcome

# The code by which a withdrawal is confirmed.
WITHDRAW = "withdraw"
# What every row of the list says, looked up once a page.
WORDS = {
    "edit": pgettext_lazy("button", "Edit"),
    "here": pgettext_lazy("button", "Check in"),
    "not_here": pgettext_lazy("button", "Undo check-in"),
    "paid": pgettext_lazy("button", "Fee paid"),
    "unpaid": gettext_lazy("Fee not paid"),
    "card": pgettext_lazy("button", "Print card"),
    "withdraw": pgettext_lazy("button", "Withdraw"),
    "reinstate": gettext_lazy("Reinstate this player"),
    "withdrawn": Entry.Status.WITHDRAWN.label,
    "substitute": pgettext_lazy("status", "Substitute"),
    "is_here": pgettext_lazy("check-in: status", "Here"),
    "is_missing": gettext_lazy("Not here yet"),
    "has_card": gettext_lazy("has a card"),
    "has_paid": pgettext_lazy("an entry fee", "paid"),
    "owes": pgettext_lazy("entry fee", "Not paid"),
}


class Entries(DeskFormView):
    """The list of entries, and registering one more. With a namesake on file the page first asks which one it is."""

    tab = "entries"
    template_name = "desk/people/entries.html"
    success_page = "desk_entries"

    def get_form(self, data: QueryDict | None) -> RegisterForm:
        return RegisterForm(data)

    def post(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        form = self.get_form(request.POST)
        same = self.namesakes_of(form)
        choice = request.POST.get("player", "")
        if same and choice != "new" and choice not in {str(player.pk) for player in same}:
            return self.render_page(form, 422)
        return super().post(request, **kwargs)

    def namesakes_of(self, form: RegisterForm) -> list[Player]:
        """Who is on file under the name that was sent, even if the rest is refused."""
        if not form.is_bound or "name" in form.errors:
            return []
        return namesakes_known_to(self.by, form.cleaned_data["name"])

    def perform(self, data: dict[str, Any]) -> dict[str, object]:
        choice = self.request.POST.get("player", "")
        known = next(
            (player for player in namesakes_known_to(self.by, data["name"]) if str(player.pk) == choice), None
        )
        player = known or add_player(
            name=data["name"], club=club_named(data["club"]) if data["club"] else None
        )
        team = form_team(tournament=self.tournament, name=data["team"], by=self.by) if data["team"] else None
        entry = register(
            tournament=self.tournament,
            player=player,
            by=self.by,
            team=team,
            number=data["number"],
            is_substitute=data["is_substitute"],
            confirm=confirmed(self.request),
        )
        return {"entry": entry.pk, "name": data["name"]}

    def get_success_message(self, outcome: Outcome) -> str:
        return _("%(name)s was registered.") % {"name": outcome.body["name"]}

    def get_context(self, form: RegisterForm) -> dict[str, Any]:
        query, counts = searched(self.request), counted(self.tournament)
        fee = About.objects.filter(tournament=self.tournament).exclude(fee="").exists()
        table = EntryTable(self.tournament, self.request.GET, query=query, has_fee=fee or counts["paid"] > 0)
        registered = self.tournament.registrations
        return {
            "same": self.namesakes_of(form),
            "chosen": self.request.POST.get("player", ""),
            "query": query,
            "counts": counts,
            "words": {name: str(word) for name, word in WORDS.items()},
            "mark_page": reverse("desk_mark_entries", args=[self.tournament.slug]),
            **table.context(),
            **registered.aggregate(
                pending=Count("pk", Q(status=Registration.Status.PENDING)),
                waiting=Count("pk", Q(status=Registration.Status.WAITING)),
            ),
            "proposals": proposals_to_decide(self.by)
            .filter(player__in=self.tournament.entries.values("player"))
            .select_related("player"),
            "can_repair": Round.objects.not_started().filter(stage__tournament=self.tournament).exists(),
        }


class EntryAction(DeskActionView):
    """What can be done with one entry."""

    success_page = "desk_entries"

    def entry(self) -> Entry:
        entries = Entry.objects.filter(tournament=self.tournament).select_related("player")
        return get_object_or_404(entries, pk=self.kwargs["pk"])


class Withdraw(EntryAction):
    """Take an entry out, after a question. Players seated in a round that has not started leave by repairing it."""

    undone_by = "desk_entry_reinstate"

    @transaction.atomic
    def perform(self) -> dict[str, object]:
        entry = self.entry()
        # Asked only when it could be done; what was done until then is taken back.
        withdraw(entry=entry, by=self.by)
        question = _("%(name)s will not be drawn in later rounds; games already played still count.")
        ask_first({WITHDRAW: question % {"name": entry.player.name}}, confirmed(self.request))
        return {"name": entry.player.name}

    def get_success_message(self, outcome: Outcome) -> str:
        return _("%(name)s has withdrawn.") % outcome.body

    def failure_response(self, outcome: Outcome) -> HttpResponse:
        """Players seated in a round that has not started are led to its repair, which withdraws them, too."""
        waits = Round.objects.not_started().filter(seats__entry=self.kwargs["pk"])
        if outcome.code != StillSeated.code or not waits.exists():
            return super().failure_response(outcome)
        message = _(
            "%(name)s has seats in rounds that have not started: repair them here to withdraw %(name)s."
        )
        messages.info(self.request, message % {"name": self.entry().player.name})
        return redirect(f"{reverse('desk_repair', args=[self.tournament.slug])}?leaver={self.kwargs['pk']}")


class Reinstate(EntryAction):
    """Take an entry back in."""

    def perform(self) -> dict[str, object]:
        entry = self.entry()
        reinstate(entry=entry, by=self.by, confirm=confirmed(self.request))
        return {"name": entry.player.name}

    def get_success_message(self, outcome: Outcome) -> str:
        return _("%(name)s was reinstated.") % outcome.body
