"""Counters of reported games per stage and confirmed tables per round, so that pages need not count.

Maintained by database triggers in the statement that writes a table or scoresheet (`triggers.py`).
"""

from collections.abc import Collection
from typing import Self

from django.db import models, transaction
from django.db.models.functions import Coalesce
from django.utils.translation import gettext_lazy as _

from tournaments.models.play.results import Scoresheet
from tournaments.models.play.rounds import Round, Table
from tournaments.models.play.triggers import GAME_COUNTS
from tournaments.models.setup.structure import Stage


class GameCountQuerySet(models.QuerySet["GameCount"]):
    def begin(self, stages: Collection[int]) -> None:
        """Create missing rows for these stages."""
        self.bulk_create(
            [GameCount(stage_id=pk, part=part) for pk in stages for part in range(GAME_COUNTS)],
            ignore_conflicts=True,
        )

    def hold(self, stage_id: int) -> None:
        """Lock the counters of a stage and its rounds, for an action that writes sheets after its first ledger entry.

        Reports lock them before the ledger head, which is always last.
        """
        RoundCount.objects.locked([stage_id])
        list(self.locked([stage_id]))

    def locked(self, stages: Collection[int]) -> Self:
        return self.select_for_update(no_key=True).filter(stage__in=stages).order_by("stage_id", "part")

    @transaction.atomic
    def count_again(self, stages: Collection[int]) -> None:
        """Recount the games and tables of these stages from their rows."""
        self.begin(stages)
        # Locked before tables and sheets are read, or a report could come in between.
        rounds = RoundCount.objects.locked(stages)
        counts = list(self.locked(stages))
        ranked = Scoresheet.objects.live().filter(table__round__stage__in=stages, table__is_unranked=False)
        of_tables = ranked.order_by().values_list("table__round__stage", models.F("table") % GAME_COUNTS)
        reported = {(stage, part): games for stage, part, games in of_tables.annotate(models.Count("pk"))}
        for count in counts:
            count.reported = reported.get((count.stage_id, count.part), 0)
        tables, confirmed = counted(stages)
        for one in rounds:
            one.tables, one.confirmed = tables.get(one.round_id, 0), confirmed.get(one.round_id, 0)
        self.bulk_update(counts, ["reported"])
        RoundCount.objects.bulk_update(rounds, ["tables", "confirmed"])


class GameCount(models.Model):
    """The number of tables of a stage that have reported, without unranked ones, sharded by table id modulo the
    number of shards.

    Separate rows, so that a report waits neither for an edit or publication of the stage nor for another table.
    """

    stage = models.ForeignKey(Stage, models.CASCADE, related_name="game_counts", db_index=False)
    part = models.PositiveSmallIntegerField()
    reported = models.PositiveIntegerField(default=0)

    objects = GameCountQuerySet.as_manager()

    class Meta:
        verbose_name = _("number of games")
        verbose_name_plural = _("numbers of games")
        constraints = [models.UniqueConstraint(fields=["stage", "part"], name="one_game_count_per_part")]

    def __str__(self) -> str:
        return f"{self.stage}: {self.reported}"


def games_reported(stage: str) -> models.Func:
    """Return an annotation: the number of tables that have reported in the stage at this path."""
    parts = GameCount.objects.filter(stage=models.OuterRef(stage)).order_by().values("stage")
    total = parts.annotate(total=models.Sum("reported")).values("total")
    return Coalesce(models.Subquery(total), 0)


class RoundCountQuerySet(models.QuerySet["RoundCount"]):
    def locked(self, stages: Collection[int]) -> list["RoundCount"]:
        """Lock and return the rows of these stages' rounds, creating missing ones."""
        rounds = Round.objects.filter(stage__in=stages, progress=None)
        self.bulk_create([RoundCount(round=one) for one in rounds], ignore_conflicts=True)
        return list(self.select_for_update(no_key=True).filter(round__stage__in=stages).order_by("round_id"))


class RoundCount(models.Model):
    """The number of tables of a round, and of confirmed results."""

    round = models.OneToOneField(Round, models.CASCADE, related_name="progress", primary_key=True)
    tables = models.PositiveIntegerField(default=0)
    confirmed = models.PositiveIntegerField(default=0)

    objects = RoundCountQuerySet.as_manager()

    class Meta:
        verbose_name = _("number of tables")
        verbose_name_plural = _("numbers of tables")

    def __str__(self) -> str:
        return f"{self.round}: {self.confirmed}/{self.tables}"


def counted(
    stages: Collection[int], rounds: tuple[int, int] | None = None
) -> tuple[dict[int, int], dict[int, int]]:
    """Count tables and confirmed results by round, from their rows.

    `rounds` limits this to round ids between these two.
    """
    tables = Table.objects.filter(round__stage__in=stages).order_by()
    confirmed = Scoresheet.objects.confirmed().filter(table__round__stage__in=stages).order_by()
    if rounds is not None:
        first, last = rounds
        tables = tables.filter(round__gte=first, round__lte=last)
        confirmed = confirmed.filter(table__round__gte=first, table__round__lte=last)
    return (
        dict(tables.values_list("round").annotate(models.Count("pk"))),
        dict(confirmed.values_list("table__round").annotate(models.Count("pk"))),
    )
