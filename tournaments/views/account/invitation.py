"""The page of an invitation: who invites, to what, as what; and the answer to it.

The code comes in the body of a POST (see `credentials.invitation_links`). Afterwards the session remembers which
invitation it opened, so that it is still there after signing in or up.
"""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.actions.errors import ActionError
from tournaments.actions.staff.invitations import (
    accept_invitation,
    decline_invitation,
    refuse_ended,
    role_by,
)
from tournaments.credentials.invitation_links import invitation_of_code
from tournaments.credentials.visitors import actor_of
from tournaments.models import Invitation
from tournaments.models.people.invitations import InvitationWithStatus
from tournaments.views.account.private_links import PrivateLink
from tournaments.views.action_views import ActionView, SignedInMixin
from tournaments.views.policies import by_invitation
from tournaments.views.repeatable_forms import Outcome

REMEMBERED = "invitation"


@by_invitation
@require_http_methods(["GET", "HEAD", "POST"])
def invitation(request: HttpRequest) -> HttpResponse:
    """Ask for the code, or show the invitation that it opened."""
    return INVITATION.answer(request)


class Accept(SignedInMixin, ActionView):
    """Join the staff."""

    def post(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        remembered = _remembered(request)
        if remembered is None:
            return redirect("invitation")
        self.invitation = remembered
        return super().post(request, **kwargs)

    def perform(self) -> dict[str, object]:
        return {"staff": accept_invitation(invitation=self.invitation, by=self.by).pk}

    def get_success_message(self, outcome: Outcome) -> str:
        if self.invitation.league is not None:
            return _("Welcome! You can run the league from here.")
        return _("Welcome! This is the desk of the tournament.")

    def success_response(self, outcome: Outcome) -> HttpResponse:
        self.request.session.pop(REMEMBERED, None)
        where = "desk" if self.invitation.league is None else "edit_league"
        return redirect(where, self.invitation.to.slug)

    def failure_response(self, outcome: Outcome) -> HttpResponse:
        return _page(self.request, self.invitation, refusal=outcome.refusal, status=outcome.status)


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
        return _page(request, remembered, refusal=refusal.message, status=refusal.status)
    request.session.pop(REMEMBERED, None)
    return render(request, "account/invitation_declined.html", {"to": remembered.to})


def _remember(request: HttpRequest, found: Invitation) -> None:
    request.session[REMEMBERED] = found.pk


def _remembered(request: HttpRequest) -> "InvitationWithStatus | None":
    remembered: int | None = request.session.get(REMEMBERED)
    if remembered is None:
        return None
    return (
        Invitation.objects.with_status()
        .select_related("tournament", "league", "invited_by")
        .filter(pk=remembered)
        .first()
    )


def _page(
    request: HttpRequest, invitation: InvitationWithStatus, *, refusal: str = "", status: int = 200
) -> HttpResponse:
    actor = actor_of(request)
    mine = role_by(invitation, actor.user)
    if not refusal and mine is None:
        try:
            refuse_ended(invitation)
        except ActionError as ended:
            refusal = ended.message
    context = {
        "invitation": invitation,
        "to": invitation.to,
        "refusal": refusal,
        "mine": mine,
    }
    return render(request, "account/invitation.html", context, status=status)


INVITATION = PrivateLink(
    address="invitation",
    asks="account/invitation_code.html",
    find=invitation_of_code,
    remember=_remember,
    remembered=_remembered,
    page=_page,
)
