"""Leagues and their seasons."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from players.api.fields import Name
from tournaments.actions.setup.tournaments import create_league, create_season
from tournaments.api.api_view import ApiView
from tournaments.api.fields import Title
from tournaments.api.schemas.structure import (
    LeaguePageShape,
    LeagueShape,
    SeasonShape,
    league_page,
    league_shape,
    season_shape,
)
from tournaments.models import League
from tournaments.permissions import can_create_leagues, can_run_league
from web.api.fields import Address, Input, Text
from web.api.pagination import Paging, page
from web.api.policies import Everybody
from web.api.schema import describe


class NewLeague(Input):
    slug = Address()
    name = Title()
    about = Text(max_length=2000, default="", allow_blank=True)


class NewSeason(Input):
    name = Name()


class LeagueQuery(Paging):
    search = serializers.CharField(max_length=60, required=False)


class Leagues(ApiView):
    permission_classes = [Everybody]

    @describe(
        "listLeagues", "All leagues, by name", gives=LeagueShape, page=True, query=LeagueQuery, refuses=(400,)
    )
    def get(self, request: Request) -> Response:
        query = self.query(LeagueQuery)
        leagues = League.objects.order_by("name", "pk")
        if search := query.get("search"):
            leagues = leagues.filter(name__icontains=search)
        return page(request, leagues, query, league_shape)

    @describe(
        "createLeague",
        "Found a league (whom the installation allows)",
        takes=NewLeague,
        gives=LeagueShape,
        status=201,
        changes=True,
    )
    def post(self, request: Request) -> Response:
        self.allow(can_create_leagues(self.actor))
        data = self.validated_data(NewLeague)
        founder = self.actor.user
        return self.do(lambda: league_shape(create_league(**data, founder=founder)), status=201)


class OneLeague(ApiView):
    permission_classes = [Everybody]

    @describe("getLeague", "A league with its seasons", gives=LeaguePageShape)
    def get(self, request: Request, slug: str) -> Response:
        league = self.find(League.objects.all(), slug=slug)
        return Response(league_page(league, list(league.seasons.order_by("-ordinal"))))


class Seasons(ApiView):
    permission_classes = [Everybody]

    @describe(
        "createSeason",
        "Open a league's next season (its founder, operators)",
        takes=NewSeason,
        gives=SeasonShape,
        status=201,
        changes=True,
    )
    def post(self, request: Request, slug: str) -> Response:
        league = self.find(League.objects.all(), slug=slug)
        self.allow(can_run_league(self.actor, league))
        data: dict[str, Any] = self.validated_data(NewSeason)
        return self.do(lambda: season_shape(create_season(league=league, **data)), status=201)
