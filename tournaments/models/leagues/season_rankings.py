"""How the tournaments of a season make one ranking."""

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from scoring.standing.season_ranking import SeasonRanking
from tournaments.models.leagues.league import Season

MOST_TOURNAMENTS = 1_000
# The maximum number of ranks that earn points, and of points.
MOST_RANKS = 500
MOST_RANK_POINTS = 1_000_000


class SeasonRankingRule(models.Model):
    """What a finished tournament of the season is worth to a player, and how many count. Without a row the season has
    no ranking.
    """

    class Worth(models.TextChoices):
        """Names of `scoring.standing.season_ranking.WORTHS`."""

        TOTAL = "total", pgettext_lazy("choice", "The total")
        RANK = "rank", _("Points for the rank")
        SHARE_BEATEN = "share_beaten", _("The share of players behind, 1000 for the first")

    season = models.OneToOneField(Season, models.CASCADE, related_name="ranking_rule", primary_key=True)
    worth = models.CharField(_("a tournament contributes"), max_length=12, choices=Worth.choices)
    by_rank = models.JSONField(
        _("points by rank"), default=list, blank=True, help_text="From the 1st; nothing behind them."
    )
    best = models.PositiveSmallIntegerField(
        _("tournaments that count"), default=0, help_text="Of each player the best; 0: all."
    )
    minimum = models.PositiveSmallIntegerField(
        _("tournaments until a player is ranked"), default=0, help_text="0: everybody is ranked."
    )

    class Meta:
        verbose_name = _("rule of a season’s ranking")
        verbose_name_plural = _("rules of seasons’ rankings")
        constraints = [
            models.CheckConstraint(
                condition=models.Q(worth__in=["total", "rank", "share_beaten"]),
                name="a_tournament_brings_something_known",
            ),
            models.CheckConstraint(
                condition=models.Q(worth="rank") & ~models.Q(by_rank=[])
                | ~models.Q(worth="rank") & models.Q(by_rank=[]),
                name="points_by_rank_where_ranks_count",
            ),
            models.CheckConstraint(
                condition=models.Q(best__lte=MOST_TOURNAMENTS, minimum__lte=MOST_TOURNAMENTS),
                name="a_season_ranking_within_bounds",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.season}: {self.get_worth_display()}"

    def stored(self) -> dict[str, object]:
        """Return the rule as recorded in the ledger."""
        return {"worth": self.worth, "by_rank": self.by_rank, "best": self.best, "minimum": self.minimum}

    @property
    def rule(self) -> SeasonRanking:
        """Return the rule for `scoring`."""
        return SeasonRanking(
            worth=self.worth,  # type: ignore[arg-type]
            by_rank=tuple(self.by_rank),
            best=self.best,
            minimum=self.minimum,
        )
