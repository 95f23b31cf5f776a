"""Who helps at a tournament, and as what."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from players.models import User
from tournaments.models.setup.structure import Tournament


class Staff(models.Model):
    class Role(models.TextChoices):
        ORGANIZER = "organizer", _("Organizer")
        REFEREE = "referee", _("Referee")
        SCORER = "scorer", _("Scorer")

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="staff")
    user = models.ForeignKey(User, models.CASCADE, related_name="staff_of")
    role = models.CharField(_("role"), max_length=10, choices=Role.choices)

    class Meta:
        verbose_name = _("staff")
        verbose_name_plural = _("staff")
        constraints = [models.UniqueConstraint(fields=["tournament", "user"], name="one_role_per_person")]

    def __str__(self) -> str:
        return f"{self.user}: {self.get_role_display()}"
