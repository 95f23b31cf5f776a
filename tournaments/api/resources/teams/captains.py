"""A team's captain and its results."""

from typing import Any

from django.http import Http404
from rest_framework import serializers

from tournaments.actions.teams.captains import name_captain, remove_captain
from tournaments.api.api_view import ApiView
from tournaments.api.operations import everybody, reads, writes
from tournaments.api.resources.people.teams import find_team
from tournaments.api.resources.setup.tournaments import NO_SUCH
from tournaments.api.schemas.people import TeamPageShape, team_page
from tournaments.api.schemas.teams.team_results import TeamResultsShape, team_results_shape
from tournaments.models import Entry, Team
from tournaments.permissions import can_run
from tournaments.standings.teams.results import results_of
from web.api.fields import Id, Input
from web.api.policies import Everybody


class NewCaptain(Input):
    """`entry`: a player of the team."""

    entry = Id(help_text="Id of the captain's entry.")


class TeamCaptain(ApiView):
    permission_classes = [Everybody]

    @writes(
        "nameCaptain",
        "Let one of a team's players act for it, in place of the current captain",
        permission=can_run,
        finds=find_team,
        of="tournament",
        takes=NewCaptain,
        gives=TeamPageShape,
    )
    def post(self, team: Team, data: dict[str, Any]) -> TeamPageShape:
        entries = Entry.objects.filter(tournament=team.tournament)
        entry = entries.filter(pk=data["entry"]).first()
        if entry is None:
            raise serializers.ValidationError({"entry": [NO_SUCH]})
        return team_page(name_captain(team=team, entry=entry, by=self.actor).team)

    @writes(
        "removeCaptain",
        "Leave a team without a captain",
        permission=can_run,
        finds=find_team,
        of="tournament",
        status=204,
    )
    def delete(self, team: Team) -> None:
        remove_captain(team=team, by=self.actor)


class TeamResults(ApiView):
    permission_classes = [Everybody]

    @reads(
        "getTeamResults",
        "A team's members, their games, and its results by round",
        permission=everybody,
        finds=find_team,
        gives=TeamResultsShape,
    )
    def get(self, team: Team) -> TeamResultsShape:
        results = results_of(team.tournament, team.pk)
        if results is None:
            raise Http404
        return team_results_shape(results)
