from typing import Any

from rest_framework import serializers

from tournaments.api.api_view import ApiView
from tournaments.api.operations import everybody, one_of, reads
from tournaments.api.schemas.stages.titles import TitlesShape, titles_shape
from tournaments.models import Stage
from tournaments.models.setup.counting import MOST_GAMES
from tournaments.standings import publish_for_readers
from tournaments.standings.stages.published_rows import published_rows
from tournaments.standings.stages.titles import stage_titles, usual_minimum
from web.api.policies import Everybody

find_stage = one_of(Stage, "tournament", "tournament__usual_format", "counting", "game_quota")


class TitlesQuery(serializers.Serializer[object]):
    """How many games a title requires; default: the game quota, or the minimum for a rank."""

    games = serializers.IntegerField(
        min_value=0,
        max_value=MOST_GAMES,
        required=False,
        help_text="Games that a title needs; left out for as many as a rank needs.",
    )


class StageTitles(ApiView):
    permission_classes = [Everybody]

    @reads(
        "getTitles",
        "Titles of a stage besides its ranking: best game, rates of places, mean place",
        permission=everybody,
        finds=find_stage,
        gives=TitlesShape,
        query=TitlesQuery,
    )
    def get(self, stage: Stage, query: dict[str, Any]) -> TitlesShape:
        publish_for_readers([stage.tournament_id])
        minimum = query.get("games", usual_minimum(stage))
        return titles_shape(stage, minimum, stage_titles(published_rows(stage.pk), minimum))
