"""Writing an action into a league's ledger, as its last step inside the action's own transaction."""

from collections.abc import Mapping

from django.db.models.functions import Now

from tournaments.actions.actor import Actor
from tournaments.actions.ledger import salted, with_digests
from tournaments.models import LeagueLedgerEntry, LeagueLedgerHead, LedgerText
from tournaments.models.chain import linked
from tournaments.models.leagues.ledger_kinds import LeagueKind


def record_league(
    *, league_id: int, kind: LeagueKind, payload: Mapping[str, object], by: Actor
) -> LeagueLedgerEntry:
    """Append one entry to the league's ledger and return it.

    What `FREE_TEXTS` declares of the payload is stored beside the entry, which holds salted digests instead.
    Must be called inside the action's transaction, after its writes: the head of a league's ledger is locked after
    those of its tournaments, the last of all.
    """
    heads = LeagueLedgerHead.objects.select_for_update(no_key=True).annotate(now=Now())
    head = heads.get(league_id=league_id)
    texts = salted(kind, payload)
    payload = with_digests(kind, payload, texts)
    [entry] = linked(
        LeagueLedgerEntry, head, [(kind, payload)], actor=by.key, now=head.now, league_id=league_id
    )
    entry.save(force_insert=True)
    LeagueLedgerHead.objects.filter(league_id=league_id).update(seq=head.seq, hash=head.hash)
    if texts:
        LedgerText.objects.bulk_create(
            LedgerText(league_id=league_id, seq=entry.seq, name=name, salt=salt, text=text)
            for name, (salt, text) in texts.items()
        )
    return entry
