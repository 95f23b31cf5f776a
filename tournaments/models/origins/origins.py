"""Where imported ledger entries were written, and what their ids mean here."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.setup.structure import Tournament
from web.triggers import Guard


class Origin(models.Model):
    """A part of a ledger written by another server: from the end of the previous part up to `through_seq`.

    Its entries are stored verbatim, so that hashes and receipts hold; their ids are those of that server.
    """

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="origins")
    through_seq = models.PositiveBigIntegerField()
    # {"seat": [[there, here, length of the run], …], …}
    ids = models.TextField(help_text="Canonical JSON; which row of here an id of there stands for.")

    class Meta:
        verbose_name = _("origin of ledger entries")
        verbose_name_plural = _("origins of ledger entries")
        ordering = ["tournament_id", "through_seq"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "through_seq"], name="one_origin_per_entry"),
            Guard(name="origins_are_never_changed", on="UPDATE"),
            Guard(name="origins_are_never_deleted", on="DELETE"),
        ]

    def __str__(self) -> str:
        return f"{self.tournament}: … {self.through_seq}"
