from typing import Annotated, TypedDict, cast

from tournaments.models import Rating, RatingRule
from tournaments.models.ratings import RankedRating
from web.api.answers import By, Of, filled


class RatingRuleShape(TypedDict):
    """`method`: `elo` by places, starting at 1500, or `weng_lin`; null if the league has no ratings. A rank requires
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
    """Ratings are in thousandths of a point. `value`, by which players are ranked, is `mean` minus three times
    `deviation` (0 for `elo`). `change` is the effect of `tournament`, the last one played. `rank` is null below the
    minimum.
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


# Expects a row of `RatingQuerySet.of_today`.
rating_shape = filled(RatingShape, Rating)
