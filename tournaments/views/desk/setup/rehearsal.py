"""Rehearsing a tournament: a private copy to try the day out, and its end."""

from typing import Any

from django.forms import Form
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy

from tournaments.actions.seasons.rehearsals import can_be_rehearsed, end_rehearsal, rehearse
from tournaments.models import Rehearsal
from tournaments.views.desk.frame import DeskActionView, DeskFormView
from tournaments.views.repeatable_forms import Outcome


class RehearsalPage(DeskFormView):
    """What a rehearsal is, with the button that begins it; once there is one, its link and its end."""

    tab = "edit"
    template_name = "desk/setup/rehearsal.html"
    success_message = gettext_lazy(
        "The rehearsal has begun. Type the result of the last table, then close the round."
    )

    def get_form(self, data: QueryDict | None) -> Form:
        return Form(data)

    def perform(self, data: dict[str, Any]) -> dict[str, object]:
        return {"slug": rehearse(tournament=self.tournament, by=self.by).slug}

    def success_response(self, outcome: Outcome) -> HttpResponse:
        return redirect("desk", str(outcome.body["slug"]))

    def get_context(self, form: Form) -> dict[str, Any]:
        first = self.tournament.stages.earliest("ordinal")
        there = Rehearsal.objects.filter(of=self.tournament).select_related("tournament").first()
        is_rehearsal = hasattr(self.tournament, "rehearsal")
        return {
            "rehearsed_in": there.tournament.slug if there is not None else None,
            "can_be_rehearsed": can_be_rehearsed(self.tournament, first, is_rehearsal=is_rehearsal),
        }


class EndRehearsal(DeskActionView):
    """Discard the rehearsal of this tournament; leads back to the tournament itself."""

    tab = "edit"
    question = gettext_lazy("End the rehearsal? Its players and results are discarded for good.")
    success_message = gettext_lazy("The rehearsal has ended and is discarded.")
    success_page = "desk"

    def perform(self) -> None:
        end_rehearsal(tournament=self.tournament, by=self.by)
