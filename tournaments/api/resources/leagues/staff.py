"""Who organizes a league, and inviting others to. They accept on a page, signed in."""

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from players.api.fields import Name
from tournaments.actions.leagues.staff import dismiss_organizer
from tournaments.actions.staff.invitations import invite_organizer, withdraw_invitation
from tournaments.api.api_view import ApiView
from tournaments.api.resources.leagues.leagues import find_league
from tournaments.api.resources.people.invitations import InvitingView
from tournaments.api.schemas.invitations import InvitationShape, InvitationWithLinkShape, invitation_shape
from tournaments.api.schemas.structure import LeagueStaffShape, league_staff_shape
from tournaments.models import Invitation, League
from tournaments.permissions import can_run_league
from web.api.fields import Input
from web.api.pagination import Paging, page
from web.api.policies import SignedIn
from web.api.schema import describe


class NewOrganizerInvitation(Input):
    """`for_whom`: a note for the organizers. `email`: where to send the link; it is not stored."""

    for_whom = Name(default="", allow_blank=True)
    email = serializers.EmailField(max_length=254, required=False)


class LeagueOrganizers(ApiView):
    permission_classes = [SignedIn]

    @describe(
        "listOrganizers",
        "Who organizes a league (its organizers)",
        gives=LeagueStaffShape,
        page=True,
        query=Paging,
        refuses=(403,),
    )
    def get(self, request: Request, slug: str) -> Response:
        league = run_league(self, slug)
        staff = league.staff.select_related("user").order_by("pk")
        return page(request, staff, self.query(Paging), league_staff_shape)


class OneOrganizer(ApiView):
    permission_classes = [SignedIn]

    @describe(
        "dismissOrganizer",
        "Take an organizer's role away; it ends with the person's next request",
        status=204,
        changes=True,
    )
    def delete(self, request: Request, slug: str, pk: int) -> Response:
        league = run_league(self, slug)
        staff = self.find(league.staff.all(), pk=pk)

        def action() -> dict[str, object]:
            dismiss_organizer(staff=staff, by=self.actor)
            return {}

        return self.do(action, status=204)


class LeagueInvitations(InvitingView):
    @describe(
        "listOrganizerInvitations",
        "Who was invited to organize a league, newest first",
        gives=InvitationShape,
        page=True,
        query=Paging,
        refuses=(403,),
    )
    def get(self, request: Request, slug: str) -> Response:
        league = run_league(self, slug)
        rows = Invitation.objects.with_status().filter(league=league).select_related("invited_by")
        return page(request, rows.order_by("-pk"), self.query(Paging), invitation_shape)

    @describe(
        "inviteOrganizer",
        "Invite somebody to organize a league; the answer brings the link",
        takes=NewOrganizerInvitation,
        gives=InvitationWithLinkShape,
        status=201,
        changes=True,
    )
    def post(self, request: Request, slug: str) -> Response:
        league = run_league(self, slug)
        data = self.validated_data(NewOrganizerInvitation)
        return self.invite(
            data,
            lambda key: invite_organizer(league=league, for_whom=data["for_whom"], by=self.actor, key=key),
        )


class OneLeagueInvitation(ApiView):
    permission_classes = [SignedIn]

    @describe("withdrawOrganizerInvitation", "Make an invitation's link useless", status=204, changes=True)
    def delete(self, request: Request, slug: str, pk: int) -> Response:
        league = run_league(self, slug)
        invitation = self.find(Invitation.objects.filter(league=league), pk=pk)

        def action() -> dict[str, object]:
            withdraw_invitation(invitation=invitation, by=self.actor)
            return {}

        return self.do(action, status=204)


def run_league(view: ApiView, slug: str) -> League:
    """The league of this address, for those who may run it."""
    league = find_league(view, slug)
    view.allow(can_run_league(view.actor, league))
    return league
