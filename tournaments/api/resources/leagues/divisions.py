"""The divisions of a season, and the boundaries between them."""

from typing import Any

from rest_framework import serializers

from players.api.fields import Name
from tournaments.actions.leagues.divisions import MOST_DIVISIONS, set_divisions
from tournaments.api.api_view import ApiView
from tournaments.api.operations import everybody, reads, writes
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

_BOUNDARY = (
    'Who moves between it and the one below. up and down: a number of players, or a part such as "1/4", rounded by '
    "mode (down); play_off: how many on each side; points_up and points_down: by_rank, threshold, seasons."
)


class NewDivision(Input):
    name = Name(default="", allow_blank=True, help_text="Name; empty for the usual one.")
    boundary = serializers.DictField(default=dict, help_text=_BOUNDARY)

    def validate_boundary(self, value: dict[str, Any]) -> dict[str, Any]:
        """Accept known names only; the action checks their values."""
        unknown = sorted(value.keys() - set(FIELDS))
        if unknown:
            raise serializers.ValidationError(unknown)
        return value


class NewDivisions(Input):
    """All divisions, the top one first."""

    divisions = serializers.ListField(
        child=NewDivision(),
        min_length=1,
        max_length=MOST_DIVISIONS,
        help_text="All divisions, the top one first.",
    )


class SeasonDivisions(ApiView):
    permission_classes = [Everybody]

    @reads(
        "getDivisions",
        "The divisions of a season, the top one first",
        permission=everybody,
        finds=find_season,
        gives=DivisionsShape,
    )
    def get(self, season: Season) -> DivisionsShape:
        return _shape(season)

    @writes(
        "setDivisions",
        "Set the divisions of a season and who moves between them. If-Match names the tag you saw",
        permission=can_run_league,
        finds=find_season,
        of="league",
        takes=NewDivisions,
        gives=DivisionsShape,
        if_match=True,
    )
    def post(self, season: Season, data: dict[str, Any], seen: str) -> DivisionsShape:
        set_divisions(season=season, divisions=data["divisions"], seen=seen, by=self.actor)
        return _shape(season)


class SeasonStandings(ApiView):
    permission_classes = [Everybody]

    @reads(
        "getSeasonStandings",
        "The divisions of a season with everybody's place and who moves, teams where teams do; as it was confirmed"
        " once the next season is open",
        permission=everybody,
        finds=find_season,
        gives=SeasonStandingsShape,
    )
    def get(self, season: Season) -> SeasonStandingsShape:
        publish_for_readers(Tournament.objects.not_discarded().filter(season=season).order_by().values("pk"))
        divisions = list(season.divisions.order_by("level"))
        return season_standings_shape(season, divisions_at_the_end(season, divisions))


def _shape(season: Season) -> DivisionsShape:
    return divisions_shape(season, list(season.divisions.order_by("level")))
