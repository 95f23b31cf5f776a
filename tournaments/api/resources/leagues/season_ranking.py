from typing import Any

from rest_framework import serializers

from scoring.standing.season_ranking import SeasonRanking
from tournaments.actions.leagues.season_ranking import set_season_ranking
from tournaments.api.api_view import ApiView
from tournaments.api.operations import everybody, reads, writes
from tournaments.api.resources.leagues.leagues import find_season
from tournaments.api.schemas.leagues.season_ranking import SeasonRankingShape, season_ranking_shape
from tournaments.models import Season, SeasonRankingRule, Tournament
from tournaments.models.leagues.season_rankings import MOST_RANK_POINTS, MOST_RANKS
from tournaments.permissions import can_run_league
from tournaments.standings import publish_for_readers
from web.api.fields import Input, Whole, within
from web.api.policies import Everybody


class SeasonRankingInput(Input):
    """What each tournament is worth, and how many count; `worth` null: the season has no ranking."""

    worth = serializers.ChoiceField(
        choices=SeasonRankingRule.Worth.choices,
        allow_null=True,
        help_text="What a tournament brings; null for no ranking.",
    )
    by_rank = serializers.ListField(
        child=Whole(min_value=0, max_value=MOST_RANK_POINTS),
        default=list,
        max_length=MOST_RANKS,
        help_text="Points for each rank, from the 1st; for rank alone.",
    )
    best = Whole(
        **within(SeasonRankingRule, "best"),
        default=0,
        help_text="How many of the best tournaments count; 0 for all.",
    )
    minimum = Whole(
        **within(SeasonRankingRule, "minimum"),
        default=0,
        help_text="Tournaments needed for a rank; 0 if none are needed.",
    )


class OneSeasonRanking(ApiView):
    permission_classes = [Everybody]

    @reads(
        "getSeasonRanking",
        "One ranking over the finished tournaments of a season",
        permission=everybody,
        finds=find_season,
        gives=SeasonRankingShape,
    )
    def get(self, season: Season) -> SeasonRankingShape:
        return _shape(season)

    @writes(
        "setSeasonRanking",
        "Say what the tournaments of a season bring to its ranking",
        permission=can_run_league,
        finds=find_season,
        of="league",
        takes=SeasonRankingInput,
        gives=SeasonRankingShape,
    )
    def post(self, season: Season, data: dict[str, Any]) -> SeasonRankingShape:
        rule = (
            SeasonRanking(data["worth"], tuple(data["by_rank"]), data["best"], data["minimum"])
            if data["worth"]
            else None
        )
        set_season_ranking(season=season, rule=rule, by=self.actor)
        return _shape(season)


def _shape(season: Season) -> SeasonRankingShape:
    tournaments = Tournament.objects.listed().filter(season=season).in_order_of_play().with_frame()
    stored = SeasonRankingRule.objects.filter(season=season).first()
    publish_for_readers([one.pk for one in tournaments])
    return season_ranking_shape(season, stored, list(tournaments))
