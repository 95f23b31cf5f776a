"""Proposed changes of a player's record."""

from typing import TypedDict

from tournaments.api.schemas.people import LicenceShape
from tournaments.models import RecordProposal


class RecordChangesShape(TypedDict):
    """The new values; null for what stays. `licence` comes in addition. All are null once it is decided."""

    name: str | None
    reading: str | None
    club: str | None
    licence: LicenceShape | None


class RecordProposalShape(TypedDict):
    """A change that an organizer of `tournament` proposed. `status`: open, accepted or refused."""

    id: int
    player: int
    tournament: str
    changes: RecordChangesShape
    status: str
    proposed_by: int


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
    }
