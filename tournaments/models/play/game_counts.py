"""How many games of a stage are reported: counted with the report, so that no page counts them."""

from collections.abc import Collection

from django.db import connection, models, transaction
from django.utils.translation import gettext_lazy as _

from tournaments.models.play.results import Scoresheet
from tournaments.models.setup.structure import Stage

COUNT = "UPDATE tournaments_gamecount SET reported = reported + %s WHERE stage_id = %s"


class GameCountQuerySet(models.QuerySet["GameCount"]):
    def count_reported(self, stage_id: int, games: int) -> None:
        """Count so many games more (or fewer) of a stage as reported.

        Must be called inside the action's transaction, as late as can be but before `record`: the row is locked until
        the action is over, every report of the stage wants it, and the ledger's head is the last lock of all.
        """
        with connection.cursor() as cursor:
            cursor.execute(COUNT, [games, stage_id])

    @transaction.atomic
    def count_again(self, stages: Collection[int]) -> None:
        """Count the reported games of these stages from their scoresheets, whatever was noted before."""
        self.bulk_create([GameCount(stage_id=pk) for pk in stages], ignore_conflicts=True)
        # Locked before the sheets are looked at, or a report could come in between.
        counts = list(self.select_for_update(no_key=True).filter(stage__in=stages).order_by("stage_id"))
        live = (
            Scoresheet.objects.live()
            .filter(table__round__stage__in=stages, table__is_unranked=False)
            .order_by()
        )
        reported = dict(live.values_list("table__round__stage").annotate(models.Count("pk")))
        for count in counts:
            count.reported = reported.get(count.stage_id, 0)
        self.bulk_update(counts, ["reported"])


class GameCount(models.Model):
    """How many tables of a stage have reported, but for those that count for nothing.

    A row of its own, since a report must not wait for whoever publishes or edits the stage.
    """

    stage = models.OneToOneField(Stage, models.CASCADE, related_name="game_count", primary_key=True)
    reported = models.PositiveIntegerField(default=0)

    objects = GameCountQuerySet.as_manager()

    class Meta:
        verbose_name = _("number of games")
        verbose_name_plural = _("numbers of games")

    def __str__(self) -> str:
        return f"{self.stage}: {self.reported}"
