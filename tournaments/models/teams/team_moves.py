"""What a season of teams led to: where each team was at its end, and where it goes on in the next."""

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.models.leagues.league import Season
from tournaments.models.leagues.moves import Move
from tournaments.models.people.entries import Team


class TeamMove(models.Model):
    """A team's way from a season into the next, where teams move; its players have moves of their own. Never changed;
    gone when the next season is revoked. Columns mean what they mean in a `Move`; every team had a rank.
    """

    season = models.ForeignKey(Season, models.PROTECT, related_name="team_moves")
    next_season = models.ForeignKey(Season, models.PROTECT, related_name="team_arrivals")
    team = models.OneToOneField(Team, models.PROTECT, related_name="move")
    level = models.PositiveSmallIntegerField(pgettext_lazy("field", "level"))
    position = models.PositiveIntegerField(pgettext_lazy("field", "rank"))
    rank = models.PositiveIntegerField(pgettext_lazy("field", "rank"))
    total = models.BigIntegerField(pgettext_lazy("field", "total"))
    to_level = models.PositiveSmallIntegerField(null=True)
    way = models.CharField(max_length=11, choices=Move.Way.choices)
    reason = models.CharField(pgettext_lazy("field", "reason"), max_length=200, blank=True)

    class Meta:
        verbose_name = _("move of a team")
        verbose_name_plural = _("moves of teams")
        ordering = ["season_id", "level", "position"]
        constraints = [
            models.UniqueConstraint(
                fields=["season", "level", "position"], name="one_team_at_a_position_of_a_division"
            ),
            models.CheckConstraint(
                condition=models.Q(rank__gte=1, rank__lte=models.F("position")),
                name="a_team_has_no_rank_behind_its_position",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.season} {self.team_id}: {self.level} → {self.to_level}"
