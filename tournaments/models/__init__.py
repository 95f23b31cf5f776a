"""The stored facts of an event, and the promises the database keeps about them."""

from tournaments.models.access import ApiToken, Attempts, SeatToken, Staff
from tournaments.models.draw_jobs import DrawJob
from tournaments.models.draws import Draw, SeatingConstraint, SeedCommitment
from tournaments.models.entries import Entry, Team
from tournaments.models.idempotency import IdempotencyKey
from tournaments.models.invitations import Invitation
from tournaments.models.ledger import LedgerEntry, LedgerHead
from tournaments.models.published import Publication, Standing, TeamStanding
from tournaments.models.results import Confirmation, Penalty, Score, Scoresheet
from tournaments.models.rounds import Round, Seat, Table
from tournaments.models.structure import League, Season, Stage, TableFormat, Tournament
from tournaments.models.winds import Wind

__all__ = [
    "ApiToken",
    "Attempts",
    "Confirmation",
    "Draw",
    "DrawJob",
    "Entry",
    "IdempotencyKey",
    "Invitation",
    "League",
    "LedgerEntry",
    "LedgerHead",
    "Penalty",
    "Publication",
    "Round",
    "Score",
    "Scoresheet",
    "Season",
    "Seat",
    "SeatToken",
    "SeatingConstraint",
    "SeedCommitment",
    "Staff",
    "Stage",
    "Standing",
    "Table",
    "TableFormat",
    "Team",
    "TeamStanding",
    "Tournament",
    "Wind",
]
