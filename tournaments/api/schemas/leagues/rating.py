"""The ratings of a league's players."""

from typing import Annotated, TypedDict, cast

from tournaments.models import Rating, RatingRule
from tournaments.models.ratings import RankedRating
from web.api.answers import By, Of, filled


class RatingRuleShape(TypedDict):
    """`method`: `elo` by places from 1500, or `weng_lin`; null where the league keeps no ratings. A rank needs
    `minimum_games`.
    """

    method: Annotated[
        str | None, "How ratings are worked out; null if the league keeps none.", RatingRule.Method
    ]
    minimum_games: int


def _rank_of(rating: Rating) -> int | None:
    row = cast("RankedRating", rating)
    return row.rank if row.is_ranked else None


class RatingShape(TypedDict):
    """Ratings are in thousandths of a point. `value` is what is ranked: `mean`, less three times `deviation`, which
    is 0 for `elo`. `change` is what `tournament`, the last one played, did to it. `rank` is null below the minimum.
    """

    player: Annotated[int, Of("player_id")]
    name: Annotated[str, Of("player.name"), "Name of the player."]
    rank: Annotated[int | None, By(_rank_of)]
    value: Annotated[int, "Rating by which players are ranked, in thousandths of a point."]
    mean: Annotated[int, "Estimated strength, in thousandths of a point."]
    deviation: Annotated[int, "How unsure the estimate is, in thousandths of a point; 0 for elo."]
    change: Annotated[int, "What the last tournament changed, in thousandths of a point."]
    games: Annotated[int, "Rated games."]
    tournament: Annotated[str, Of("tournament.slug"), "Address (slug) of the last tournament played."]


def rating_rule_shape(rule: RatingRule | None) -> RatingRuleShape:
    return {
        "method": rule.method if rule else None,
        "minimum_games": rule.minimum_games if rule else 0,
    }


# Expects one of `RatingQuerySet.of_today`.
rating_shape = filled(RatingShape, Rating)
