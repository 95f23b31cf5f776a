"""Titles of a stage besides its ranking."""

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.api_view import ApiView
from tournaments.api.schemas.stages.titles import TitlesShape, titles_shape
from tournaments.models import Stage
from tournaments.models.setup.counting import MOST_GAMES
from tournaments.permissions import among, visible_tournaments
from tournaments.standings import publish_for_readers
from tournaments.standings.stages.published_rows import published_rows
from tournaments.standings.stages.titles import stage_titles, usual_minimum
from web.api.policies import Everybody
from web.api.schema import describe


class TitlesQuery(serializers.Serializer[object]):
    """How many games a title needs; without it as many as everybody is to play, or a rank needs."""

    games = serializers.IntegerField(min_value=0, max_value=MOST_GAMES, required=False)


class StageTitles(ApiView):
    permission_classes = [Everybody]

    @describe(
        "getTitles",
        "Titles of a stage besides its ranking: best game, rates of places, mean place",
        gives=TitlesShape,
        query=TitlesQuery,
    )
    def get(self, request: Request, pk: int) -> Response:
        stages = Stage.objects.filter(among(visible_tournaments(self.actor), "tournament")).select_related(
            "tournament__usual_format", "counting", "game_quota"
        )
        stage = self.find(stages, pk=pk)
        publish_for_readers([stage.tournament_id])
        minimum = self.query(TitlesQuery).get("games", usual_minimum(stage))
        return Response(titles_shape(stage, minimum, stage_titles(published_rows(pk), minimum)))
