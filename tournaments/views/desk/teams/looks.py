"""A team's colour and mark, chosen at the desk."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy

from tournaments.actions.teams.looks import set_team_look
from tournaments.forms.teams.looks import TeamLookForm
from tournaments.views.desk.people.teams import TeamAction


class SetTeamLook(TeamAction):
    success_message = gettext_lazy("The team’s colour and mark are saved.")

    def post(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        self.found = self.team()
        self.form = TeamLookForm(self.found, request.POST)
        if not self.form.is_valid():
            for errors in self.form.errors.values():
                messages.error(request, " ".join(map(str, errors)))
            return redirect("desk_teams", self.tournament.slug)
        return super().post(request, **kwargs)

    def perform(self) -> None:
        set_team_look(team=self.found, by=self.by, **self.form.chosen())
