"""The page of an invitation: who invites, to what, as what; and the answer to it.

The code comes in the body of a POST (see tournaments/invitation_links.py). Afterwards the session remembers which
invitation it opened, so that it is still there when somebody has signed in or up.
"""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.actions.errors import ActionError
from tournaments.actions.people.invitations import accept_invitation, decline_invitation, refuse_ended
from tournaments.invitation_links import invitation_of_code
from tournaments.models import Invitation, Staff
from tournaments.repeated_calls import status_of
from tournaments.views.policies import by_invitation, signed_in
from tournaments.views.repeatable_forms import do_form
from tournaments.views.seat.seat import read_code
from tournaments.visitors import actor_of

REMEMBERED = "invitation"


@by_invitation
@require_http_methods(["GET", "HEAD", "POST"])
def invitation(request: HttpRequest) -> HttpResponse:
    """Ask for the code, or show the invitation that it opened."""
    if request.method == "POST":
        try:
            found = invitation_of_code(request, read_code(request.POST.get("code", "")))
        except ActionError as refusal:
            context = {"refusal": refusal.message, "code": request.POST.get("code", "")[:60]}
            return render(request, "account/invitation_code.html", context, status=status_of(refusal))
        request.session[REMEMBERED] = found.pk
        return redirect("invitation")
    remembered = _remembered(request)
    if remembered is None:
        return render(request, "account/invitation_code.html")
    return _page(request, remembered)


@signed_in
@require_POST
def accept(request: HttpRequest) -> HttpResponse:
    """Join the staff."""
    remembered = _remembered(request)
    if remembered is None:
        return redirect("invitation")
    by = actor_of(request)
    outcome = do_form(
        request, by=by, action=lambda: {"staff": accept_invitation(invitation=remembered, by=by).pk}
    )
    if not outcome.is_done:
        return _page(request, remembered, refusal=outcome.refusal, status=outcome.status)
    request.session.pop(REMEMBERED, None)
    messages.success(request, _("Welcome! This is the desk of the tournament."))
    return redirect("desk", remembered.tournament.slug)


@by_invitation
@require_POST
def decline(request: HttpRequest) -> HttpResponse:
    """Say no; nobody has to sign in for that."""
    remembered = _remembered(request)
    if remembered is None:
        return redirect("invitation")
    try:
        decline_invitation(invitation=remembered)
    except ActionError as refusal:
        return _page(request, remembered, refusal=refusal.message, status=status_of(refusal))
    request.session.pop(REMEMBERED, None)
    return render(request, "account/invitation_declined.html", {"tournament": remembered.tournament})


def _remembered(request: HttpRequest) -> Invitation | None:
    remembered: int | None = request.session.get(REMEMBERED)
    if remembered is None:
        return None
    return (
        Invitation.objects.with_status()
        .select_related("tournament", "invited_by")
        .filter(pk=remembered)
        .first()
    )


def _page(
    request: HttpRequest, invitation: Invitation, *, refusal: str = "", status: int = 200
) -> HttpResponse:
    actor = actor_of(request)
    mine = Staff.objects.filter(tournament=invitation.tournament_id, user=actor.user).first()
    if not refusal and mine is None:
        try:
            refuse_ended(invitation)
        except ActionError as ended:
            refusal = ended.message
    context = {
        "invitation": invitation,
        "tournament": invitation.tournament,
        "refusal": refusal,
        "mine": mine,
    }
    return render(request, "account/invitation.html", context, status=status)
