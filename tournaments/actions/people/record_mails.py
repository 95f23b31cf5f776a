"""Mails to players after a tournament, with the way to their own record.

Only players who asked for it when they registered get one, once, in their language.
"""

from celery import shared_task
from django.conf import settings
from django.core.mail import EmailMessage
from django.db import transaction
from django.db.models import Exists, OuterRef
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.translation import gettext as _

from tournaments.actions.actor import Actor
from tournaments.actions.errors import StateRefuses
from tournaments.actions.ledger import record
from tournaments.actions.locks import lock_tournament
from tournaments.actions.people.move_up_mails import send_each
from tournaments.models import Registration, Score, Tournament
from tournaments.models.about.about import thanks_of
from tournaments.models.about.brands import signature_of
from tournaments.models.people.events import RecordsMailed
from tournaments.models.people.founders import founder_of, is_trusted
from tournaments.models.people.registrations import RegistrationQuerySet
from tournaments.wake_workers import wake
from web.visitor_language import address_of

RecordMail = Registration.RecordMail


def wanting_records(tournament: Tournament) -> RegistrationQuerySet:
    """Return the registrations of players who played, asked for their record, and whose address is still known."""
    played = Score.objects.filter(entry=OuterRef("entry"))
    rows = Registration.objects.live().filter(tournament=tournament, record_mail=RecordMail.WANTED)
    return rows.exclude(email="").filter(Exists(played))


@transaction.atomic
def mail_records(*, tournament: Tournament, by: Actor) -> int:
    """Order a mail with their own record to all players who asked for one, and return how many. Once per tournament.

    Refuses before the tournament is finished, a second time, where pages are for staff and players only, and without
    a player to write to.
    """
    tournament = lock_tournament(tournament.pk)
    if tournament.status != Tournament.Status.FINISHED:
        raise StateRefuses(_("Please finish the tournament first: records may still change."))
    if tournament.visibility == Tournament.Visibility.PRIVATE:
        raise StateRefuses(
            _("Only staff and players can open this tournament, so links in mails would lead nowhere."),
            code="tournament_private",
        )
    if is_mailed(tournament):
        raise StateRefuses(_("The players have been e-mailed already."), code="already_mailed")
    chosen = list(wanting_records(tournament).order_by("pk").values_list("pk", flat=True))
    if not chosen:
        raise StateRefuses(_("No player to write to has asked for an e-mail."), code="no_recipients")
    Registration.objects.filter(pk__in=chosen).update(record_mail=RecordMail.DUE)
    record(RecordsMailed(registrations=chosen), tournament_id=tournament.pk, by=by)

    # A named function: Django reports a failing hook by its name, and a partial has none.
    def wake_for_record_mails() -> None:
        wake(send_record_mails)

    transaction.on_commit(wake_for_record_mails, robust=True)
    return len(chosen)


def is_mailed(tournament: Tournament) -> bool:
    """Whether the records of this tournament were mailed, or are about to be."""
    return tournament.ledger.filter(kind=RecordsMailed.kind).exists()


@shared_task(name="tournaments.tasks.send_record_mails")
def send_record_mails() -> None:
    """Send due records, each once. Safe to call at any time; not inside a transaction."""
    send_each("record_mail", record_mail_to)


def record_mail_to(registration: Registration) -> EmailMessage:
    """Return the mail, in the language of the registration. It contains nothing typed by the registrant."""
    tournament = registration.tournament
    with translation.override(registration.language or settings.LANGUAGE_CODE):
        subject, signature, thanks = _("Your results in a tournament"), "", None
        if is_trusted(founder_of(tournament)):
            subject, signature = _("Your results: %(tournament)s"), signature_of(tournament)
            thanks = thanks_of(tournament, translation.get_language() or "")
        about = {
            "tournament": tournament,
            "record": address_of("player", registration.entry.player_id) if registration.entry else "",
            "ranking": address_of("final_ranking", tournament.slug),
            "thanks": thanks.text if thanks else "",
            "signature": signature,
        }
        text = render_to_string("email/record.txt", about)
        return EmailMessage(subject % {"tournament": tournament}, text, to=[registration.email])
