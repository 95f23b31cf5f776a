"""League organizers, who also organize all its tournaments."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from players.models import User
from tournaments.models.leagues.league import League


class LeagueStaff(models.Model):
    league = models.ForeignKey(League, models.PROTECT, related_name="staff")
    user = models.ForeignKey(User, models.CASCADE, related_name="leagues_run")

    class Meta:
        verbose_name = _("organizer of a league")
        verbose_name_plural = _("organizers of leagues")
        constraints = [models.UniqueConstraint(fields=["league", "user"], name="one_organizer_per_person")]

    def __str__(self) -> str:
        return f"{self.user}: {self.league}"
