"""A table under its lock, with all that a result depends on: read once, by the action that has locked it."""

from collections.abc import Callable
from dataclasses import dataclass, field

from players.models import Player
from scoring.rulebook.rulebook import Rulebook
from tournaments.actions.actor import Actor
from tournaments.actions.locks import lock_table
from tournaments.models import Entry, Score, Scoresheet, Seat, Table, Tournament
from tournaments.models.joined_rows import JoinedRows


@dataclass
class LockedTable:
    """A table as it stays until the transaction ends: who sits there, and the version that was written last.

    `scores` are those of this version, as long as it stands, and `agreed` the seats that confirmed it.
    """

    table: Table
    seats: list[Seat] = field(default_factory=list)
    last: Scoresheet | None = None
    scores: list[Score] = field(default_factory=list)
    agreed: set[int] = field(default_factory=set)

    @property
    def tournament(self) -> Tournament:
        return self.table.round.stage.tournament

    @property
    def rulebook(self) -> Rulebook:
        """The one by which a table of so many is settled."""
        return self.tournament.rulebook_for(len(self.seats))


# Asked by an action under its lock: raises what an actor who may not is to be answered.
Permit = Callable[[LockedTable], None]


def permitted_already(at: LockedTable) -> None:
    """For callers that have made sure already that their actor may."""


# A statement of its own: one that waited for the lock would show what stood here before it waited.
STANDING = JoinedRows(
    """
    SELECT {columns}, EXISTS (
        SELECT 1 FROM tournaments_confirmation WHERE sheet_id = sheet.id AND seat_id = seat.id
    )
    FROM tournaments_seat seat
    JOIN tournaments_entry entry ON entry.id = seat.entry_id
    JOIN players_player player ON player.id = entry.player_id
    LEFT JOIN tournaments_scoresheet sheet ON sheet.id = (
        SELECT id FROM tournaments_scoresheet WHERE table_id = seat.table_id ORDER BY version DESC LIMIT 1
    )
    LEFT JOIN tournaments_score score ON score.sheet_id = sheet.id AND score.seat_id = seat.id
    WHERE seat.table_id = %s ORDER BY seat.wind
    """,
    seat=Seat,
    entry=Entry,
    player=Player,
    sheet=Scoresheet,
    score=Score,
)


def lock_and_look(by: Actor, *, pk: int | None = None, sheet: int | None = None) -> LockedTable:
    """Lock a table, named as `lock_table` takes it, and read what stands at it: two statements.

    Raises Table.DoesNotExist. The actor's role in the tournament is known afterwards.
    """
    table = lock_table(by, pk=pk, sheet=sheet)
    at = LockedTable(table)
    for seat, entry, player, last, score, has_agreed in STANDING.read(table.pk):
        seat.table, seat.entry, entry.player = table, entry, player
        at.seats.append(seat)
        if last is not None:
            last.table = table
            at.last = last
        if score is not None:
            score.seat = seat
            at.scores.append(score)
        if has_agreed:
            at.agreed.add(seat.pk)
    return at
