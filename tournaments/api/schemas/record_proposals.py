"""Proposed changes of a player's record."""

from typing import TypedDict

from tournaments.api.schemas.people import LicenceShape
from tournaments.models import RecordProposal
from web.api.moments import Moment, moment_or_none


class RecordChangesShape(TypedDict):
    """The new values; null for what stays. `licence` comes in addition. All are null once it is decided."""

    name: str | None
    reading: str | None
    club: str | None
    licence: LicenceShape | None


class RecordProposalShape(TypedDict):
    """A change that an organizer of `tournament` proposed. `status`: open, accepted or refused; refused by whoever
    proposed it, it `is_taken_back`, such as for another proposal.
    """

    id: int
    player: int
    tournament: str
    changes: RecordChangesShape
    status: str
    proposed_by: int
    decided_at: Moment | None
    is_taken_back: bool


class RecordProposalsShape(TypedDict):
    proposals: list[RecordProposalShape]


def record_proposal_shape(proposal: RecordProposal) -> RecordProposalShape:
    licence = proposal.changes.get("licence")
    return {
        "id": proposal.pk,
        "player": proposal.player_id,
        "tournament": proposal.tournament.slug,
        "changes": {
            "name": proposal.changes.get("name"),
            "reading": proposal.changes.get("reading"),
            "club": proposal.changes.get("club"),
            "licence": {"body": licence[0], "number": licence[1]} if licence else None,
        },
        "status": proposal.status,
        "proposed_by": proposal.proposed_by_id,
        "decided_at": moment_or_none(proposal.decided_at),
        "is_taken_back": proposal.is_taken_back,
    }
