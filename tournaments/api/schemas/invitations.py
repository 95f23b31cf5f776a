"""Invitations: a code only to its creator, and never an e-mail address."""

from operator import attrgetter
from typing import Annotated, TypedDict

from tournaments.models import Invitation
from web.api.answers import By, Given, Of, filled
from web.api.moments import Moment


class InvitationShape(TypedDict):
    """`status`: open, accepted, declined, withdrawn or expired. `accepted_by`: the `user` of the staff."""

    id: Annotated[int, Of("pk")]
    role: str
    for_whom: str
    status: Annotated[
        str,
        By(attrgetter("status")),
        "What became of it: open, accepted, declined, withdrawn (by an organizer) or expired.",
    ]
    invited_by: Annotated[str, Of("invited_by", str), "Name of the person who sent the invitation."]
    created_at: Moment
    expires_at: Moment
    accepted_at: Annotated[Moment | None, "When it was accepted; null if it was not."]
    accepted_by: Annotated[
        int | None, Of("accepted_by_id"), "Id of the account that accepted; null if nobody has."
    ]


class InvitationWithLinkShape(InvitationShape):
    """`link` and `code` are not stored; only a repeat of the call shows them again.

    `is_mailed`: the requested mail is on its way; null if none was requested.
    """

    link: Annotated[str, Given()]
    code: Annotated[str, Given(), "Secret code of the link."]
    is_mailed: Annotated[bool | None, Given()]


# Expects an invitation of `with_status()`, with `invited_by`.
invitation_shape = filled(InvitationShape, Invitation)


invitation_with_link = filled(InvitationWithLinkShape, Invitation)
