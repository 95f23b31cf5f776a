"""Line-up quotas: players of whom a team has to send some to every round, such as one woman, two juniors."""

import secrets

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from players.names import LONGEST_NAME, validate_name
from tournaments.models.people.entries import Entry, Team
from tournaments.models.setup.structure import Tournament
from web.triggers import on_write

# The largest line-up.
MOST_IN_A_LINE_UP = 100


def new_salt() -> str:
    return secrets.token_hex(16)


class LineUpQuota(models.Model):
    """Every line-up has at least `least` of the members, such as women.

    Membership is personal data that must be erasable, and the ledger is permanent: so it holds a hash with the
    current `salt`. A new list gets a new salt, and the old hash can no longer be resolved.
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="line_up_quotas")
    name = models.CharField(
        pgettext_lazy("field", "name"), max_length=LONGEST_NAME, validators=[validate_name]
    )
    least = models.PositiveSmallIntegerField(_("minimum number in a line-up"), default=1)
    salt = models.CharField(max_length=32, default=new_salt, editable=False)

    class Meta:
        verbose_name = pgettext_lazy("record", "line-up quota")
        verbose_name_plural = pgettext_lazy("record", "line-up quotas")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "name"], name="one_line_up_quota_per_name"),
            models.CheckConstraint(
                condition=models.Q(least__range=(1, MOST_IN_A_LINE_UP)),
                name="a_line_up_quota_within_bounds",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name} ≥ {self.least}"


class LineUpQuotaMember(models.Model):
    quota = models.ForeignKey(LineUpQuota, models.CASCADE, related_name="members")
    entry = models.ForeignKey(Entry, models.PROTECT, related_name="line_up_quota_members")

    class Meta:
        verbose_name = _("player of a line-up quota")
        verbose_name_plural = _("players of line-up quotas")
        constraints = [
            models.UniqueConstraint(fields=["quota", "entry"], name="once_in_a_line_up_quota"),
            *on_write(
                "a_line_up_quota_is_about_the_tournaments_own_entries",
                "(SELECT tournament_id FROM tournaments_entry"
                " WHERE id = NEW.entry_id) <> (SELECT tournament_id FROM tournaments_lineupquota"
                " WHERE id = NEW.quota_id)",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.quota}: {self.entry}"


def line_up_quotas_of(team: Team) -> list[tuple[LineUpQuota, list[Entry]]]:
    """Return the quotas of a team's tournament, each with the team's players in it. At most two queries."""
    quotas = list(LineUpQuota.objects.filter(tournament=team.tournament_id).order_by("pk"))
    found: dict[int, list[Entry]] = {quota.pk: [] for quota in quotas}
    if quotas:
        members = LineUpQuotaMember.objects.filter(quota__in=found, entry__team=team)
        for member in members.select_related("entry__player").order_by("entry__number"):
            found[member.quota_id].append(member.entry)
    return [(quota, found[quota.pk]) for quota in quotas]


def lots_by_quota(tournament: Tournament) -> list[tuple[LineUpQuota, list[int]]]:
    """Return the quotas of a tournament in order, each with the lots of its players. Two queries."""
    found: dict[int, list[int]] = {}
    members = LineUpQuotaMember.objects.filter(quota__tournament=tournament)
    for quota, lot in members.values_list("quota", "entry__lot"):
        found.setdefault(quota, []).append(lot)
    quotas = LineUpQuota.objects.filter(tournament=tournament).order_by("pk")
    return [(quota, sorted(found.get(quota.pk, ()))) for quota in quotas]
