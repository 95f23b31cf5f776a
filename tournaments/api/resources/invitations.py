"""Inviting people to the staff of a tournament. They accept on a page, signed in; no call appoints anybody else."""

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.actions.invitations import invite, withdraw_invitation
from tournaments.api.door import Door
from tournaments.api.fields import Input, Name, OneOf
from tournaments.api.listing import Paging, page
from tournaments.api.policies import SignedIn
from tournaments.api.schema import describe
from tournaments.api.shapes.invitations import InvitationShape, InvitationWithLinkShape, invitation_shape
from tournaments.invitation_links import count_mail, link_of, mail_invitation
from tournaments.models import Invitation, Staff
from tournaments.permissions import can_run


class NewInvitation(Input):
    """`for_whom`: a note for the organizers. `email`: where to send the link; it is not stored."""

    role = OneOf(Staff.Role.choices)
    for_whom = Name(default="", allow_blank=True)
    email = serializers.EmailField(max_length=254, required=False)


class TournamentInvitations(Door):
    permission_classes = [SignedIn]

    @describe(
        "listInvitations",
        "Who was invited to the staff, newest first",
        gives=InvitationShape,
        page=True,
        query=Paging,
        refuses=(403,),
    )
    def get(self, request: Request, slug: str) -> Response:
        tournament = self.find_tournament(slug)
        self.allow(can_run(self.actor, tournament))
        rows = Invitation.objects.with_status().filter(tournament=tournament).select_related("invited_by")
        return page(request, rows.order_by("-pk"), self.asked(Paging), invitation_shape)

    @describe(
        "inviteStaff",
        "Invite somebody to the staff; the link is in this answer only",
        takes=NewInvitation,
        gives=InvitationWithLinkShape,
        status=201,
        changes=True,
    )
    def post(self, request: Request, slug: str) -> Response:
        tournament = self.find_tournament(slug)
        self.allow(can_run(self.actor, tournament))
        said = self.said(NewInvitation)
        self.key()
        email = said.get("email")
        if email is not None and self.actor.user is not None:
            count_mail(request, self.actor.user, email)
        new: list[tuple[Invitation, str]] = []

        def deed() -> InvitationWithLinkShape:
            new.append(
                invite(tournament=tournament, role=said["role"], for_whom=said["for_whom"], by=self.actor)
            )
            return {**invitation_shape(new[0][0]), "link": None, "code": None, "is_mailed": None}

        def shown_once() -> dict[str, object]:
            invitation, code = new[0]
            is_mailed = mail_invitation(invitation, code, email) if email is not None else None
            return {"link": link_of(code), "code": code, "is_mailed": is_mailed}

        return self.do(deed, status=201, secrets=shown_once)


class OneInvitation(Door):
    permission_classes = [SignedIn]

    @describe("withdrawInvitation", "Make an invitation's link useless", status=204, changes=True)
    def delete(self, request: Request, slug: str, pk: int) -> Response:
        tournament = self.find_tournament(slug)
        invitation = self.find(Invitation.objects.filter(tournament=tournament), pk=pk)
        self.allow(can_run(self.actor, tournament))

        def deed() -> dict[str, object]:
            withdraw_invitation(invitation=invitation, by=self.actor)
            return {}

        return self.do(deed, status=204)
