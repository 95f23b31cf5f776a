"""A host name of a league's own, at which its pages are, too."""

from django.core.validators import RegexValidator
from django.db import models
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.models.leagues.league import League

LONGEST_HOST = 253
validate_host_name = RegexValidator(
    r"\A(?=.{4,253}\Z)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]\Z",
    _("A host name is written like league.example.org, without https:// and without a path."),
    code="host_name",
)


class LeagueHost(models.Model):
    """Under this host name the league's front is the first page. The operator says so, who has its certificate."""

    league = models.OneToOneField(League, models.PROTECT, related_name="host", primary_key=True)
    host = models.CharField(
        pgettext_lazy("field", "host name"),
        max_length=LONGEST_HOST,
        unique=True,
        validators=[validate_host_name],
    )

    class Meta:
        verbose_name = _("host name of a league")
        verbose_name_plural = _("host names of leagues")
        constraints = [
            models.CheckConstraint(
                condition=~models.Q(host="") & models.Q(host=Lower("host")),
                name="a_host_name_is_in_small_letters",
            ),
        ]

    def __str__(self) -> str:
        return self.host


def league_at(host: str) -> str | None:
    """The address (slug) of the league at this host name; None for a host that is nobody's. One query."""
    rows = LeagueHost.objects.filter(host=host, league__removed_at=None)
    return rows.values_list("league__slug", flat=True).first()
