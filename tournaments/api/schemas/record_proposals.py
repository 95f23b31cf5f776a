"""Proposed changes of a player's record."""

from typing import Annotated, TypedDict

from tournaments.api.schemas.people import LicenceShape
from tournaments.models import RecordProposal
from web.api.moments import Moment, moment_or_none


class RecordChangesShape(TypedDict):
    """The new values; null for what stays. `licence` comes in addition. All are null once it is decided."""

    name: Annotated[str | None, "New name; null if it stays or is decided."]
    reading: Annotated[str | None, "New reading; null if it stays or is decided."]
    club: Annotated[str | None, "New club; null if it stays or is decided."]
    licence: Annotated[LicenceShape | None, "Number to add; null if there is none or it is decided."]


class RecordProposalShape(TypedDict):
    """A change that an organizer of `tournament` proposed. `status`: open, accepted or refused; refused by whoever
    proposed it, it `is_taken_back`, such as for another proposal.
    """

    id: int
    player: int
    tournament: str
    changes: Annotated[RecordChangesShape, "What is proposed."]
    status: Annotated[str, "State of the proposal.", RecordProposal.Status]
    proposed_by: Annotated[int, "Id of the account that proposed it."]
    decided_at: Annotated[Moment | None, "When it was decided; null while it is open."]
    is_taken_back: Annotated[bool, "True if the person who proposed it took it back."]


class RecordProposalsShape(TypedDict):
    proposals: Annotated[list[RecordProposalShape], "The proposals, oldest first."]


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
