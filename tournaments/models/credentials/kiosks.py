"""Tablets that stay at a table all day: a code per table number, and the device that claimed it."""

from typing import Self

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from players.models import User
from tournaments.models.codes import Claimable, CodeByNonce, claimed_by_a_device
from tournaments.models.play.results import Scoresheet
from tournaments.models.play.rounds import Round, Table
from tournaments.models.setup.structure import Tournament
from web.triggers import Guard, changes

# Lets secret scanners recognize leaks.
KIOSK_BEARER_PREFIX = "mjk_"
HIGHEST_TABLE = 999
# A tablet serves a table from the publication of its round until it is closed.
SERVED = (Round.Status.PUBLISHED, Round.Status.STARTED)


class TableKioskQuerySet(models.QuerySet["TableKiosk"]):
    def alive(self) -> Self:
        """Tablets that open a table now: not revoked, and the tournament is neither finished nor discarded."""
        here = self.filter(revoked_at=None, tournament__discard=None)
        return here.exclude(tournament__status=Tournament.Status.FINISHED)


class TableKiosk(CodeByNonce, Claimable):
    """The tablet for tables with this number in any round. The first device that claims the code keeps it. It belongs
    to no player.
    """

    code_of = "table kiosk"

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="kiosks")
    number = models.PositiveSmallIntegerField(pgettext_lazy("field", "table"))
    revoked_by = models.ForeignKey(User, models.PROTECT, null=True, related_name="+")

    objects = TableKioskQuerySet.as_manager()

    class Meta:
        verbose_name = _("tablet of a table")
        verbose_name_plural = _("tablets of tables")
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "number"],
                condition=models.Q(revoked_at__isnull=True),
                name="one_living_kiosk_per_table",
            ),
            models.CheckConstraint(
                condition=models.Q(number__range=(1, HIGHEST_TABLE)), name="a_kiosk_is_of_a_numbered_table"
            ),
            claimed_by_a_device("a_claimed_kiosk_names_its_device"),
            models.CheckConstraint(
                condition=models.Q(claimed_at__isnull=True) | models.Q(claimed_at__gte=models.F("issued_at")),
                name="a_kiosk_is_claimed_after_it_was_issued",
            ),
            models.CheckConstraint(
                condition=models.Q(revoked_at__isnull=True, revoked_by__isnull=True)
                | models.Q(
                    revoked_at__isnull=False, revoked_by__isnull=False, revoked_at__gte=models.F("issued_at")
                ),
                name="an_ended_kiosk_says_by_whom",
            ),
            Guard(name="kiosks_are_never_deleted", on="DELETE"),
            Guard(
                name="what_was_issued_for_a_table_stays",
                on="UPDATE",
                when=changes("tournament_id", "number", "nonce", "code_hash", "issued_by_id", "issued_at"),
            ),
            Guard(
                name="a_claimed_kiosk_keeps_its_device",
                on="UPDATE",
                when="OLD.device_hash IS NOT NULL AND (NEW.device_hash IS NULL"
                " OR NEW.device_hash <> OLD.device_hash)",
            ),
            Guard(name="an_ended_kiosk_never_changes", on="UPDATE", when="OLD.revoked_at IS NOT NULL"),
        ]

    def __str__(self) -> str:
        return f"tablet of table {self.number}"

    @property
    def can_be_shown(self) -> bool:
        """Whether the code can be shown: unclaimed, and the installation's secret key has not changed."""
        return self.revoked_at is None and self.device_hash is None and self.code_works

    def serves(self, table: Table) -> bool:
        """Whether this is the tablet of that table now. `table.round.stage` must be loaded."""
        return (
            self.revoked_at is None
            and table.number == self.number
            and table.round.stage.tournament_id == self.tournament_id
            and table.round.status in SERVED
        )


def table_now_of(kiosk: TableKiosk) -> Table | None:
    """Return the table that a tablet shows: its number in the first round in play without a confirmed result, else in
    the last round in play, else in the next published one. One query.
    """
    confirmed = Scoresheet.objects.filter(table=models.OuterRef("pk"), status=Scoresheet.Status.CONFIRMED)
    is_started = models.Q(round__status=Round.Status.STARTED)
    return (
        Table.objects.filter(
            round__stage__tournament=kiosk.tournament_id, number=kiosk.number, round__status__in=SERVED
        )
        .annotate(
            turn=models.Case(
                models.When(is_started & ~models.Exists(confirmed), then=models.Value(0)),
                models.When(is_started, then=models.Value(1)),
                default=models.Value(2),
            )
        )
        .order_by(
            "turn",
            "round__stage__ordinal",
            # Of a match day that is over, the last game.
            models.Case(
                models.When(turn=1, then=models.F("round__number") * -1),
                default=models.F("round__number"),
                output_field=models.IntegerField(),
            ),
        )
        .select_related("round__stage__tournament__usual_format")
        .first()
    )


def numbers_of(tournament: Tournament) -> list[int]:
    """Return the table numbers in published rounds of this tournament."""
    tables = Table.objects.filter(round__stage__tournament=tournament).exclude(
        round__status=Round.Status.DRAFTED
    )
    return sorted(set(tables.values_list("number", flat=True)))
