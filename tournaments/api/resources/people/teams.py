"""The teams of a tournament."""

from rest_framework.request import Request
from rest_framework.response import Response

from players.api.fields import Name
from tournaments.actions.people.entries import form_team
from tournaments.actions.people.teams import remove_team, rename_team
from tournaments.api.api_view import ApiView
from tournaments.api.schemas.people import TeamPageShape, TeamShape, team_page, team_shape
from tournaments.models import Team
from tournaments.permissions import among, can_run, visible_tournaments
from web.api.fields import Input
from web.api.pagination import Paging, page
from web.api.policies import Everybody
from web.api.schema import describe


class NewTeam(Input):
    name = Name()


class EditedTeam(Input):
    name = Name()


class Teams(ApiView):
    permission_classes = [Everybody]

    @describe("listTeams", "The teams, by name", gives=TeamShape, page=True, query=Paging, refuses=(400,))
    def get(self, request: Request, slug: str) -> Response:
        teams = self.find_tournament(slug).teams.order_by("name", "pk")
        return page(request, teams, self.query(Paging), team_shape)

    @describe(
        "formTeam",
        "Form a team, or return the one of this name",
        takes=NewTeam,
        gives=TeamShape,
        changes=True,
    )
    def post(self, request: Request, slug: str) -> Response:
        tournament = self.find_tournament(slug)
        self.allow(can_run(self.actor, tournament))
        data = self.validated_data(NewTeam)
        return self.do(lambda: team_shape(form_team(tournament=tournament, name=data["name"], by=self.actor)))


class OneTeam(ApiView):
    permission_classes = [Everybody]

    @describe("getTeam", "A team", gives=TeamPageShape)
    def get(self, request: Request, pk: int) -> Response:
        return Response(team_page(find_team(self, pk)))

    @describe(
        "renameTeam",
        "Give a team another name. If-Match names the tag you saw",
        takes=EditedTeam,
        gives=TeamPageShape,
        changes=True,
        if_match=True,
    )
    def patch(self, request: Request, pk: int) -> Response:
        team = find_team(self, pk)
        self.allow(can_run(self.actor, team.tournament))
        name, seen = self.validated_data(EditedTeam)["name"], self.version()

        def action() -> TeamPageShape:
            return team_page(rename_team(team=team, name=name, seen=seen, by=self.actor))

        return self.do(action)

    @describe("removeTeam", "Take away a team in which nobody plays", status=204, changes=True)
    def delete(self, request: Request, pk: int) -> Response:
        team = find_team(self, pk)
        self.allow(can_run(self.actor, team.tournament))

        def action() -> dict[str, object]:
            remove_team(team=team, by=self.actor)
            return {}

        return self.do(action, status=204)


def find_team(view: ApiView, pk: int) -> Team:
    rows = Team.objects.filter(among(visible_tournaments(view.actor), "tournament"))
    return view.find(rows.select_related("tournament__usual_format", "captain"), pk=pk)
