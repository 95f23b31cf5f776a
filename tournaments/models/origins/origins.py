"""Where the entries of a ledger were written that came with a file, and what their ids are called here."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.setup.structure import Tournament
from web.triggers import Guard


class Origin(models.Model):
    """A stretch of a ledger that another server wrote: from the end of the one before it up to `through_seq`.

    Its entries stand here word for word, so that hashes and receipts hold; the ids in them are those of that server.
    """

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="origins")
    through_seq = models.PositiveBigIntegerField()
    # {"seat": [[there, here, how many follow one another], …], …}
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
