from typing import Any

from rest_framework import serializers

from tournaments.api.api_view import ApiView
from tournaments.api.operations import everybody, reads
from tournaments.api.resources.leagues.leagues import find_league
from tournaments.api.schemas.leagues.records import LeagueRecordsShape, league_records_shape
from tournaments.models import League, Tournament
from tournaments.models.setup.counting import MOST_GAMES
from tournaments.standings import publish_for_readers
from tournaments.standings.seasons.records import USUAL_MINIMUM, league_records
from web.api.policies import Everybody


class RecordsQuery(serializers.Serializer[object]):
    """How many games rates and averages require."""

    games = serializers.IntegerField(
        min_value=0,
        max_value=MOST_GAMES,
        default=USUAL_MINIMUM,
        help_text="Games needed for rates and averages.",
    )


class OneLeaguesRecords(ApiView):
    permission_classes = [Everybody]

    @reads(
        "getLeagueRecords",
        "The records of a league: best games, most games, 1st places and tournaments won, rates",
        permission=everybody,
        finds=find_league,
        gives=LeagueRecordsShape,
        query=RecordsQuery,
    )
    def get(self, league: League, query: dict[str, Any]) -> LeagueRecordsShape:
        minimum = query["games"]
        tournaments = Tournament.objects.listed().filter(season__league=league)
        publish_for_readers(tournaments.order_by().values("pk"))
        return league_records_shape(league_records(tournaments, minimum), minimum)
