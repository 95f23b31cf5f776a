"""Mails to players who moved up from the waiting list.

The mail is queued in the same transaction as the move and sent at most once: a sender claims it first, and one with
an unknown outcome is not sent again. The desk shows whom no mail has reached.
"""

from collections.abc import Callable

from celery import shared_task
from django.conf import settings
from django.core.mail import EmailMessage
from django.db import transaction
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.translation import gettext as _

from players.mail import MailAway, send_now
from tournaments.actions.errors import TooManyAttempts
from tournaments.actions.people.mail_budget import count_mail_of_a_tournament
from tournaments.models import Heartbeat, Registration
from tournaments.models.about.brands import signature_of
from tournaments.models.people.founders import founder_of, is_trusted
from tournaments.wake_workers import wake
from web.networks import printed_site
from web.outages import passing_outage
from web.visitor_language import address_of

Mail, Status = Registration.Mail, Registration.Status


def mail_when_committed(registration: Registration) -> str:
    """Return the `mail` status for a registration that moves up; if it has an address, send after the commit."""
    if not registration.email:
        return ""

    # A named function: Django reports a failing hook by its name, and a partial has none.
    def wake_for_mails() -> None:
        wake(send_due_mails)

    transaction.on_commit(wake_for_mails, robust=True)
    return Mail.DUE


@shared_task(name="tournaments.tasks.send_due_mails")
def send_due_mails() -> None:
    """Send due mails, each once. Safe to call at any time; not inside a transaction.

    Stops at the first mail that the server rejects: the rest stay due until the next call.
    """
    if not send_each("mail", message_to):
        return
    with passing_outage("it is not noted that no mail waits"):
        Heartbeat.objects.beat(Heartbeat.Name.MAILS)


def send_each(column: str, message: Callable[[Registration], EmailMessage]) -> bool:
    """Send the mails whose status in this column of the registration is due; return whether none was rejected."""
    rows = Registration.objects.live().filter(tournament__discard=None)
    for pk in list(rows.filter(**{column: Mail.DUE}).order_by("pk").values_list("pk", flat=True)):
        if not rows.filter(pk=pk, **{column: Mail.DUE}).update(**{column: Mail.SENDING}):
            continue  # another process sends it, or the place was given back
        registration = Registration.objects.select_related("tournament", "entry").get(pk=pk)
        outcome = Mail.SENT
        try:
            tournament = registration.tournament
            count_mail_of_a_tournament(tournament, registration.email, founder_of(tournament))
            send_now(message(registration))
        except TooManyAttempts:
            outcome = Mail.FAILED
        except MailAway:
            Registration.objects.filter(pk=pk).update(**{column: Mail.FAILED})
            return False
        Registration.objects.filter(pk=pk).update(**{column: outcome})
    return True


def message_to(registration: Registration) -> EmailMessage:
    """Return the mail to a player who moved up, in the language of their registration.

    Like the mail with the private link, it contains nothing typed by the person who registered.
    """
    tournament = registration.tournament
    with translation.override(registration.language or settings.LANGUAGE_CODE):
        takes_part, signature = registration.status == Status.ACCEPTED, ""
        if is_trusted(founder_of(tournament)):
            signature = signature_of(tournament)
            subject = (
                _("Your place is confirmed: %(tournament)s")
                if takes_part
                else _("A place became free: %(tournament)s")
            )
        else:
            subject = (
                _("Your place in a tournament is confirmed")
                if takes_part
                else _("A place in a tournament became free")
            )
        about = {
            "tournament": tournament,
            "takes_part": takes_part,
            "link": private_link_of(registration),
            "page": address_of("registration"),
            "code": registration.code,
            "signature": signature,
        }
        text = render_to_string("email/moved_up.txt", about)
        return EmailMessage(subject % {"tournament": tournament}, text, to=[registration.email])


def private_link_of(registration: Registration) -> str:
    """Return the private link of a registration; "" if it can no longer be derived."""
    if not registration.code_works:
        return ""
    return f"{address_of('registration', site=printed_site())}#{registration.code}"
