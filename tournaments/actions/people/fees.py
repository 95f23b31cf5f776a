"""Entry fees, noted as paid. Only organizers see them."""

from django.db import transaction
from django.db.models import QuerySet
from django.db.models.functions import Now

from tournaments.actions.actor import Actor
from tournaments.actions.ledger import record
from tournaments.actions.states import refuse_finished_by_now
from tournaments.models import Entry, Tournament
from tournaments.models.people.events import FeesPaid, FeesUnpaid


@transaction.atomic
def note_fees_paid(*, tournament: Tournament, entries: "QuerySet[Entry]", by: Actor) -> list[int]:
    """Note that these entries have paid; return the ids of those that had not.

    Also for withdrawn players, who may have paid before. Idempotent: the first time is kept.
    """
    return _set(tournament, entries.filter(paid_at=None), FeesPaid, by)


@transaction.atomic
def undo_fees_paid(*, tournament: Tournament, entries: "QuerySet[Entry]", by: Actor) -> list[int]:
    """Note that these entries have not paid; return the ids of those that had."""
    return _set(tournament, entries.exclude(paid_at=None), FeesUnpaid, by)


def _set(
    tournament: Tournament, rows: "QuerySet[Entry]", event: type[FeesPaid] | type[FeesUnpaid], by: Actor
) -> list[int]:
    locked = rows.filter(tournament=tournament).select_for_update(of=("self",), no_key=True).order_by("pk")
    found = [entry.pk for entry in locked]
    refuse_finished_by_now(tournament)
    if not found:
        return []
    Entry.objects.filter(pk__in=found).update(paid_at=Now() if event is FeesPaid else None)
    record(event(entries=found), tournament_id=tournament.pk, by=by)
    return found
