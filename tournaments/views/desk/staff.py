"""The staff at the desk: who helps and as what, and inviting one more."""

from typing import Any, cast

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from tournaments.actions.errors import TooManyAttempts
from tournaments.actions.idempotency import Answer, note
from tournaments.actions.people.invitations import code_for, invite, withdraw_invitation
from tournaments.actions.people.staff import change_role
from tournaments.actions.setup.tournaments import dismiss
from tournaments.forms.staff import InvitationForm, RoleForm
from tournaments.invitation_links import count_mail, link_of, mail_invitation, qr_of
from tournaments.models import Invitation, Staff, Tournament
from tournaments.models.access import hash_of
from tournaments.permissions import can_run
from tournaments.views.action_views import ActionView
from tournaments.views.desk.frame import frame
from tournaments.views.policies import for_tournament, too_many
from tournaments.views.repeatable_forms import (
    do_form,
    sent_key,
    was_sent_before,
)
from tournaments.visitors import actor_of


@for_tournament(can_run)
@require_http_methods(["GET", "HEAD", "POST"])
def staff(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Who helps, who is invited; inviting one more. The new invitation's link is on the answer's page alone,
    and on that of a repeat.
    """
    form = InvitationForm(request.POST if request.method == "POST" else None)
    made: dict[str, object] = {}
    status = 200
    if request.method == "POST":
        status = 422
        if form.is_valid():
            try:
                status, made = _invite(request, tournament, form)
            except TooManyAttempts as refusal:
                return too_many(request, refusal, back=request.path)
            form = InvitationForm() if made else form
    return render(
        request,
        "desk/staff.html",
        {
            **frame(tournament, actor_of(request), "staff"),
            **made,
            "form": form,
            "staff": [
                (one, RoleForm(initial={"role": one.role}, auto_id=f"role-{one.pk}-%s"))
                for one in tournament.staff.select_related("user").order_by("role", "user__name", "pk")
            ],
            "invitations": tournament.invitations.open().select_related("invited_by").order_by("pk"),
        },
        status=status,
    )


def _invite(
    request: HttpRequest, tournament: Tournament, form: InvitationForm
) -> tuple[int, dict[str, object]]:
    """Return the status, and what the page shows of the new invitation: nothing when it was refused."""
    by, asked, key = actor_of(request), form.cleaned_data, sent_key(request)
    # A repeat sends nothing, so it does not count, and is not put off.
    if asked["email"] and by.user is not None and not was_sent_before(request, by=by):
        count_mail(request, by.user, asked["email"])
    new: list[tuple[Invitation, str]] = []

    def once() -> dict[str, object]:
        new.append(
            invite(tournament=tournament, role=asked["role"], for_whom=asked["for_whom"], by=by, key=key)
        )
        # Not on its way until it is: whoever gets no answer and asks again passes the link on.
        return {"invitation": new[0][0].pk, "is_mailed": False}

    outcome = do_form(request, by=by, action=once)
    if not outcome.is_done:
        form.add_error(None, outcome.refusal)
        return outcome.status, {}
    number, is_mailed = cast("int", outcome.body["invitation"]), bool(outcome.body.get("is_mailed"))
    if new and asked["email"] and mail_invitation(*new[0], asked["email"]):
        is_mailed = True
        note(by=by, key=key, answer=Answer(200, {**outcome.body, "is_mailed": True}))
    invitation = tournament.invitations.open().filter(pk=number).first()
    code = code_for(number, by=by, key=key)
    if invitation is None or invitation.code_hash != hash_of(code):
        form.add_error(None, _("This invitation is not open any more. Please make another one."))
        return 409, {}
    return 200, {
        "made": invitation,
        "link": link_of(code),
        "qr": qr_of(code),
        "is_mailed": is_mailed,
        "is_lost": bool(asked["email"]) and not is_mailed,
    }


class WithdrawInvitation(ActionView):
    """Make an invitation's link useless."""

    done = gettext_lazy("The invitation is withdrawn.")
    leads_to = "desk_staff"

    def act(self) -> None:
        invitation = get_object_or_404(Invitation, pk=self.kwargs["pk"], tournament=self.tournament)
        withdraw_invitation(invitation=invitation, by=self.by)


class ChangeRole(ActionView):
    """Give somebody on the staff another role."""

    done = gettext_lazy("The role is changed.")
    leads_to = "desk_staff"

    def post(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        member = get_object_or_404(Staff, pk=self.kwargs["pk"], tournament=self.tournament)
        self.user_id, self.form = member.user_id, RoleForm(request.POST)
        if not self.form.is_valid():
            messages.error(request, _("Please choose a role."))
            return redirect("desk_staff", self.tournament.slug)
        return super().post(request, **kwargs)

    def act(self) -> None:
        role = self.form.cleaned_data["role"]
        change_role(tournament=self.tournament, user_id=self.user_id, role=role, by=self.by)


class Dismiss(ActionView):
    """Take somebody's role away."""

    done = gettext_lazy("No longer staff.")
    leads_to = "desk_staff"

    def act(self) -> None:
        staff = Staff.objects.select_related("tournament")
        dismiss(staff=get_object_or_404(staff, pk=self.kwargs["pk"], tournament=self.tournament), by=self.by)
