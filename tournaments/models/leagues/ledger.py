"""The append-only, hash-chained ledger of a league."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.chain import ChainEntry, ChainHead
from tournaments.models.leagues.league import League
from web.triggers import Guard


class LeagueLedgerHead(ChainHead):
    """The end of a league's ledger."""

    league = models.OneToOneField(League, models.PROTECT, related_name="head", primary_key=True)

    class Meta:
        constraints = [
            Guard(
                name="league_ledger_heads_only_move_forwards",
                on="UPDATE",
                when="NEW.seq < OLD.seq OR NEW.chain <> OLD.chain",
            ),
        ]
        verbose_name = _("ledger head of a league")
        verbose_name_plural = _("ledger heads of leagues")

    def __str__(self) -> str:
        return f"{self.league}: {self.seq}"


class LeagueLedgerEntry(ChainEntry):
    league = models.ForeignKey(League, models.PROTECT, related_name="ledger")

    class Meta:
        verbose_name = _("ledger entry of a league")
        verbose_name_plural = _("ledger entries of leagues")
        ordering = ["league_id", "seq"]
        constraints = [
            models.UniqueConstraint(fields=["league", "seq"], name="one_league_ledger_entry_per_seq"),
            models.UniqueConstraint(fields=["league", "prev"], name="a_leagues_ledger_never_forks"),
            Guard(name="league_ledger_entries_are_never_changed", on="UPDATE"),
            Guard(name="league_ledger_entries_are_never_deleted", on="DELETE"),
        ]
