"""Two players of a round in play sit at each other's places: look what it means, then put it right."""

from functools import cached_property
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.actions.errors import ActionError, RulesRefuse
from tournaments.actions.play.changed_places import change_places, exchangeable_places_of
from tournaments.models import Entry, Round, Seat, Table
from tournaments.permissions import can_referee
from tournaments.views.desk.exchanges import looked_at
from tournaments.views.desk.frame import DeskActionView, frame
from tournaments.views.questions import confirmed
from tournaments.views.repeatable_forms import Outcome


class ChangePlaces(DeskActionView):
    """`?pick=…&pick=…` shows what exchanging two players means; sent, it is done."""

    http_method_names = ["get", "head", "post"]
    permission = can_referee
    success_message = gettext_lazy("Exchanged. Phones and cards follow their players.")

    @cached_property
    def round(self) -> Round:
        rounds = Round.objects.select_related("stage__tournament", "draw")
        return get_object_or_404(rounds, pk=self.kwargs["pk"], stage__tournament=self.tournament)

    @cached_property
    def people(self) -> dict[str, Entry]:
        """Who sits in the round, by id as it is sent."""
        seats = Seat.objects.filter(round=self.round).select_related("entry__player", "entry__team")
        return {str(seat.entry_id): seat.entry for seat in seats}

    def get(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        tables = list(Table.objects.with_live_results().filter(round=self.round).for_display())
        context = {
            **frame(self.tournament, self.by, self.tab),
            "round": self.round,
            "tables": tables,
            "exchange": self.chosen(),
            "is_in_play": self.round.status == Round.Status.STARTED,
            "back": self.back,
            "here": reverse("desk_places", args=[self.tournament.slug, self.round.pk]),
        }
        return render(request, "desk/play/places.html", context)

    def chosen(self) -> dict[str, Any] | None:
        """The exchange that was chosen, if one was."""
        picked = list(dict.fromkeys(self.request.GET.getlist("pick")))
        if not picked:
            return None
        found = [self.people[pk] for pk in picked if pk in self.people]
        if len(found) != 2:
            return {"refusal": _("Please choose two players of one round.")}
        one, other = found
        try:
            places = exchangeable_places_of(round_=self.round, one=one, other=other)
        except ActionError as refusal:
            return {"refusal": refusal.message}
        return {**looked_at(self.round, one, other), "places": places}

    def perform(self) -> dict[str, object]:
        sent = self.request.POST
        one, other = (self.people.get(sent.get(name, "")) for name in ("one", "other"))
        if one is None or other is None:
            raise RulesRefuse(_("Please choose two players of one round."), code="not_seated")
        places = change_places(
            round_=self.round,
            one=one,
            other=other,
            if_match=sent.get("if_match", ""),
            by=self.by,
            confirm=confirmed(self.request),
        )
        return {"tag": places.tag}

    def success_response(self, outcome: Outcome) -> HttpResponse:
        return redirect("desk_places", self.tournament.slug, self.kwargs["pk"])
