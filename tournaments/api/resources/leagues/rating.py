"""The ratings of a league's players, and which the league keeps."""

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.actions.leagues.rating import set_rating
from tournaments.api.api_view import ApiView
from tournaments.api.resources.leagues.leagues import find_league
from tournaments.api.schemas.leagues.rating import (
    RatingRuleShape,
    RatingShape,
    rating_rule_shape,
    rating_shape,
)
from tournaments.models import League, Rating, RatingRule
from tournaments.models.leagues.rating_rules import MOST_GAMES_FOR_A_RANK
from tournaments.permissions import can_run_league
from tournaments.standings.ratings.publish import publish_ratings_for_reader
from web.api.fields import Input, Whole
from web.api.pagination import Paging, page
from web.api.policies import Everybody
from web.api.schema import describe


class RatingInput(Input):
    """`method` null: the league keeps no ratings."""

    method = serializers.ChoiceField(choices=RatingRule.Method.values, allow_null=True)
    minimum_games = Whole(min_value=0, max_value=MOST_GAMES_FOR_A_RANK, default=0)


class LeagueRating(ApiView):
    permission_classes = [Everybody]

    @describe("getRatingRule", "How a league rates its players", gives=RatingRuleShape)
    def get(self, request: Request, slug: str) -> Response:
        return Response(rating_rule_shape(_rule(find_league(self, slug))))

    @describe(
        "setRatingRule",
        "Choose how a league rates its players (its organizers, operators)",
        takes=RatingInput,
        gives=RatingRuleShape,
        changes=True,
    )
    def post(self, request: Request, slug: str) -> Response:
        league = find_league(self, slug)
        self.allow(can_run_league(self.actor, league))
        data = self.validated_data(RatingInput)
        return self.do(lambda: rating_rule_shape(set_rating(league=league, **data, by=self.actor)))


class LeagueRatings(ApiView):
    permission_classes = [Everybody]

    @describe(
        "listRatings",
        "The ratings of a league's players, the best first",
        gives=RatingShape,
        page=True,
        query=Paging,
        refuses=(400,),
    )
    def get(self, request: Request, slug: str) -> Response:
        league, query = find_league(self, slug), self.query(Paging)
        rule = _rule(league)
        if rule is None:
            return page(request, Rating.objects.none(), query, rating_shape)
        publish_ratings_for_reader(league.pk)
        return page(request, Rating.objects.of_today(rule), query, rating_shape)


def _rule(league: League) -> RatingRule | None:
    return RatingRule.objects.filter(league=league).first()
