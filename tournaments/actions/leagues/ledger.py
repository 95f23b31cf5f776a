"""Append to a league's ledger, as the last step of an action's transaction."""

from django.db.models.functions import Now

from tournaments.actions.actor import Actor
from tournaments.actions.ledger import salted, with_digests
from tournaments.models import LeagueLedgerEntry, LeagueLedgerHead, LedgerText
from tournaments.models.chain import linked
from tournaments.models.events import LeagueEvent


def record_league(event: LeagueEvent, *, league_id: int, by: Actor) -> LeagueLedgerEntry:
    """Append one entry to the league's ledger and return it.

    Free texts of the event are stored beside the entry, which holds salted digests. Must be called inside the
    action's transaction, after its writes: the head of a league's ledger is locked last, after those of its
    tournaments.
    """
    heads = LeagueLedgerHead.objects.select_for_update(no_key=True).annotate(now=Now())
    head = heads.get(league_id=league_id)
    typed = event.payload
    texts = salted(event.kind, typed)
    payload = with_digests(event.kind, typed, texts)
    [entry] = linked(
        LeagueLedgerEntry, head, [(event.kind, payload)], actor=by.key, now=head.now, league_id=league_id
    )
    entry.save(force_insert=True)
    LeagueLedgerHead.objects.filter(league_id=league_id).update(seq=head.seq, hash=head.hash)
    if texts:
        LedgerText.objects.bulk_create(
            LedgerText(league_id=league_id, seq=entry.seq, name=name, salt=salt, text=text)
            for name, (salt, text) in texts.items()
        )
    return entry
