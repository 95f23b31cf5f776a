"""How somebody gets back to their own registration: by a private link, on the page and by mail.

The code is behind the # of the link, as in invitations: no server, log or Referer sees it. The page moves it into a
form and sends it in a POST's body; without JavaScript people type or paste it.
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

# Where a browser's session keeps which registration it has opened or made.
REMEMBERED = "registration"


def remember(request: HttpRequest, registration: Registration) -> None:
    """Let this browser see a registration from now on, until it opens another."""
    request.session[REMEMBERED] = registration.pk


def remembered(request: HttpRequest) -> Registration | None:
    """Return the registration that this browser has opened or made last."""
    pk: int | None = request.session.get(REMEMBERED)
    if pk is None:
        return None
    return _rows().filter(pk=pk).first()


def count_registration(request: HttpRequest) -> None:
    """Count somebody who registers, or raise TooManyAttempts. Must not run inside a transaction."""
    count_attempt(REGISTRATIONS_OF_A_NETWORK, network_of(request))


def mail_link(request: HttpRequest, registration: Registration) -> bool:
    """Send the private link to the address that was given; return whether it is on its way.

    Not where enough mails were sent: one a day to an address for a tournament, and see `mail_budget`. Nothing in it
    was typed by whoever registered, who may have given somebody else's address. Must not run inside a transaction.
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
    """Return the registration that this code opens, counting wrong codes. Must not run inside a transaction."""
    with guessing(REGISTRATION_CODE, request):
        found = _rows().filter(code_hash=Registration.hash_of_code(code)).first()
        if found is None:
            raise NotAllowed(
                _("No registration has this code. Please check it, or ask the organizer."),
                code="code_unknown",
            )
    return found


def _rows() -> RegistrationQuerySet:
    """Those of tournaments that were not discarded: nobody finds these any more."""
    return Registration.objects.select_related("tournament", "entry").filter(tournament__discard=None)
