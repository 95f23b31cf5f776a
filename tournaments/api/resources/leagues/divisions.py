"""The divisions of a season, and who moves between them."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from players.api.fields import Name
from tournaments.actions.leagues.divisions import MOST_DIVISIONS, set_divisions
from tournaments.api.api_view import ApiView
from tournaments.api.resources.leagues.leagues import find_season
from tournaments.api.schemas.leagues.seasons import (
    DivisionsShape,
    SeasonStandingsShape,
    divisions_shape,
    season_standings_shape,
)
from tournaments.models import Season, Tournament
from tournaments.models.leagues.boundaries import FIELDS
from tournaments.permissions import can_run_league
from tournaments.standings import publish_for_readers
from tournaments.standings.seasons.divisions_at_the_end import divisions_at_the_end
from web.api.fields import Input
from web.api.policies import Everybody
from web.api.schema import describe

_BOUNDARY = (
    'Who moves between it and the one below. up and down: a number of players, or a part such as "1/4", rounded by '
    "mode (down); play_off: how many on each side; points_up and points_down: by_rank, threshold, seasons."
)


class NewDivision(Input):
    name = Name(default="", allow_blank=True)
    boundary = serializers.DictField(default=dict, help_text=_BOUNDARY)

    def validate_boundary(self, value: dict[str, Any]) -> dict[str, Any]:
        """Only names that mean something; what they say is looked at by the action."""
        unknown = sorted(value.keys() - set(FIELDS))
        if unknown:
            raise serializers.ValidationError(unknown)
        return value


class NewDivisions(Input):
    """All of them, the top one first."""

    divisions = serializers.ListField(child=NewDivision(), min_length=1, max_length=MOST_DIVISIONS)


class SeasonDivisions(ApiView):
    permission_classes = [Everybody]

    @describe("getDivisions", "The divisions of a season, the top one first", gives=DivisionsShape)
    def get(self, request: Request, pk: int) -> Response:
        return Response(_shape(find_season(self, pk)))

    @describe(
        "setDivisions",
        "Set the divisions of a season and who moves between them. If-Match names the tag you saw",
        takes=NewDivisions,
        gives=DivisionsShape,
        changes=True,
        if_match=True,
    )
    def post(self, request: Request, pk: int) -> Response:
        season = find_season(self, pk)
        self.allow(can_run_league(self.actor, season.league))
        data, seen = self.validated_data(NewDivisions), self.version()

        def action() -> DivisionsShape:
            set_divisions(season=season, divisions=data["divisions"], seen=seen, by=self.actor)
            return _shape(season)

        return self.do(action)


class SeasonStandings(ApiView):
    permission_classes = [Everybody]

    @describe(
        "getSeasonStandings",
        "The divisions of a season with everybody's place and who moves, teams where teams do; as it was confirmed"
        " once the next season is open",
        gives=SeasonStandingsShape,
    )
    def get(self, request: Request, pk: int) -> Response:
        season = find_season(self, pk)
        publish_for_readers(Tournament.objects.not_discarded().filter(season=season).order_by().values("pk"))
        divisions = list(season.divisions.order_by("level"))
        return Response(season_standings_shape(season, divisions_at_the_end(season, divisions)))


def _shape(season: Season) -> DivisionsShape:
    return divisions_shape(season, list(season.divisions.order_by("level")))
