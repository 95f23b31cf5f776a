"""Who speaks for a team, chosen at the desk."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.actions.teams.captains import name_captain, remove_captain
from tournaments.forms.teams.captains import CaptainForm
from tournaments.models import Team
from tournaments.views.desk.people.teams import TeamAction


class SetCaptain(TeamAction):
    """One of the team's players, or nobody."""

    success_message = gettext_lazy("The captain was set.")

    def post(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        self.found: Team = get_object_or_404(
            self.tournament.teams.prefetch_related("entries__player"), pk=self.kwargs["pk"]
        )
        self.form = CaptainForm(self.found, request.POST)
        if not self.form.is_valid():
            messages.error(request, _("Please choose one of the team’s players."))
            return redirect("desk_teams", self.tournament.slug)
        return super().post(request, **kwargs)

    def perform(self) -> None:
        entry = self.form.chosen()
        if entry is None:
            remove_captain(team=self.found, by=self.by)
        else:
            name_captain(team=self.found, entry=entry, by=self.by)
