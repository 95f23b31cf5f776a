from typing import Annotated, TypedDict

from tournaments.api.schemas.people import LicenceShape
from tournaments.models import RecordProposal
from web.api.answers import By, Of, filled
from web.api.moments import Moment


class RecordChangesShape(TypedDict):
    """The new values; null if unchanged. `licence` is added to the player's others. All are null once decided."""

    name: Annotated[str | None, "New name; null if it stays or is decided."]
    reading: Annotated[str | None, "New reading; null if it stays or is decided."]
    club: Annotated[str | None, "New club; null if it stays or is decided."]
    licence: Annotated[LicenceShape | None, "Number to add; null if there is none or it is decided."]


def _changes_of(proposal: RecordProposal) -> RecordChangesShape:
    changes = proposal.changes
    licence = changes.get("licence")
    return {
        "name": changes.get("name"),
        "reading": changes.get("reading"),
        "club": changes.get("club"),
        "licence": {"body": licence[0], "number": licence[1]} if licence else None,
    }


class RecordProposalShape(TypedDict):
    """A change proposed by an organizer of `tournament`. `status`: open, accepted or refused; `is_taken_back`:
    refused by its own author, for example for another proposal.
    """

    id: Annotated[int, Of("pk")]
    player: Annotated[int, Of("player_id")]
    tournament: Annotated[str, Of("tournament.slug")]
    changes: Annotated[RecordChangesShape, By(_changes_of), "What is proposed."]
    status: Annotated[str, "State of the proposal.", RecordProposal.Status]
    proposed_by: Annotated[int, Of("proposed_by_id"), "Id of the account that proposed it."]
    decided_at: Annotated[Moment | None, "When it was decided; null while it is open."]
    is_taken_back: Annotated[bool, "True if the person who proposed it took it back."]


class RecordProposalsShape(TypedDict):
    proposals: Annotated[list[RecordProposalShape], "The proposals, oldest first."]


# Expects `tournament` to be loaded.
record_proposal_shape = filled(RecordProposalShape, RecordProposal)
