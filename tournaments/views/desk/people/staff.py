"""The staff at the desk: who helps and as what, and inviting one more."""

from typing import Any

from django.contrib import messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.actions.setup.tournaments import dismiss
from tournaments.actions.staff.invitations import invite, withdraw_invitation
from tournaments.actions.staff.roles import change_role
from tournaments.forms.staff import InvitationForm, RoleForm
from tournaments.models import Invitation, Staff
from tournaments.views.desk.frame import DeskActionView, DeskFormView
from tournaments.views.inviting import InvitingMixin


class StaffPage(InvitingMixin, DeskFormView):
    """Who helps, who is invited; inviting one more."""

    tab = "staff"
    template_name = "desk/setup/staff.html"

    def get_form(self, data: QueryDict | None) -> InvitationForm:
        return InvitationForm(data)

    def make_invitation(self, data: dict[str, Any]) -> tuple[Invitation, str]:
        return invite(
            tournament=self.tournament,
            role=data["role"],
            for_whom=data["for_whom"],
            by=self.by,
            key=self.key,
        )

    def open_invitations(self) -> QuerySet[Invitation]:
        return self.tournament.invitations.open()

    def get_context(self, form: InvitationForm) -> dict[str, Any]:
        staff = self.tournament.staff.select_related("user").order_by("role", "user__name", "pk")
        return {
            **super().get_context(form),
            "staff": [
                (one, RoleForm(initial={"role": one.role}, auto_id=f"role-{one.pk}-%s")) for one in staff
            ],
        }


class WithdrawInvitation(DeskActionView):
    """Make an invitation's link useless."""

    success_message = gettext_lazy("The invitation was withdrawn.")
    success_page = "desk_staff"

    def perform(self) -> None:
        invitation = get_object_or_404(Invitation, pk=self.kwargs["pk"], tournament=self.tournament)
        withdraw_invitation(invitation=invitation, by=self.by)


class ChangeRole(DeskActionView):
    """Give a member of the staff another role."""

    success_message = gettext_lazy("The role was changed.")
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
    """Remove a person's role."""

    success_message = gettext_lazy("Removed from the staff.")
    success_page = "desk_staff"

    def staff(self) -> Staff:
        staff = Staff.objects.select_related("tournament", "user")
        return get_object_or_404(staff, pk=self.kwargs["pk"], tournament=self.tournament)

    def get_question(self) -> str:
        return _("Remove %(user)s from the staff?") % {"user": self.staff().user}

    def perform(self) -> None:
        dismiss(staff=self.staff(), by=self.by)
