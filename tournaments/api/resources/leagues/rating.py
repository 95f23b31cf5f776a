from typing import Any

from rest_framework import serializers
from rest_framework.response import Response

from tournaments.actions.leagues.rating import set_rating
from tournaments.api.api_view import ApiView
from tournaments.api.operations import everybody, reads, writes
from tournaments.api.resources.leagues.leagues import find_league
from tournaments.api.schemas.leagues.rating import (
    RatingRuleShape,
    RatingShape,
    rating_rule_shape,
    rating_shape,
)
from tournaments.models import League, Rating, RatingRule
from tournaments.permissions import can_run_league
from tournaments.standings.ratings.publish import publish_ratings_for_reader
from web.api.fields import Input, Whole, within
from web.api.pagination import Paging, page
from web.api.policies import Everybody


class RatingInput(Input):
    """`method` null: the league has no ratings."""

    method = serializers.ChoiceField(
        choices=RatingRule.Method.choices,
        allow_null=True,
        help_text="How ratings are worked out; null to keep none.",
    )
    minimum_games = Whole(
        **within(RatingRule, "minimum_games"),
        default=0,
        help_text="Games needed for a rank; 0 if none are needed.",
    )


class LeagueRating(ApiView):
    permission_classes = [Everybody]

    @reads(
        "getRatingRule",
        "How a league rates its players",
        permission=everybody,
        finds=find_league,
        gives=RatingRuleShape,
    )
    def get(self, league: League) -> RatingRuleShape:
        return rating_rule_shape(_rule(league))

    @writes(
        "setRatingRule",
        "Choose how a league rates its players (its organizers, operators)",
        permission=can_run_league,
        finds=find_league,
        takes=RatingInput,
        gives=RatingRuleShape,
    )
    def post(self, league: League, data: dict[str, Any]) -> RatingRuleShape:
        return rating_rule_shape(set_rating(league=league, **data, by=self.actor))


class LeagueRatings(ApiView):
    permission_classes = [Everybody]

    @reads(
        "listRatings",
        "The ratings of a league's players, the best first",
        permission=everybody,
        finds=find_league,
        gives=RatingShape,
        page=True,
        query=Paging,
        refuses=(400,),
    )
    def get(self, league: League, query: dict[str, Any]) -> Response:
        league, query = league, query
        rule = _rule(league)
        if rule is None:
            return page(self.request, Rating.objects.none(), query, rating_shape)
        publish_ratings_for_reader(league.pk)
        return page(self.request, Rating.objects.of_today(rule), query, rating_shape)


def _rule(league: League) -> RatingRule | None:
    return RatingRule.objects.filter(league=league).first()
