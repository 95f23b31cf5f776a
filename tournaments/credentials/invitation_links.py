"""How an invitation reaches somebody: as a link, a QR code, a mail; and how its code comes back.

The code is behind the # of the link, as in the links of seats: no server, log or Referer sees it. The page moves it
into a form and sends it in a POST's body; without JavaScript people type or paste it.
"""

import segno
from django.core.mail import EmailMessage
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from players.mail import MailAway, send_now
from players.models import User
from tournaments.actions.errors import NotAllowed, TooManyAttempts
from tournaments.actions.people.mail_budget import count_mail_of_a_person
from tournaments.actions.rate_limits import (
    INVITATIONS_MAILED_BY_A_PERSON,
    MAILS_OF_A_NETWORK,
    count_attempt,
)
from tournaments.credentials.guesses import INVITATION_CODE, guessing
from tournaments.models import Invitation
from tournaments.models.about.brands import signature_of
from tournaments.models.codes import hash_of
from tournaments.models.people.founders import is_trusted
from web.networks import network_of, printed_site
from web.visitor_language import address_of


def link_of(code: str) -> str:
    """The address to pass on; it opens in the language of whoever is invited."""
    return f"{address_of('invitation', site=printed_site())}#{code}"


def qr_of(code: str) -> str:
    """The same as a QR code: an SVG in a data: address."""
    return segno.make(link_of(code), error="m").svg_data_uri(scale=4, border=2)


def count_mail(request: HttpRequest, inviter: User) -> None:
    """Count an invitation that is to be mailed, or raise TooManyAttempts. Must not run inside a transaction."""
    count_attempt(INVITATIONS_MAILED_BY_A_PERSON, str(inviter.pk))
    count_attempt(MAILS_OF_A_NETWORK, network_of(request))


def mail_invitation(invitation: Invitation, code: str, email: str) -> bool:
    """Send the link to an address, which is stored nowhere; return whether the mail is on its way.

    Not where enough mails were sent to this address, or because of this person; see `mail_budget`. Must not run
    inside a transaction.
    """
    about = {
        "inviter": str(invitation.invited_by),
        "to": invitation.to,
        "is_of_a_league": invitation.league is not None,
        "role": invitation.get_role_display(),
        "link": link_of(code),
        "page": address_of("invitation"),
        "code": code,
        "until": invitation.expires_at,
    }
    subject = _("An invitation to help run an event")
    if is_trusted(invitation.invited_by):
        about["signature"] = signature_of(invitation.to)
        subject = pgettext("heading", "Invitation: %(to)s") % {"to": invitation.to}
    try:
        count_mail_of_a_person(invitation.invited_by, email)
        send_now(EmailMessage(subject, render_to_string("email/invitation.txt", about), to=[email]))
    except (MailAway, TooManyAttempts):
        return False
    return True


def invitation_of_code(request: HttpRequest, code: str) -> Invitation:
    """Return the invitation that this code opens, counting wrong codes. Must not run inside a transaction."""
    with guessing(INVITATION_CODE, request):
        invitation = Invitation.objects.filter(code_hash=hash_of(code)).first()
        if invitation is None:
            raise NotAllowed(
                _("No invitation has this code. Please check it, or ask the person who invited you."),
                code="code_unknown",
            )
    return invitation
