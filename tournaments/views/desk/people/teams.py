"""The teams of a tournament, at the desk: named again, and taken away where nobody plays in them."""

from typing import Any

from django.contrib import messages
from django.db.models import Count, Prefetch
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.actions.people.teams import remove_team, rename_team
from tournaments.actions.seen_versions import team_tag
from tournaments.credentials.visitors import actor_of
from tournaments.forms.editing import RenameTeamForm
from tournaments.forms.teams.captains import CaptainForm
from tournaments.forms.teams.looks import TeamLookForm
from tournaments.models import Entry, Team, Tournament
from tournaments.permissions import can_run
from tournaments.views.desk.frame import DeskActionView, frame
from tournaments.views.policies import for_tournament


@for_tournament(can_run)
def teams(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Every team with its name, its captain and its look to change, and how many play in it."""
    rows = (
        tournament.teams.annotate(players=Count("entries"))
        .select_related("captain", "look")
        .order_by("name", "pk")
    )
    rows = rows.prefetch_related(Prefetch("entries", Entry.objects.select_related("player")))
    context = {
        **frame(tournament, actor_of(request), "entries"),
        "teams": [(team, _form(team), CaptainForm(team), TeamLookForm(team)) for team in rows],
    }
    return render(request, "desk/people/teams.html", context)


class TeamAction(DeskActionView):
    """What can be done with one team."""

    success_page = "desk_teams"

    def team(self) -> Team:
        return get_object_or_404(Team, pk=self.kwargs["pk"], tournament=self.tournament)


class RenameTeam(TeamAction):
    success_message = gettext_lazy("The team was renamed.")

    def post(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        self.found = self.team()
        self.form = RenameTeamForm(request.POST)
        if not self.form.is_valid():
            errors = self.form.errors.get("name") or [_("Please enter a name.")]
            messages.error(request, " ".join(map(str, errors)))
            return redirect("desk_teams", self.tournament.slug)
        return super().post(request, **kwargs)

    def perform(self) -> None:
        typed = self.form.cleaned_data
        rename_team(team=self.found, name=typed["name"], seen=typed["seen"], by=self.by)


class RemoveTeam(TeamAction):
    success_message = gettext_lazy("The team was removed.")

    def perform(self) -> None:
        remove_team(team=self.team(), by=self.by)


def _form(team: Team) -> RenameTeamForm:
    return RenameTeamForm(initial={"name": team.name, "seen": team_tag(team)}, auto_id=f"team-{team.pk}-%s")
