"""A league's organizers and their invitations, which are accepted on a page."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from players.api.fields import Name
from tournaments.actions.leagues.staff import dismiss_organizer
from tournaments.actions.staff.invitations import invite_organizer, withdraw_invitation
from tournaments.api.api_view import ApiView
from tournaments.api.operations import by_itself, reads, writes
from tournaments.api.resources.leagues.leagues import find_league
from tournaments.api.resources.people.invitations import InvitingView
from tournaments.api.schemas.invitations import InvitationShape, InvitationWithLinkShape, invitation_shape
from tournaments.api.schemas.structure import LeagueStaffShape, league_staff_shape
from tournaments.models import Invitation, League
from tournaments.permissions import can_run_league
from web.api.fields import Input
from web.api.pagination import Paging, page
from web.api.policies import SignedIn


class NewOrganizerInvitation(Input):
    """`for_whom`: a note for the organizers. `email`: where to send the link; it is not stored."""

    for_whom = Name(
        default="", allow_blank=True, help_text="Note for the organizers about who is meant; may be empty."
    )
    email = serializers.EmailField(
        max_length=254, required=False, help_text="Where to send the link; not stored."
    )


class LeagueOrganizers(ApiView):
    permission_classes = [SignedIn]

    @reads(
        "listOrganizers",
        "Who organizes a league (its organizers)",
        permission=can_run_league,
        finds=find_league,
        gives=LeagueStaffShape,
        page=True,
        query=Paging,
        refuses=(403,),
    )
    def get(self, league: League, query: dict[str, Any]) -> Response:
        staff = league.staff.select_related("user").order_by("pk")
        return page(self.request, staff, query, league_staff_shape)


class OneOrganizer(ApiView):
    permission_classes = [SignedIn]

    @writes(
        "dismissOrganizer",
        "Take an organizer's role away; it ends with the person's next request",
        permission=can_run_league,
        finds=find_league,
        status=204,
    )
    def delete(self, league: League, pk: int) -> None:
        staff = self.find(league.staff.all(), pk=pk)
        dismiss_organizer(staff=staff, by=self.actor)


class LeagueInvitations(InvitingView):
    @reads(
        "listOrganizerInvitations",
        "Who was invited to organize a league, newest first",
        permission=can_run_league,
        finds=find_league,
        gives=InvitationShape,
        page=True,
        query=Paging,
        refuses=(403,),
    )
    def get(self, league: League, query: dict[str, Any]) -> Response:
        rows = Invitation.objects.with_status().filter(league=league).select_related("invited_by")
        return page(self.request, rows.order_by("-pk"), query, invitation_shape)

    @by_itself(
        "inviteOrganizer",
        "Invite a person to organize a league; the answer has the link",
        permission=can_run_league,
        takes=NewOrganizerInvitation,
        gives=InvitationWithLinkShape,
        status=201,
        changes=True,
    )
    def post(self, request: Request, slug: str) -> Response:
        league = find_league(self, slug)
        self.allow(can_run_league(self.actor, league))
        data = self.validated_data(NewOrganizerInvitation)
        return self.invite(
            data,
            lambda key: invite_organizer(league=league, for_whom=data["for_whom"], by=self.actor, key=key),
        )


class OneLeagueInvitation(ApiView):
    permission_classes = [SignedIn]

    @writes(
        "withdrawOrganizerInvitation",
        "Make an invitation's link useless",
        permission=can_run_league,
        finds=find_league,
        status=204,
    )
    def delete(self, league: League, pk: int) -> None:
        invitation = self.find(Invitation.objects.filter(league=league), pk=pk)
        withdraw_invitation(invitation=invitation, by=self.actor)


def run_league(view: ApiView, slug: str) -> League:
    """Return the league at this address; refused unless the actor may run it."""
    league = find_league(view, slug)
    view.allow(can_run_league(view.actor, league))
    return league
