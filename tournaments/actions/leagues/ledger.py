"""Writing an action into a league's ledger, as its last step inside the action's own transaction."""

from collections.abc import Mapping

from django.db.models.functions import Now

from tournaments.actions.actor import Actor
from tournaments.models import LeagueLedgerEntry, LeagueLedgerHead
from tournaments.models.chain import linked
from tournaments.models.leagues.ledger_kinds import LeagueKind


def record_league(
    *, league_id: int, kind: LeagueKind, payload: Mapping[str, object], by: Actor
) -> LeagueLedgerEntry:
    """Append one entry to the league's ledger and return it.

    Must be called inside the action's transaction, after its writes: the head of a league's ledger is locked after
    those of its tournaments, the last of all.
    """
    heads = LeagueLedgerHead.objects.select_for_update(no_key=True).annotate(now=Now())
    head = heads.get(league_id=league_id)
    [entry] = linked(
        LeagueLedgerEntry, head, [(kind, payload)], actor=by.key, now=head.now, league_id=league_id
    )
    entry.save(force_insert=True)
    LeagueLedgerHead.objects.filter(league_id=league_id).update(seq=head.seq, hash=head.hash)
    return entry
