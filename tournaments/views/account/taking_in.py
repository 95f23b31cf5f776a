"""Bringing a tournament from another server: its file, and the address it shall have here."""

from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext_lazy

from tournaments.actions.errors import TooManyAttempts
from tournaments.actions.rate_limits import FILES_OF_A_PERSON, count_attempt
from tournaments.actions.transfer.taking_in import take_in_tournament
from tournaments.forms.tournament_file import TournamentFileForm
from tournaments.permissions import can_create_tournaments
from tournaments.views.action_views import ActionFormView, PermittedMixin
from tournaments.views.policies import too_many
from tournaments.views.repeatable_forms import Outcome


class TakeInTournament(PermittedMixin, ActionFormView):
    """One form: nothing is written unless the whole file is sound."""

    allowed = can_create_tournaments
    template_name = "account/take_in_tournament.html"
    success_message = gettext_lazy(
        "The tournament was imported, and everything in it agrees with its ledger. You are its organizer."
    )

    def get_form(self, data: QueryDict | None) -> TournamentFileForm:
        return TournamentFileForm(data, self.request.FILES if data is not None else None)

    def post(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        try:
            count_attempt(FILES_OF_A_PERSON, self.by.key)
        except TooManyAttempts as refusal:
            return too_many(request, refusal, back=reverse("take_in_tournament"))
        form = self.get_form(request.POST)
        return self.do(form) if form.is_valid() else self.render_page(form, 422)

    def perform(self, data: dict[str, Any]) -> dict[str, object]:
        tournament = take_in_tournament(checked=data["file"], by=self.by, slug=data["slug"])
        return {"slug": tournament.slug}

    def success_response(self, outcome: Outcome) -> HttpResponse:
        return redirect("desk", str(outcome.body["slug"]))
