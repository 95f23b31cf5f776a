from typing import Any

from rest_framework import serializers
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
from tournaments.api.operations import everybody, reads, writes
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
from web.api.fields import Address, Input, OneOf, Text, longest
from web.api.pagination import Paging, page
from web.api.policies import Everybody


class NewLeague(Input):
    slug = Address(help_text="Part of the address that will name it, such as spring-open.")
    name = Title()
    about = Text(
        max_length=longest(League, "about"),
        default="",
        allow_blank=True,
        help_text="What it is about; empty if nothing is said.",
    )


class EditedLeague(Input):
    """The new values; fields left out do not change. A former address redirects to the new one."""

    slug = Address(required=False, help_text="New address; the old one leads on to it.")
    name = Title(required=False)
    about = Text(
        max_length=longest(League, "about"),
        required=False,
        allow_blank=True,
        help_text="What it is about; empty if nothing is said.",
    )


class NewSeason(Input):
    """`preset` sets up divisions or a ranking; empty: none."""

    name = Name(help_text="Name of the season.")
    preset = OneOf(
        [("", "none"), *((key, one.title) for key, one in SEASON_PRESETS.items())],
        default="",
        help_text="Sets up divisions or a ranking at once; empty for none.",
    )


class RenamedSeason(Input):
    name = Name()


class LeagueQuery(Paging):
    search = serializers.CharField(
        max_length=60, required=False, help_text="Leagues whose name contains this text."
    )


def find_league(view: ApiView, slug: str) -> League:
    """Return the league at this current or former address."""
    leagues = League.objects.not_removed()
    return leagues.filter(slug=slug).first() or view.find(leagues, old_addresses__slug=slug)


def find_season(view: ApiView, pk: int) -> Season:
    return view.find(Season.objects.select_related("league"), pk=pk)


class Leagues(ApiView):
    permission_classes = [Everybody]

    @reads(
        "listLeagues",
        "All leagues, by name",
        permission=everybody,
        finds=None,
        gives=LeagueShape,
        page=True,
        query=LeagueQuery,
        refuses=(400,),
    )
    def get(self, query: dict[str, Any]) -> Response:
        leagues = League.objects.not_removed().order_by("name", "pk")
        if search := query.get("search"):
            leagues = leagues.filter(name__icontains=search)
        return page(self.request, leagues, query, league_shape)

    @writes(
        "createLeague",
        "Found a league (whom the installation allows)",
        permission=can_create_leagues,
        finds=None,
        takes=NewLeague,
        gives=LeagueShape,
        status=201,
    )
    def post(self, data: dict[str, Any]) -> LeagueShape:
        return league_shape(create_league(**data, by=self.actor))


class OneLeague(ApiView):
    permission_classes = [Everybody]

    @reads(
        "getLeague",
        "A league with its seasons",
        permission=everybody,
        finds=find_league,
        gives=LeaguePageShape,
    )
    def get(self, league: League) -> LeaguePageShape:
        return _page(league)

    @writes(
        "editLeague",
        "Change a league's name, address or text (its organizers, operators). If-Match names the tag you saw",
        permission=can_run_league,
        finds=find_league,
        takes=EditedLeague,
        gives=LeaguePageShape,
        if_match=True,
    )
    def patch(self, league: League, changes: dict[str, Any], seen: str) -> LeaguePageShape:
        return _page(edit_league(league=league, changes=changes, seen=seen, by=self.actor))

    @writes(
        "removeLeague",
        "Take away a league without seasons",
        permission=can_run_league,
        finds=find_league,
        status=204,
    )
    def delete(self, league: League) -> None:
        remove_league(league=league, by=self.actor)


class Seasons(ApiView):
    permission_classes = [Everybody]

    @writes(
        "createSeason",
        "Open a league's next season (its organizers, operators)",
        permission=can_run_league,
        finds=find_league,
        takes=NewSeason,
        gives=SeasonShape,
        status=201,
    )
    def post(self, league: League, data: dict[str, Any]) -> SeasonShape:
        return season_shape(open_season(league=league, **data, by=self.actor))


class OneSeason(ApiView):
    permission_classes = [Everybody]

    @reads(
        "getSeason", "A season of a league", permission=everybody, finds=find_season, gives=SeasonPageShape
    )
    def get(self, season: Season) -> SeasonPageShape:
        return season_page(season)

    @writes(
        "renameSeason",
        "Give a season another name. If-Match names the tag you saw",
        permission=can_run_league,
        finds=find_season,
        of="league",
        takes=RenamedSeason,
        gives=SeasonPageShape,
        if_match=True,
    )
    def patch(self, season: Season, data: dict[str, Any], seen: str) -> SeasonPageShape:
        name = data["name"]
        return season_page(rename_season(season=season, name=name, seen=seen, by=self.actor))

    @writes(
        "removeSeason",
        "Take away a season without tournaments",
        permission=can_run_league,
        finds=find_season,
        of="league",
        status=204,
    )
    def delete(self, season: Season) -> None:
        remove_season(season=season, by=self.actor)


def _page(league: League) -> LeaguePageShape:
    seasons = [season_shape(season) for season in league.seasons.order_by("-ordinal")]
    return league_page(league, seasons=seasons)
