"""Tournaments set up by mistake and hidden from everyone. Their ledgers are kept."""

from django.db import models
from django.db.models.functions import Now
from django.utils.translation import pgettext_lazy

from tournaments.models.setup.structure import Tournament
from web.triggers import Guard


class Discard(models.Model):
    """A discarded tournament; database guards keep it from getting further rounds."""

    tournament = models.OneToOneField(Tournament, models.PROTECT, related_name="discard", primary_key=True)
    discarded_at = models.DateTimeField(db_default=Now(), editable=False)

    class Meta:
        constraints = [
            Guard(
                name="a_tournament_in_play_is_not_discarded",
                on="INSERT",
                when="EXISTS (SELECT 1 FROM tournaments_round r JOIN tournaments_stage s"
                " ON s.id = r.stage_id WHERE s.tournament_id = NEW.tournament_id"
                " AND r.status IN ('published', 'started'))",
            ),
            Guard(name="discards_are_never_changed", on="UPDATE"),
            Guard(name="discards_are_never_deleted", on="DELETE"),
        ]
        verbose_name = pgettext_lazy("record", "discarded tournament")
        verbose_name_plural = pgettext_lazy("record", "discarded tournaments")

    def __str__(self) -> str:
        return str(self.tournament)
