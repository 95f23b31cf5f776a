"""Staff of a tournament, and their roles."""

from typing import Any

from django.db import models
from django.utils.translation import pgettext_lazy

from players.models import User
from tournaments.models.leagues.staff import LeagueStaff
from tournaments.models.setup.structure import Tournament


class Staff(models.Model):
    class Role(models.TextChoices):
        ORGANIZER = "organizer", pgettext_lazy("choice", "Organizer")
        REFEREE = "referee", pgettext_lazy("choice", "Referee")
        SCORER = "scorer", pgettext_lazy("choice", "Scorer")

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="staff")
    user = models.ForeignKey(User, models.CASCADE, related_name="staff_of")
    role = models.CharField(pgettext_lazy("field", "role"), max_length=10, choices=Role.choices)

    class Meta:
        verbose_name = pgettext_lazy("record", "staff")
        verbose_name_plural = pgettext_lazy("record", "staff")
        constraints = [models.UniqueConstraint(fields=["tournament", "user"], name="one_role_per_person")]

    def __str__(self) -> str:
        return f"{self.user}: {self.get_role_display()}"


def organized_by(user: User) -> models.Q:
    """The tournaments this person organizes, directly or through the league."""
    own = Staff.objects.filter(user=user, role=Staff.Role.ORGANIZER)
    leagues = LeagueStaff.objects.filter(user=user)
    return models.Q(pk__in=own.values("tournament")) | models.Q(season__league__in=leagues.values("league"))


def roles_of(user: User, tournament: Tournament) -> models.QuerySet[Any, str]:
    """The person's roles: as staff of the tournament, or as organizer of its league. One query."""
    own = tournament.staff.filter(user=user).order_by().values_list("role", flat=True)
    if tournament.season_id is None:
        return own
    leagues = LeagueStaff.objects.filter(user=user, league__seasons=tournament.season_id)
    return own.union(leagues.values_list(models.Value(Staff.Role.ORGANIZER.value), flat=True))
