"""One's own registration: how it stands, the private link to it, and cancelling.

The code comes in the body of a POST (see tournaments/registration_links.py). Afterwards the session remembers which
registration it opened.
"""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.actions.errors import ActionError
from tournaments.actions.people.move_up_mails import private_link_of
from tournaments.actions.people.registrations import cancel_registration
from tournaments.actions.people.waiting_list import is_drawn, missing_quota, place_in_line
from tournaments.credentials.registration_links import registration_of_code, remember, remembered
from tournaments.credentials.visitors import actor_of
from tournaments.models import Registration
from tournaments.views.account.private_links import PrivateLink
from tournaments.views.policies import by_private_link


@by_private_link
@require_http_methods(["GET", "HEAD", "POST"])
def registration(request: HttpRequest) -> HttpResponse:
    """Ask for the code, or show the registration that it opened."""
    return REGISTRATION.answer(request)


@by_private_link
@require_POST
def cancel(request: HttpRequest) -> HttpResponse:
    """Give the place back. A second tap finds it cancelled."""
    mine = remembered(request)
    if mine is None:
        return redirect("registration")
    try:
        cancel_registration(registration=mine, by=actor_of(request).person)
    except ActionError as refusal:
        return _page(request, mine, refusal=refusal.message, status=refusal.status)
    messages.success(request, _("Your registration was cancelled."))
    return redirect("registration")


def _page(
    request: HttpRequest, registration: Registration, *, refusal: str = "", status: int = 200
) -> HttpResponse:
    tournament = registration.tournament
    waits = registration.status == Registration.Status.WAITING
    takes_part = registration.status == Registration.Status.ACCEPTED
    context = {
        "registration": registration,
        "tournament": tournament,
        "refusal": refusal,
        "place": place_in_line(registration) if waits else None,
        "quota": missing_quota(registration) if waits else None,
        "link": private_link_of(registration),
        "can_cancel": registration.is_live and not (takes_part and is_drawn(tournament)),
        # Said once, on the page to which registering leads.
        "is_mailed": request.session.pop("registration_mailed", None),
    }
    with timezone.override(tournament.time_zone):
        return render(request, "registration/own.html", context, status=status)


REGISTRATION = PrivateLink(
    address="registration",
    asks="registration/code.html",
    find=registration_of_code,
    remember=remember,
    remembered=remembered,
    page=_page,
)
