"""Who organizes a league, and inviting one more."""

from typing import Any

from django.db.models import QuerySet
from django.http import QueryDict
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.actions.leagues.staff import dismiss_organizer
from tournaments.actions.staff.invitations import invite_organizer, withdraw_invitation
from tournaments.forms.staff import OrganizerInvitationForm
from tournaments.models import Invitation, LeagueStaff
from tournaments.views.account.leagues import OwnLeagueMixin
from tournaments.views.action_views import ActionView
from tournaments.views.inviting import InvitingMixin


class LeagueStaffPage(OwnLeagueMixin, InvitingMixin):
    """Who organizes it, who is invited; inviting one more."""

    template_name = "leagues/staff.html"

    def get_form(self, data: QueryDict | None) -> OrganizerInvitationForm:
        return OrganizerInvitationForm(data)

    def make_invitation(self, data: dict[str, Any]) -> tuple[Invitation, str]:
        return invite_organizer(league=self.league, for_whom=data["for_whom"], by=self.by, key=self.key)

    def open_invitations(self) -> QuerySet[Invitation]:
        return self.league.invitations.open()

    def get_context(self, form: OrganizerInvitationForm) -> dict[str, Any]:
        staff = self.league.staff.select_related("user").order_by("user__name", "pk")
        return {**super().get_context(form), "league": self.league, "staff": staff}


class WithdrawOrganizerInvitation(OwnLeagueMixin, ActionView):
    """Make an invitation's link useless."""

    success_message = gettext_lazy("The invitation was withdrawn.")
    success_page = "league_staff"

    def perform(self) -> None:
        invitation = get_object_or_404(Invitation, pk=self.kwargs["pk"], league=self.league)
        withdraw_invitation(invitation=invitation, by=self.by)


class DismissOrganizer(OwnLeagueMixin, ActionView):
    """Remove a person's role."""

    success_message = gettext_lazy("Removed as an organizer.")
    success_page = "league_staff"

    def staff(self) -> LeagueStaff:
        return get_object_or_404(LeagueStaff, pk=self.kwargs["pk"], league=self.league)

    def get_question(self) -> str:
        return _("Remove %(user)s from the organizers?") % {"user": self.staff().user}

    def perform(self) -> None:
        dismiss_organizer(staff=self.staff(), by=self.by)
