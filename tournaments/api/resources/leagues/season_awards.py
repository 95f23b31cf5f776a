from typing import Any

from rest_framework import serializers

from tournaments.actions.seasons.awards import award_season_titles, set_season_awards
from tournaments.api.api_view import ApiView
from tournaments.api.operations import Nothing, everybody, reads, writes
from tournaments.api.resources.leagues.leagues import find_season
from tournaments.api.schemas.leagues.season_awards import SeasonAwardsShape, season_awards_shape
from tournaments.models import Season, SeasonAwardRule, Tournament
from tournaments.models.teams.award_rules import AwardTerms
from tournaments.permissions import can_run_league
from tournaments.standings import publish_for_readers
from web.api.fields import Input, Whole, within
from web.api.policies import Everybody


class SeasonAwardsInput(Input):
    """Which titles there are and how they are awarded; without `titles` there are none."""

    titles = serializers.ListField(
        child=serializers.ChoiceField(choices=SeasonAwardRule.Title.choices),
        max_length=len(SeasonAwardRule.Title),
        help_text="Which titles; empty for none, and those that were awarded are withdrawn.",
    )
    minimum = Whole(
        **within(SeasonAwardRule, "minimum"),
        default=0,
        help_text="Games needed for points, rates and averages; 0 if none are needed.",
    )
    stages = serializers.ChoiceField(
        choices=SeasonAwardRule.Stages.choices,
        default=SeasonAwardRule.Stages.ALL,
        help_text="Which games count.",
    )
    ties = serializers.ChoiceField(
        choices=SeasonAwardRule.Ties.choices,
        default=SeasonAwardRule.Ties.SHARED,
        help_text="Who has the title where players are level.",
    )


class SeasonAwards(ApiView):
    permission_classes = [Everybody]

    @reads(
        "getSeasonAwards",
        "The titles of a season: their rule, and who holds them",
        permission=everybody,
        finds=find_season,
        gives=SeasonAwardsShape,
    )
    def get(self, season: Season) -> SeasonAwardsShape:
        return season_awards_shape(season)

    @writes(
        "setSeasonAwards",
        "Say which titles a season awards, and how",
        permission=can_run_league,
        finds=find_season,
        of="league",
        takes=SeasonAwardsInput,
        gives=SeasonAwardsShape,
    )
    def post(self, season: Season, data: dict[str, Any]) -> SeasonAwardsShape:
        terms = AwardTerms(tuple(data["titles"]), data["minimum"], data["stages"], data["ties"])
        set_season_awards(season=season, terms=terms if terms.titles else None, by=self.actor)
        return season_awards_shape(season)


class AwardedTitles(ApiView):
    permission_classes = [Everybody]

    @writes(
        "awardSeasonTitles",
        "Award the titles of a season whose tournaments have finished",
        permission=can_run_league,
        finds=find_season,
        of="league",
        takes=Nothing,
        gives=SeasonAwardsShape,
    )
    def post(self, season: Season) -> SeasonAwardsShape:
        publish_for_readers(Tournament.objects.not_discarded().filter(season=season).order_by().values("pk"))
        award_season_titles(season=season, by=self.actor)
        return season_awards_shape(season)
