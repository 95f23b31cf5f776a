"""Erasing what people told the organizers alone, once a tournament is long over: e-mail addresses, and answers to
questions. Every hour, and every night.
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
# Of a tournament that is never finished and has no days, an address goes this long after the registration.
WITHOUT_AN_END = timedelta(days=365)
# Registrations that hold something which the organizers alone read.
TOLD = ~Q(email="") | Exists(Answer.objects.filter(registration=OuterRef("pk")))


def kept_for() -> timedelta:
    """How long addresses are kept once a tournament has ended."""
    return timedelta(days=settings.REGISTRATION_ADDRESS_DAYS)


@shared_task(name="tournaments.tasks.erase_due_addresses")
def erase_due_addresses() -> int:
    """Erase what is due, tournament by tournament; return how many. May be called at any time, twice, or in vain."""
    kept = Registration.objects.filter(TOLD).order_by("tournament")
    tournaments = kept.values_list("tournament", flat=True).distinct()
    # Those that go on are not locked every hour.
    due = [pk for pk in tournaments if _due_after(pk) is not None]
    return sum(erase_addresses_of(tournament_id=pk) for pk in due)


@transaction.atomic
def erase_addresses_of(*, tournament_id: int) -> int:
    """Erase addresses and answers of a tournament's registrations if it has ended long ago, by the database's clock;
    return of how many.

    One that was given in the meantime is kept as long. Of a registration that was declined, cancelled or taken off
    the list the address went with it. A mail that still waits to be sent has nowhere to go then.
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
    of_them.update(email="")
    # The ledger of a tournament that was discarded is closed.
    if not Discard.objects.filter(tournament=tournament).exists():
        by = Actor(is_console=True)
        record(AddressesErased(registrations=erased), tournament_id=tournament.pk, by=by)
    return len(erased)


def _due_after(tournament_id: int) -> timedelta | None:
    """How old an address must be to go; None while those of this tournament are kept.

    A tournament has ended when it was discarded or finished, else after its last day.
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
        # Whatever the time zone, a day is over everywhere a day later.
        is_over = last_day < (now - kept_for()).date() - timedelta(days=1)
    else:
        return WITHOUT_AN_END
    return kept_for() if is_over else None


def _finished_at(tournament_id: int) -> datetime | None:
    """When it was finished the last time, by its ledger."""
    finished = LedgerEntry.objects.filter(tournament=tournament_id, kind=TournamentFinished.kind).order_by(
        "-seq"
    )
    return finished.values_list("recorded_at", flat=True).first()
