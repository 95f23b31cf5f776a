"""The texts of ledger entries."""

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from players.models import User
from tournaments.models.leagues.league import League
from tournaments.models.setup.structure import Tournament
from tournaments.models.texts.declared import text_digest
from web.triggers import Guard, changes


class LedgerText(models.Model):
    """A text of entry `seq` of a tournament's or league's ledger, which holds its digest under `name`. Can be
    removed, never changed.

    Removal leaves the row without text and salt, so that the text cannot be guessed. Entries of earlier versions
    contain their texts; their row is created only on removal.
    """

    tournament = models.ForeignKey(Tournament, models.PROTECT, null=True, related_name="ledger_texts")
    league = models.ForeignKey(League, models.PROTECT, null=True, related_name="ledger_texts")
    seq = models.PositiveBigIntegerField(pgettext_lazy("field", "entry"))
    name = models.CharField(pgettext_lazy("field", "name"), max_length=20)
    salt = models.CharField(max_length=32, blank=True)
    text = models.CharField(pgettext_lazy("field", "text"), max_length=200, blank=True)
    removed_by = models.ForeignKey(User, models.PROTECT, null=True, blank=True, related_name="+")
    removed_at = models.DateTimeField(null=True, blank=True, editable=False)

    class Meta:
        verbose_name = _("text of a ledger entry")
        verbose_name_plural = _("texts of ledger entries")
        ordering = ["tournament_id", "league_id", "seq", "name"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "seq", "name"], name="one_text_of_an_entry_per_name"
            ),
            models.UniqueConstraint(
                fields=["league", "seq", "name"], name="one_text_of_a_league_entry_per_name"
            ),
            models.CheckConstraint(
                condition=models.Q(tournament__isnull=False, league__isnull=True)
                | models.Q(tournament__isnull=True, league__isnull=False),
                name="a_text_is_beside_one_ledger",
            ),
            models.CheckConstraint(
                condition=(
                    models.Q(removed_at__isnull=True, removed_by__isnull=True)
                    & ~models.Q(text="")
                    & ~models.Q(salt="")
                )
                | models.Q(removed_at__isnull=False, text="", salt=""),
                name="a_removed_text_is_gone_with_its_salt",
            ),
            Guard(name="a_text_beside_the_ledger_leaves_its_row", on="DELETE"),
            Guard(
                name="a_text_beside_the_ledger_is_removed_and_never_changed",
                on="UPDATE",
                when="OLD.removed_at IS NOT NULL OR NEW.removed_at IS NULL OR "
                + changes("seq", "name", or_null=("tournament_id", "league_id")),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.seq} {self.name}"

    def gives(self, digest: object) -> bool:
        """Whether this is the text with an entry's digest."""
        return text_digest(self.salt, self.text) == digest
