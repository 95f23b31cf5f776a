"""Check-in at the door, before the first draw or on any later morning."""

from django.db import transaction
from django.db.models import Min, QuerySet
from django.db.models.functions import Now

from tournaments.actions.actor import Actor
from tournaments.actions.ledger import record
from tournaments.actions.states import refuse_finished_by_now
from tournaments.models import Entry, Scoresheet, Seat, Tournament
from tournaments.models.people.entries import EntryQuerySet
from tournaments.models.people.events import CheckedIn, CheckInUndone


@transaction.atomic
def check_in(*, tournament: Tournament, entries: "QuerySet[Entry]", by: Actor) -> list[int]:
    """Check these entries in; return the ids that were not checked in yet.

    Only players of this tournament who have not withdrawn. Idempotent: the first time is kept.
    """
    rows = entries.filter(status=Entry.Status.ACTIVE, checked_in_at=None)
    return _set(tournament, rows, CheckedIn, by)


@transaction.atomic
def undo_check_in(*, tournament: Tournament, entries: "QuerySet[Entry]", by: Actor) -> list[int]:
    """Undo check-ins; return the ids that were checked in. Existing draws are not affected."""
    return _set(tournament, entries.exclude(checked_in_at=None), CheckInUndone, by)


def absent(tournament: Tournament) -> EntryQuerySet:
    """Return players who are not here yet; none if check-in was not used.

    Players whose table has reported a game since the first check-in count as present.
    """
    players = tournament.entries.active()
    since = players.aggregate(first=Min("checked_in_at"))["first"]
    if since is None:
        return players.none()
    reported = Scoresheet.objects.live().filter(
        reported_at__gte=since, table__round__stage__tournament=tournament
    )
    played = Seat.objects.filter(table__in=reported.order_by().values("table")).values("entry")
    return players.filter(checked_in_at=None).exclude(pk__in=played)


def _set(
    tournament: Tournament, rows: "QuerySet[Entry]", event: type[CheckedIn] | type[CheckInUndone], by: Actor
) -> list[int]:
    locked = rows.filter(tournament=tournament).select_for_update(of=("self",), no_key=True).order_by("pk")
    found = [entry.pk for entry in locked]
    refuse_finished_by_now(tournament)
    if not found:
        return []
    Entry.objects.filter(pk__in=found).update(checked_in_at=Now() if event is CheckedIn else None)
    record(event(entries=found), tournament_id=tournament.pk, by=by)
    return found
