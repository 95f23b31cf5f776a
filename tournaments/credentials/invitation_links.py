"""Delivery of invitations as a link, QR code or mail, and how their code comes back.

The code comes after the # of the link, as for seats, so that no server, log or Referer sees it. The page moves it
into a form and POSTs it; without JavaScript people type or paste it.
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
    """Return the link to share; it opens in the reader's language."""
    return f"{address_of('invitation', site=printed_site())}#{code}"


def qr_of(code: str) -> str:
    """Return the link as a QR code: an SVG data: address."""
    return segno.make(link_of(code), error="m").svg_data_uri(scale=4, border=2)


def count_mail(request: HttpRequest, inviter: User) -> None:
    """Count an invitation to be mailed; raises TooManyAttempts. Must not run inside a transaction."""
    count_attempt(INVITATIONS_MAILED_BY_A_PERSON, str(inviter.pk))
    count_attempt(MAILS_OF_A_NETWORK, network_of(request))


def mail_invitation(invitation: Invitation, code: str, email: str) -> bool:
    """Mail the link to an address, which is not stored; return whether it was sent.

    Not sent beyond the limits for this address or person; see `mail_budget`. Must not run inside a transaction.
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
    """Return the invitation for this code, counting wrong codes. Must not run inside a transaction."""
    with guessing(INVITATION_CODE, request):
        invitation = Invitation.objects.filter(code_hash=hash_of(code)).first()
        if invitation is None:
            raise NotAllowed(
                _("No invitation has this code. Please check it, or ask the person who invited you."),
                code="code_unknown",
            )
    return invitation
