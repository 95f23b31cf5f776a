"""How many games each player plays in a stage."""

from django.core.exceptions import ValidationError
from django.db import models
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext, pgettext_lazy

from tournaments.models.setup.counting import A_NUMBER_OF_GAMES, MOST_GAMES
from tournaments.models.setup.structure import Stage


class GameQuota(models.Model):
    """The minimum and maximum number of games per player in a stage. Without a row any number is fine.

    It changes no total: `CountingRule` says which games count.
    """

    stage = models.OneToOneField(Stage, models.CASCADE, related_name="game_quota", primary_key=True)
    least = models.PositiveSmallIntegerField(
        _("fewest games of a player"),
        default=0,
        help_text="Least games for each player; 0 if none are needed.",
        validators=[A_NUMBER_OF_GAMES],
    )
    most = models.PositiveSmallIntegerField(
        _("most games of a player"),
        default=0,
        help_text="Most games for each player; 0 for no limit.",
        validators=[A_NUMBER_OF_GAMES],
    )

    class Meta:
        verbose_name = pgettext_lazy("record", "game quota")
        verbose_name_plural = pgettext_lazy("record", "game quotas")
        constraints = [
            models.CheckConstraint(condition=~models.Q(least=0, most=0), name="a_game_quota_says_something"),
            models.CheckConstraint(
                condition=models.Q(most=0) | models.Q(most__gte=models.F("least")),
                name="the_most_games_of_a_quota_are_at_least_the_fewest",
            ),
            models.CheckConstraint(
                condition=models.Q(least__lte=MOST_GAMES, most__lte=MOST_GAMES),
                name="a_game_quota_within_bounds",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.stage}: {self.least}–{self.most or ''}"

    def clean(self) -> None:
        if self.most and self.most < self.least:
            raise ValidationError(
                {"most": _("The maximum number of games must be at least the minimum (0: no limit).")}
            )

    def missing(self, played: int) -> int:
        """Return how many games a player who has `played` still needs."""
        return max(self.least - played, 0)


def say_quota(least: int, most: int) -> str:
    """Describe the quota, such as "at least 10, at most 45"."""
    if least and most:
        return _now("at least %(least)s, at most %(most)s") % {"least": least, "most": most}
    if least:
        return _now("at least %(least)s") % {"least": least}
    return _now("at most %(most)s") % {"most": most} if most else pgettext("figure", "any number")
