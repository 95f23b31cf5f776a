"""Invitations as the API shows them: a code to whoever made it alone, and never an address."""

from typing import Annotated, TypedDict

from tournaments.models.people.invitations import InvitationWithStatus
from web.api.moments import Moment, moment, moment_or_none


class InvitationShape(TypedDict):
    """`status`: open, accepted, declined, withdrawn or expired. `accepted_by`: the `user` of the staff."""

    id: int
    role: str
    for_whom: str
    status: Annotated[str, "open, accepted, declined, withdrawn or expired."]
    invited_by: Annotated[str, "Name of the person who sent the invitation."]
    created_at: Moment
    expires_at: Moment
    accepted_at: Annotated[Moment | None, "When it was accepted; null if it was not."]
    accepted_by: Annotated[int | None, "Id of the account that accepted; null if nobody has."]


class InvitationWithLinkShape(InvitationShape):
    """`link` and `code` are stored nowhere; a repeat of the call shows them again.

    `is_mailed`: the mail that was requested is on its way; null when none was.
    """

    link: str
    code: Annotated[str, "Secret code of the link."]
    is_mailed: bool | None


def invitation_shape(invitation: InvitationWithStatus) -> InvitationShape:
    """Expects `invited_by` to be loaded."""
    return {
        "id": invitation.pk,
        "role": invitation.role,
        "for_whom": invitation.for_whom,
        "status": invitation.status,
        "invited_by": str(invitation.invited_by),
        "created_at": moment(invitation.created_at),
        "expires_at": moment(invitation.expires_at),
        "accepted_at": moment_or_none(invitation.accepted_at),
        "accepted_by": invitation.accepted_by_id,
    }
