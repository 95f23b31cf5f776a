from typing import Annotated, TypedDict

from tournaments.api.schemas.people import EntryName, TeamShape
from tournaments.models import Penalty
from tournaments.models.play.penalty_kinds import PENALTY_KINDS
from web.api.answers import Of, filled
from web.api.moments import Moment


class PenaltyShape(TypedDict):
    """A deduction from an entry's total, in units, or another ruling: `kind`. A lifted one does not count but stays
    on record. A team's penalty has a `team` and no `entry`, and changes only the team's total.
    `round`: the id of the round it was given in, if known.
    """

    id: Annotated[int, Of("pk")]
    stage: Annotated[int, Of("stage_id")]
    round: Annotated[int | None, Of("round_id"), "Id of the round it was given in; null if none is named."]
    entry: Annotated[EntryName | None, "Who is penalized; null for a team."]
    team: Annotated[TeamShape | None, "Team that is penalized; null for a player."]
    kind: Annotated[str, f"What it is: {', '.join(PENALTY_KINDS)}."]
    amount: Annotated[int, "Units deducted; 0 for a warning, below 0 for a bonus."]
    reason: str
    imposed_at: Annotated[Moment, "When it was given."]
    lifted_at: Annotated[Moment | None, "When it was lifted; null while it counts."]
    lift_reason: Annotated[str, "Why it was lifted; empty while it counts."]


# Expects `entry.player` and `team` to be loaded.
penalty_shape = filled(PenaltyShape, Penalty)
