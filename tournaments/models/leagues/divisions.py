"""The divisions of a season, top to bottom, and the rules between neighbours."""

from django.db import models
from django.utils.translation import gettext_lazy, pgettext, pgettext_lazy

from players.names import LONGEST_NAME
from tournaments.models.leagues.league import Season
from web.triggers import Guard, changes


class Division(models.Model):
    """One level of a season. A tournament belongs to the division with its season and level.

    Several tournaments may share one: parallel groups, or the events of a season without promotion.
    """

    season = models.ForeignKey(Season, models.PROTECT, related_name="divisions")
    level = models.PositiveSmallIntegerField(
        pgettext_lazy("field", "level"), help_text=gettext_lazy("1 is the top division")
    )
    name = models.CharField(pgettext_lazy("field", "name"), max_length=LONGEST_NAME, blank=True)
    boundary = models.JSONField(
        gettext_lazy("promotion and relegation"),
        default=dict,
        blank=True,
        help_text="Who moves between it and the one below: the fields of models.leagues.boundaries.",
    )

    class Meta:
        verbose_name = pgettext_lazy("record", "division")
        verbose_name_plural = pgettext_lazy("record", "divisions")
        ordering = ["season_id", "level"]
        constraints = [
            models.UniqueConstraint(fields=["season", "level"], name="one_division_per_level"),
            models.CheckConstraint(condition=models.Q(level__gte=1), name="the_top_level_is_1"),
            Guard(
                name="a_division_keeps_its_season_and_level", on="UPDATE", when=changes("season_id", "level")
            ),
            Guard(
                name="a_division_with_tournaments_stays",
                on="DELETE",
                when="EXISTS (SELECT 1 FROM tournaments_tournament WHERE season_id = OLD.season_id"
                " AND level = OLD.level)",
            ),
        ]

    def __str__(self) -> str:
        return self.name or pgettext("with a number", "Division %(level)s") % {"level": self.level}
