"""The records of a league."""

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.api_view import ApiView
from tournaments.api.resources.leagues.leagues import find_league
from tournaments.api.schemas.leagues.records import LeagueRecordsShape, league_records_shape
from tournaments.models import Tournament
from tournaments.models.setup.counting import MOST_GAMES
from tournaments.standings import publish_for_readers
from tournaments.standings.seasons.records import USUAL_MINIMUM, league_records
from web.api.policies import Everybody
from web.api.schema import describe


class RecordsQuery(serializers.Serializer[object]):
    """How many games rates and averages need."""

    games = serializers.IntegerField(min_value=0, max_value=MOST_GAMES, default=USUAL_MINIMUM)


class OneLeaguesRecords(ApiView):
    permission_classes = [Everybody]

    @describe(
        "getLeagueRecords",
        "The records of a league: best games, most games, 1st places and tournaments won, rates",
        gives=LeagueRecordsShape,
        query=RecordsQuery,
    )
    def get(self, request: Request, slug: str) -> Response:
        league = find_league(self, slug)
        minimum = self.query(RecordsQuery)["games"]
        tournaments = Tournament.objects.listed().filter(season__league=league)
        publish_for_readers(tournaments.order_by().values("pk"))
        return Response(league_records_shape(league_records(tournaments, minimum), minimum))
