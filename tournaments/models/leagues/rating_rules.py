"""How a league rates its players across all its tournaments."""

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.models.leagues.league import League

MOST_GAMES_FOR_A_RANK = 1_000


class RatingRule(models.Model):
    """Which rating a league keeps. Without a row there is none."""

    class Method(models.TextChoices):
        ELO = "elo", _("Elo, by places")
        WENG_LIN = "weng_lin", _("Weng–Lin, which also shows its uncertainty")

    league = models.OneToOneField(League, models.CASCADE, related_name="rating_rule", primary_key=True)
    method = models.CharField(pgettext_lazy("field", "rating"), max_length=8, choices=Method.choices)
    minimum_games = models.PositiveSmallIntegerField(
        _("games until a player is ranked"), default=0, help_text="0: everybody is ranked."
    )

    class Meta:
        verbose_name = _("rating of a league")
        verbose_name_plural = _("ratings of leagues")
        constraints = [
            models.CheckConstraint(
                condition=models.Q(method__in=["elo", "weng_lin"]), name="a_rating_is_one_that_we_know"
            ),
            models.CheckConstraint(
                condition=models.Q(minimum_games__lte=MOST_GAMES_FOR_A_RANK),
                name="a_rating_within_bounds",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.league}: {self.get_method_display()}"

    def stored(self) -> dict[str, object]:
        """Return the rule as recorded in the ledger."""
        return {"method": self.method, "minimum_games": self.minimum_games}
