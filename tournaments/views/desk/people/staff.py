"""The staff at the desk: who helps and as what, and inviting one more."""

from collections.abc import Mapping
from typing import Any, cast

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.actions.errors import TooManyAttempts
from tournaments.actions.idempotency import Answer, note
from tournaments.actions.people.invitations import code_for, invite, withdraw_invitation
from tournaments.actions.people.staff import change_role
from tournaments.actions.setup.tournaments import dismiss
from tournaments.forms.staff import InvitationForm, RoleForm
from tournaments.invitation_links import count_mail, link_of, mail_invitation, qr_of
from tournaments.models import Invitation, Staff
from tournaments.models.codes import hash_of
from tournaments.views.desk.frame import DeskActionView, DeskFormView
from tournaments.views.policies import too_many
from tournaments.views.repeatable_forms import Outcome, sent_key, was_sent_before
from web.networks import printed_site


class StaffPage(DeskFormView):
    """Who helps, who is invited; inviting one more.

    The new invitation's link is on the answer's page alone, and on that of a repeat.
    """

    tab = "staff"
    template_name = "desk/people/staff.html"
    new: tuple[Invitation, str] | None = None
    made: Mapping[str, object] = {}

    def get_form(self, data: QueryDict | None) -> InvitationForm:
        return InvitationForm(data)

    def do(self, form: InvitationForm) -> HttpResponse:
        self.key, self.email = sent_key(self.request), form.cleaned_data["email"]
        # A repeat sends nothing, so it does not count, and is not put off.
        if self.email and self.by.user is not None and not was_sent_before(self.request, by=self.by):
            try:
                count_mail(self.request, self.by.user, self.email)
            except TooManyAttempts as refusal:
                return too_many(self.request, refusal, back=self.request.path)
        return super().do(form)

    def perform(self, data: dict[str, Any]) -> dict[str, object]:
        self.new = invite(
            tournament=self.tournament,
            role=data["role"],
            for_whom=data["for_whom"],
            by=self.by,
            key=self.key,
        )
        # Not on its way until it is: whoever gets no answer and asks again passes the link on.
        return {"invitation": self.new[0].pk, "is_mailed": False}

    def success_response(self, outcome: Outcome) -> HttpResponse:
        number, is_mailed = cast("int", outcome.body["invitation"]), bool(outcome.body.get("is_mailed"))
        if self.new and self.email and mail_invitation(*self.new, self.email):
            is_mailed = True
            note(by=self.by, key=self.key, answer=Answer(200, {**outcome.body, "is_mailed": True}))
        invitation = self.tournament.invitations.open().filter(pk=number).first()
        code = code_for(number, by=self.by, key=self.key)
        if invitation is None or invitation.code_hash != hash_of(code):
            form = self.get_form(self.request.POST)
            form.add_error(None, _("This invitation is not open any more. Please make another one."))
            return self.render_page(form, 409)
        self.made = {
            "made": invitation,
            "link": link_of(code),
            "qr": qr_of(code),
            "is_reachable": bool(printed_site()),
            "is_mailed": is_mailed,
            "is_lost": bool(self.email) and not is_mailed,
        }
        return self.render_page(self.get_form(None))

    def get_context(self, form: InvitationForm) -> dict[str, Any]:
        staff = self.tournament.staff.select_related("user").order_by("role", "user__name", "pk")
        invitations = self.tournament.invitations.open().select_related("invited_by")
        return {
            **self.made,
            "staff": [
                (one, RoleForm(initial={"role": one.role}, auto_id=f"role-{one.pk}-%s")) for one in staff
            ],
            "invitations": invitations.order_by("pk"),
        }


class WithdrawInvitation(DeskActionView):
    """Make an invitation's link useless."""

    success_message = gettext_lazy("The invitation is withdrawn.")
    success_page = "desk_staff"

    def perform(self) -> None:
        invitation = get_object_or_404(Invitation, pk=self.kwargs["pk"], tournament=self.tournament)
        withdraw_invitation(invitation=invitation, by=self.by)


class ChangeRole(DeskActionView):
    """Give somebody on the staff another role."""

    success_message = gettext_lazy("The role is changed.")
    success_page = "desk_staff"

    def post(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        member = get_object_or_404(Staff, pk=self.kwargs["pk"], tournament=self.tournament)
        self.user_id, self.form = member.user_id, RoleForm(request.POST)
        if not self.form.is_valid():
            messages.error(request, _("Please choose a role."))
            return redirect("desk_staff", self.tournament.slug)
        return super().post(request, **kwargs)

    def perform(self) -> None:
        role = self.form.cleaned_data["role"]
        change_role(tournament=self.tournament, user_id=self.user_id, role=role, by=self.by)


class Dismiss(DeskActionView):
    """Take somebody's role away."""

    success_message = gettext_lazy("No longer staff.")
    success_page = "desk_staff"

    def perform(self) -> None:
        staff = Staff.objects.select_related("tournament")
        dismiss(staff=get_object_or_404(staff, pk=self.kwargs["pk"], tournament=self.tournament), by=self.by)
