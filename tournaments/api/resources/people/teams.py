from typing import Any

from rest_framework.response import Response

from players.api.fields import Name
from tournaments.actions.people.entries import form_team
from tournaments.actions.people.teams import remove_team, rename_team
from tournaments.api.api_view import ApiView
from tournaments.api.operations import everybody, one_of, reads, writes
from tournaments.api.schemas.people import TeamPageShape, TeamShape, team_page, team_shape
from tournaments.models import Team, Tournament
from tournaments.permissions import can_run
from web.api.fields import Input
from web.api.pagination import Paging, page
from web.api.policies import Everybody


class NewTeam(Input):
    name = Name()


class EditedTeam(Input):
    name = Name()


class Teams(ApiView):
    permission_classes = [Everybody]

    @reads(
        "listTeams",
        "The teams, by name",
        permission=everybody,
        gives=TeamShape,
        page=True,
        query=Paging,
        refuses=(400,),
    )
    def get(self, tournament: Tournament, query: dict[str, Any]) -> Response:
        teams = tournament.teams.order_by("name", "pk")
        return page(self.request, teams, query, team_shape)

    @writes(
        "formTeam",
        "Form a team, or return the one of this name",
        permission=can_run,
        takes=NewTeam,
        gives=TeamShape,
    )
    def post(self, tournament: Tournament, data: dict[str, Any]) -> TeamShape:
        return team_shape(form_team(tournament=tournament, name=data["name"], by=self.actor))


find_team = one_of(Team, "tournament", "tournament__usual_format", "captain")


class OneTeam(ApiView):
    permission_classes = [Everybody]

    @reads("getTeam", "A team", permission=everybody, finds=find_team, gives=TeamPageShape)
    def get(self, team: Team) -> TeamPageShape:
        return team_page(team)

    @writes(
        "renameTeam",
        "Give a team another name. If-Match names the tag you saw",
        permission=can_run,
        finds=find_team,
        of="tournament",
        takes=EditedTeam,
        gives=TeamPageShape,
        if_match=True,
    )
    def patch(self, team: Team, data: dict[str, Any], seen: str) -> TeamPageShape:
        name = data["name"]
        return team_page(rename_team(team=team, name=name, seen=seen, by=self.actor))

    @writes(
        "removeTeam",
        "Take away a team in which nobody plays",
        permission=can_run,
        finds=find_team,
        of="tournament",
        status=204,
    )
    def delete(self, team: Team) -> None:
        remove_team(team=team, by=self.actor)
