"""Ratings of a league's players: written only by `tournaments/standings/ratings/`, from games played."""

from typing import TYPE_CHECKING, TypeAlias, TypedDict, cast

from django.db import models
from django.db.models.functions import Rank
from django.db.models.query import QuerySet
from django.utils.translation import pgettext_lazy

from players.models import Player
from tournaments.models.leagues.league import League
from tournaments.models.leagues.rating_rules import RatingRule
from tournaments.models.setup.structure import Tournament

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations


class _Ranked(TypedDict):
    is_ranked: bool
    rank: int


RankedRating: TypeAlias = "WithAnnotations[Rating, _Ranked]"


class RatedTournament(models.Model):
    """A tournament included in its league's ratings: up to which ledger entry, and in which position."""

    tournament = models.OneToOneField(Tournament, models.CASCADE, related_name="rated", primary_key=True)
    turn = models.PositiveIntegerField()
    as_of_seq = models.PositiveBigIntegerField()

    class Meta:
        verbose_name = pgettext_lazy("record", "rated tournament")
        verbose_name_plural = pgettext_lazy("record", "rated tournaments")

    def __str__(self) -> str:
        return f"{self.tournament} as of {self.as_of_seq}"


class RatingQuerySet(models.QuerySet["Rating"]):
    def of_today(self, rule: RatingRule) -> "QuerySet[RankedRating]":
        """Current ratings of a league: best first, followed by players with too few games.

        `rank` is shared by equal ratings.
        """
        rows = self.filter(league=rule.league_id, is_latest=True).annotate(
            is_ranked=models.Q(games__gte=rule.minimum_games)
        )
        place = models.Window(Rank(), partition_by="is_ranked", order_by=models.F("value").desc())
        ranked = rows.annotate(rank=place).select_related("player", "tournament")
        return cast("QuerySet[RankedRating]", ranked.order_by("-is_ranked", "-value", "player"))


class Rating(models.Model):
    """A player's rating after a tournament of the league, in thousandths of a point.

    `value` is shown and ranked: the mean, less three deviations if the method has them.
    """

    league = models.ForeignKey(League, models.CASCADE, related_name="ratings")
    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="ratings")
    player = models.ForeignKey(Player, models.CASCADE, related_name="ratings")
    value = models.BigIntegerField(pgettext_lazy("field", "rating"))
    mean = models.BigIntegerField()
    deviation = models.BigIntegerField()
    change = models.BigIntegerField(help_text="By this tournament.")
    games = models.PositiveIntegerField(
        pgettext_lazy("field", "games"), help_text="In this tournament and those before it."
    )
    is_latest = models.BooleanField()

    objects = RatingQuerySet.as_manager()

    class Meta:
        verbose_name = pgettext_lazy("record", "rating")
        verbose_name_plural = pgettext_lazy("record", "ratings")
        constraints = [
            models.UniqueConstraint(fields=["tournament", "player"], name="one_rating_per_tournament"),
            models.UniqueConstraint(
                fields=["league", "player"],
                condition=models.Q(is_latest=True),
                name="one_latest_rating_per_league",
            ),
        ]
        indexes = [
            # The league's table: best first, without ratings of earlier tournaments.
            models.Index(
                fields=["league", "-value"], condition=models.Q(is_latest=True), name="ratings_of_today"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player}: {self.value}"
