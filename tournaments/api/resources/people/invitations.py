"""Invitations to a tournament's staff, accepted on a page; no call appoints another person directly."""

from collections.abc import Callable, Mapping
from typing import Any, cast

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from players.api.fields import Name
from tournaments.actions.idempotency import Answer, note
from tournaments.actions.staff.invitations import code_for, invite, withdraw_invitation
from tournaments.api.api_view import ApiView
from tournaments.api.operations import by_itself, reads, writes
from tournaments.api.schemas.invitations import (
    InvitationShape,
    InvitationWithLinkShape,
    invitation_shape,
    invitation_with_link,
)
from tournaments.credentials.invitation_links import count_mail, link_of, mail_invitation
from tournaments.credentials.repeats import answered_before
from tournaments.models import Invitation, Staff, Tournament
from tournaments.models.people.invitations import InvitationWithStatus
from tournaments.permissions import can_run
from web.api.fields import Input, OneOf
from web.api.pagination import Paging, page
from web.api.policies import SignedIn


class NewInvitation(Input):
    """`for_whom`: a note for the organizers. `email`: where to send the link; it is not stored."""

    role = OneOf(Staff.Role.choices)
    for_whom = Name(
        default="", allow_blank=True, help_text="Note for the organizers about who is meant; may be empty."
    )
    email = serializers.EmailField(
        max_length=254, required=False, help_text="Where to send the link; not stored."
    )


class InvitingView(ApiView):
    permission_classes = [SignedIn]

    def invite(
        self, data: Mapping[str, Any], make: Callable[[str], tuple[InvitationWithStatus, str]]
    ) -> Response:
        """Make an invitation by `make(key)`, and mail its link if `data` has an address."""
        by, key, email = self.actor, self.key(), data.get("email")
        body = {"body": self.request.data}
        # A repeated call sends no mail, so it is not throttled.
        if email is not None and by.user and answered_before(self.request, by=by, key=key, body=body) is None:
            count_mail(self.request, by.user)
        new: list[tuple[Invitation, str, InvitationWithLinkShape]] = []

        def action() -> InvitationWithLinkShape:
            invitation, code = make(key)
            # Not sent until known to be: a caller who gets no answer and repeats the call passes the link on.
            is_mailed = None if email is None else False
            answer = invitation_with_link(invitation, link="", code="", is_mailed=is_mailed)
            new.append((invitation, code, answer))
            return answer

        response = self.do(action, status=201)
        if new and email is not None:
            invitation, code, answer = new[0]
            if mail_invitation(invitation, code, email):
                note(by=by, key=key, answer=Answer(201, {**answer, "is_mailed": True}))
                response.data["is_mailed"] = True
        return response

    def complete(self, answer: Answer) -> Mapping[str, object]:
        """Fill in the code, which is not stored."""
        if answer.status != 201:
            return answer.body
        code = code_for(cast("int", answer.body["id"]), by=self.actor, key=self.key())
        return {**answer.body, "link": link_of(code), "code": code}


class TournamentInvitations(InvitingView):
    @reads(
        "listInvitations",
        "Who was invited to the staff, newest first",
        permission=can_run,
        gives=InvitationShape,
        page=True,
        query=Paging,
        refuses=(403,),
    )
    def get(self, tournament: Tournament, query: dict[str, Any]) -> Response:
        rows = Invitation.objects.with_status().filter(tournament=tournament).select_related("invited_by")
        return page(self.request, rows.order_by("-pk"), query, invitation_shape)

    @by_itself(
        "inviteStaff",
        "Invite a person to the staff; the answer has the link",
        permission=can_run,
        takes=NewInvitation,
        gives=InvitationWithLinkShape,
        status=201,
        changes=True,
    )
    def post(self, request: Request, slug: str) -> Response:
        tournament = self.find_tournament(slug)
        self.allow(can_run(self.actor, tournament))
        data = self.validated_data(NewInvitation)
        return self.invite(
            data,
            lambda key: invite(
                tournament=tournament, role=data["role"], for_whom=data["for_whom"], by=self.actor, key=key
            ),
        )


class OneInvitation(ApiView):
    permission_classes = [SignedIn]

    @writes("withdrawInvitation", "Make an invitation's link useless", permission=can_run, status=204)
    def delete(self, tournament: Tournament, pk: int) -> None:
        invitation = self.find(Invitation.objects.filter(tournament=tournament), pk=pk)
        withdraw_invitation(invitation=invitation, by=self.actor)
