"""Erasing what people told only the organizers (email addresses, answers to questions) long after a tournament. Runs
hourly and nightly.
"""

from datetime import datetime, timedelta

from celery import shared_task
from django.conf import settings
from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q
from django.db.models.functions import Now

from tournaments.actions.about.questions import forget_answers
from tournaments.actions.actor import Actor
from tournaments.actions.ledger import record
from tournaments.actions.locks import lock_tournament
from tournaments.models import Answer, Discard, LedgerEntry, Registration, Tournament
from tournaments.models.people.events import AddressesErased
from tournaments.models.setup.events import TournamentFinished

Mail = Registration.Mail
# In a tournament that has no dates and is never finished, an address is erased this long after registering.
WITHOUT_AN_END = timedelta(days=365)
# Registrations with data that only organizers read.
TOLD = ~Q(email="") | Exists(Answer.objects.filter(registration=OuterRef("pk")))


def kept_for() -> timedelta:
    """Return how long addresses are kept after a tournament has ended."""
    return timedelta(days=settings.REGISTRATION_ADDRESS_DAYS)


@shared_task(name="tournaments.tasks.erase_due_addresses")
def erase_due_addresses() -> int:
    """Erase what is due, one tournament at a time; return how many. Safe to call at any time."""
    kept = Registration.objects.filter(TOLD).order_by("tournament")
    tournaments = kept.values_list("tournament", flat=True).distinct()
    # Tournaments still running are not locked every hour.
    due = [pk for pk in tournaments if _due_after(pk) is not None]
    return sum(erase_addresses_of(tournament_id=pk) for pk in due)


@transaction.atomic
def erase_addresses_of(*, tournament_id: int) -> int:
    """Erase addresses and answers of a tournament's registrations if it ended long ago by the database clock; return
    how many registrations were affected.

    Later addresses are kept for the same time. Declined, cancelled and removed registrations have lost theirs
    already. Mails still waiting for such an address are not sent.
    """
    tournament = lock_tournament(tournament_id)
    age = _due_after(tournament_id)
    if age is None:
        return 0
    rows = Registration.objects.filter(tournament=tournament, created_at__lte=Now() - age).filter(TOLD)
    erased = list(rows.order_by("pk").values_list("pk", flat=True))
    if not erased:
        return 0
    forget_answers(erased)
    of_them = Registration.objects.filter(pk__in=erased)
    of_them.filter(mail__in=[Mail.DUE, Mail.SENDING]).update(mail=Mail.FAILED)
    waiting = [Registration.RecordMail.DUE, Registration.RecordMail.SENDING]
    of_them.filter(record_mail__in=waiting).update(record_mail=Registration.RecordMail.FAILED)
    of_them.update(email="")
    # The ledger of a discarded tournament is closed.
    if not Discard.objects.filter(tournament=tournament).exists():
        by = Actor(is_console=True)
        record(AddressesErased(registrations=erased), tournament_id=tournament.pk, by=by)
    return len(erased)


def _due_after(tournament_id: int) -> timedelta | None:
    """Return the age from which addresses are erased; None while this tournament's are kept.

    A tournament has ended once it was discarded or finished, else after its last day.
    """
    rows = Tournament.objects.filter(pk=tournament_id).annotate(
        now=Now(), discarded_at=F("discard__discarded_at")
    )
    found = rows.values_list("now", "status", "discarded_at", "ends_on", "starts_on").get()
    now, status, ended_at, *days = found
    if ended_at is None and status == Tournament.Status.FINISHED:
        ended_at = _finished_at(tournament_id)
    last_day = next(filter(None, days), None)
    if ended_at is not None:
        is_over = ended_at <= now - kept_for()
    elif last_day is not None:
        # A day later the day is over in every time zone.
        is_over = last_day < (now - kept_for()).date() - timedelta(days=1)
    else:
        return WITHOUT_AN_END
    return kept_for() if is_over else None


def _finished_at(tournament_id: int) -> datetime | None:
    """Return when the tournament was last finished, by its ledger."""
    finished = LedgerEntry.objects.filter(tournament=tournament_id, kind=TournamentFinished.kind).order_by(
        "-seq"
    )
    return finished.values_list("recorded_at", flat=True).first()
