"""Invitations as the API shows them: never a code, and never an address."""

from typing import TypedDict

from tournaments.api.shapes.moments import Moment, moment, moment_or_none
from tournaments.models import Invitation


class InvitationShape(TypedDict):
    """`status`: open, accepted, declined, withdrawn or expired. `accepted_by`: the `user` of the staff."""

    id: int
    role: str
    for_whom: str
    status: str
    invited_by: str
    created_at: Moment
    expires_at: Moment
    accepted_at: Moment | None
    accepted_by: int | None


class InvitationWithLinkShape(InvitationShape):
    """`link` and `code` are in the first answer only. `is_mailed`: the mail that was asked for is on its way."""

    link: str | None
    code: str | None
    is_mailed: bool | None


def invitation_shape(invitation: Invitation) -> InvitationShape:
    """Expects `invited_by` to be loaded and `status` to be annotated."""
    return {
        "id": invitation.pk,
        "role": invitation.role,
        "for_whom": invitation.for_whom,
        "status": vars(invitation)["status"],
        "invited_by": str(invitation.invited_by),
        "created_at": moment(invitation.created_at),
        "expires_at": moment(invitation.expires_at),
        "accepted_at": moment_or_none(invitation.accepted_at),
        "accepted_by": invitation.accepted_by_id,
    }
