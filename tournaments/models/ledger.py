"""The append-only, hash-chained ledger of a tournament."""

from django.db import models
from django.utils.translation import pgettext_lazy

from tournaments.models.chain import (
    GENESIS,
    ChainEntry,
    ChainHead,
    Receipt,
    canonical,
    instant,
    link_hash,
)
from tournaments.models.setup.structure import Tournament
from web.triggers import Guard

__all__ = ["GENESIS", "LedgerEntry", "LedgerHead", "Receipt", "canonical", "instant", "link_hash"]


class LedgerHead(ChainHead):
    """The end of a tournament's ledger."""

    tournament = models.OneToOneField(Tournament, models.PROTECT, related_name="head", primary_key=True)
    # The stale mark: the last entry that moves standings. Stages published before it are outdated.
    standings_seq = models.PositiveBigIntegerField(default=0)

    class Meta:
        verbose_name = pgettext_lazy("record", "ledger head")
        verbose_name_plural = pgettext_lazy("record", "ledger heads")
        constraints = [
            models.CheckConstraint(
                condition=models.Q(standings_seq__lte=models.F("seq")), name="the_stale_mark_is_an_entry"
            ),
            Guard(
                name="ledger_heads_only_move_forwards",
                on="UPDATE",
                when="NEW.seq < OLD.seq OR NEW.standings_seq < OLD.standings_seq OR NEW.chain <> OLD.chain",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament}: {self.seq}"


class LedgerEntry(ChainEntry):
    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="ledger", db_index=False)

    class Meta:
        verbose_name = pgettext_lazy("record", "ledger entry")
        verbose_name_plural = pgettext_lazy("record", "ledger entries")
        ordering = ["tournament_id", "seq"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "seq"], name="one_ledger_entry_per_seq"),
            models.UniqueConstraint(fields=["tournament", "prev"], name="a_ledger_never_forks"),
            Guard(name="ledger_entries_are_never_changed", on="UPDATE"),
            Guard(name="ledger_entries_are_never_deleted", on="DELETE"),
            Guard(
                name="a_discarded_tournament_is_not_written",
                on="INSERT",
                when="NEW.kind NOT IN ('tournament_discarded', 'player_edited', 'players_merged') AND"
                " EXISTS (SELECT 1 FROM tournaments_discard WHERE tournament_id = NEW.tournament_id)",
            ),
        ]
        # An actor's last action: queried by a phone with every view of its page.
        indexes = [models.Index(fields=["tournament", "actor", "seq"], name="ledger_entries_by_actor")]
