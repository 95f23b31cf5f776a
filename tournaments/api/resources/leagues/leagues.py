"""Leagues and their seasons."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from players.api.fields import Name
from tournaments.actions.leagues.founding import (
    create_league,
    edit_league,
    remove_league,
    remove_season,
    rename_season,
)
from tournaments.actions.leagues.presets import SEASON_PRESETS, open_season
from tournaments.api.api_view import ApiView
from tournaments.api.fields import Title
from tournaments.api.schemas.structure import (
    LeaguePageShape,
    LeagueShape,
    SeasonPageShape,
    SeasonShape,
    league_page,
    league_shape,
    season_page,
    season_shape,
)
from tournaments.models import League, Season
from tournaments.permissions import can_create_leagues, can_run_league
from web.api.fields import Address, Input, OneOf, Text
from web.api.pagination import Paging, page
from web.api.policies import Everybody
from web.api.schema import describe


class NewLeague(Input):
    slug = Address()
    name = Title()
    about = Text(max_length=2000, default="", allow_blank=True)


class EditedLeague(Input):
    """What shall be otherwise; what is left out stays. The old address leads on to the new one."""

    slug = Address(required=False)
    name = Title(required=False)
    about = Text(max_length=2000, required=False, allow_blank=True)


class NewSeason(Input):
    """`preset` sets up divisions or a ranking at once; empty: none."""

    name = Name()
    preset = OneOf([("", "none"), *((key, one.title) for key, one in SEASON_PRESETS.items())], default="")


class RenamedSeason(Input):
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
        leagues = League.objects.not_removed().order_by("name", "pk")
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
        return self.do(lambda: league_shape(create_league(**data, by=self.actor)), status=201)


class OneLeague(ApiView):
    permission_classes = [Everybody]

    @describe("getLeague", "A league with its seasons", gives=LeaguePageShape)
    def get(self, request: Request, slug: str) -> Response:
        return Response(_page(find_league(self, slug)))

    @describe(
        "editLeague",
        "Change a league's name, address or text (its organizers, operators). If-Match names the tag you saw",
        takes=EditedLeague,
        gives=LeaguePageShape,
        changes=True,
        if_match=True,
    )
    def patch(self, request: Request, slug: str) -> Response:
        league = find_league(self, slug)
        self.allow(can_run_league(self.actor, league))
        changes, seen = self.validated_data(EditedLeague), self.version()
        return self.do(lambda: _page(edit_league(league=league, changes=changes, seen=seen, by=self.actor)))

    @describe("removeLeague", "Take away a league without seasons", status=204, changes=True)
    def delete(self, request: Request, slug: str) -> Response:
        league = find_league(self, slug)
        self.allow(can_run_league(self.actor, league))

        def action() -> dict[str, object]:
            remove_league(league=league, by=self.actor)
            return {}

        return self.do(action, status=204)


class Seasons(ApiView):
    permission_classes = [Everybody]

    @describe(
        "createSeason",
        "Open a league's next season (its organizers, operators)",
        takes=NewSeason,
        gives=SeasonShape,
        status=201,
        changes=True,
    )
    def post(self, request: Request, slug: str) -> Response:
        league = find_league(self, slug)
        self.allow(can_run_league(self.actor, league))
        data: dict[str, Any] = self.validated_data(NewSeason)
        return self.do(lambda: season_shape(open_season(league=league, **data, by=self.actor)), status=201)


class OneSeason(ApiView):
    permission_classes = [Everybody]

    @describe("getSeason", "A season of a league", gives=SeasonPageShape)
    def get(self, request: Request, pk: int) -> Response:
        return Response(season_page(find_season(self, pk)))

    @describe(
        "renameSeason",
        "Give a season another name. If-Match names the tag you saw",
        takes=RenamedSeason,
        gives=SeasonPageShape,
        changes=True,
        if_match=True,
    )
    def patch(self, request: Request, pk: int) -> Response:
        season = find_season(self, pk)
        self.allow(can_run_league(self.actor, season.league))
        name, seen = self.validated_data(RenamedSeason)["name"], self.version()
        return self.do(lambda: season_page(rename_season(season=season, name=name, seen=seen, by=self.actor)))

    @describe("removeSeason", "Take away a season without tournaments", status=204, changes=True)
    def delete(self, request: Request, pk: int) -> Response:
        season = find_season(self, pk)
        self.allow(can_run_league(self.actor, season.league))

        def action() -> dict[str, object]:
            remove_season(season=season, by=self.actor)
            return {}

        return self.do(action, status=204)


def find_league(view: ApiView, slug: str) -> League:
    """The league of this address, or of one that it had before."""
    leagues = League.objects.not_removed()
    return leagues.filter(slug=slug).first() or view.find(leagues, old_addresses__slug=slug)


def find_season(view: ApiView, pk: int) -> Season:
    return view.find(Season.objects.select_related("league"), pk=pk)


def _page(league: League) -> LeaguePageShape:
    return league_page(league, list(league.seasons.order_by("-ordinal")))
