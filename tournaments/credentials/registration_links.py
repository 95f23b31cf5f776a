"""Access to one's own registration through a private link, on the page and by mail.

The code comes after the # of the link, as in invitations, so that no server, log or Referer sees it. The page moves
it into a form and POSTs it; without JavaScript people type or paste it.
"""

from django.core.mail import EmailMessage
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from players.mail import MailAway, send_now
from tournaments.actions.errors import NotAllowed, TooManyAttempts
from tournaments.actions.people.mail_budget import count_mail_of_a_tournament, letter_box
from tournaments.actions.people.move_up_mails import private_link_of
from tournaments.actions.rate_limits import (
    MAILS_OF_A_NETWORK,
    MAILS_OF_A_NETWORK_TO_AN_ADDRESS,
    REGISTRATION_MAILS_OF_A_TOURNAMENT_TO_AN_ADDRESS,
    REGISTRATIONS_OF_A_NETWORK,
    count_attempt,
)
from tournaments.credentials.guesses import REGISTRATION_CODE, guessing
from tournaments.models import Registration
from tournaments.models.about.brands import signature_of
from tournaments.models.people.founders import founder_of, is_trusted
from tournaments.models.people.registrations import RegistrationQuerySet
from web.networks import network_of
from web.visitor_language import address_of

# The session key of the registration this browser opened or made.
REMEMBERED = "registration"


def remember(request: HttpRequest, registration: Registration) -> None:
    """Let this browser see a registration until it opens another."""
    request.session[REMEMBERED] = registration.pk


def remembered(request: HttpRequest) -> Registration | None:
    """Return the registration this browser opened or made last."""
    pk: int | None = request.session.get(REMEMBERED)
    if pk is None:
        return None
    return _rows().filter(pk=pk).first()


def count_registration(request: HttpRequest) -> None:
    """Count a registration; raises TooManyAttempts. Must not run inside a transaction."""
    count_attempt(REGISTRATIONS_OF_A_NETWORK, network_of(request))


def mail_link(request: HttpRequest, registration: Registration) -> bool:
    """Mail the private link to the registration's address; return whether it was sent.

    At most one a day per address and tournament, within `mail_budget`. It contains nothing typed by the registrant,
    who may have given another person's address. Must not run inside a transaction.
    """
    network, email = network_of(request), registration.email.lower()
    about = {
        "tournament": registration.tournament,
        "link": private_link_of(registration),
        "page": address_of("registration"),
        "code": registration.code,
    }
    tournament, founder = registration.tournament, founder_of(registration.tournament)
    subject = _("Your registration for a tournament")
    if is_trusted(founder):
        about["signature"] = signature_of(tournament)
        subject = _("Your registration: %(tournament)s") % {"tournament": tournament}
    try:
        count_attempt(MAILS_OF_A_NETWORK, network)
        count_attempt(MAILS_OF_A_NETWORK_TO_AN_ADDRESS, f"{network} {email}")
        count_attempt(
            REGISTRATION_MAILS_OF_A_TOURNAMENT_TO_AN_ADDRESS, f"{tournament.pk} {letter_box(email)}"
        )
        count_mail_of_a_tournament(tournament, email, founder)
        send_now(EmailMessage(subject, render_to_string("email/registration.txt", about), to=[email]))
    except (MailAway, TooManyAttempts):
        return False
    return True


def registration_of_code(request: HttpRequest, code: str) -> Registration:
    """Return the registration for this code, counting wrong codes. Must not run inside a transaction."""
    with guessing(REGISTRATION_CODE, request):
        found = _rows().filter(code_hash=Registration.hash_of_code(code)).first()
        if found is None:
            raise NotAllowed(
                _("No registration has this code. Please check it, or ask the organizer."),
                code="code_unknown",
            )
    return found


def _rows() -> RegistrationQuerySet:
    """Registrations of tournaments that were not discarded."""
    return Registration.objects.select_related("tournament", "entry").filter(tournament__discard=None)
