"""A locked table with everything a result depends on, read once by the action that locked it."""

from collections.abc import Callable
from dataclasses import dataclass, field

from django.db.models.functions import Now
from django.utils.translation import gettext as _
from msgspec import UNSET, UnsetType

from players.models import Player
from scoring.rulebook.rulebook import Rulebook
from tournaments.actions.actor import Actor
from tournaments.actions.errors import RoundClosed
from tournaments.actions.ledger import SeenHead
from tournaments.actions.locks import lock_table
from tournaments.actions.states import REPORTABLE
from tournaments.models import (
    Entry,
    HandRecord,
    LedgerHead,
    Round,
    Score,
    Scoresheet,
    Seat,
    Table,
    Tournament,
)
from tournaments.models.fast_sql.reading import JoinedRows
from tournaments.models.play.events import HandsSealed


@dataclass
class LockedTable:
    """A table, stable until the transaction ends: its players and the latest version of its sheet.

    `scores` are those of this version while it is live, and `agreed` the seats that confirmed it. `hands` is the
    number and hash of the last record in the hand log. `ledger` is the end of the tournament's ledger as read; it may
    have grown since.
    """

    table: Table
    seats: list[Seat] = field(default_factory=list)
    last: Scoresheet | None = None
    scores: list[Score] = field(default_factory=list)
    agreed: set[int] = field(default_factory=set)
    hands: tuple[int, str] | None = None
    ledger: SeenHead | None = None

    @property
    def tournament(self) -> Tournament:
        return self.table.round.stage.tournament

    @property
    def rulebook(self) -> Rulebook:
        """The rulebook for this table's size."""
        return self.tournament.rulebook_for(len(self.seats))


# Called by an action under its lock; raises the refusal for an actor without permission.
Permit = Callable[[LockedTable], None]


def permitted_already(at: LockedTable) -> None:
    """For callers that have already checked the permission."""


# A separate statement: one that waited for the lock would see the state from before the wait. The newest sheet and
# hand are looked up by table id: joined to seats, PostgreSQL would read all of them.
STANDING = JoinedRows(
    """
    SELECT {columns}, EXISTS (
        SELECT 1 FROM tournaments_confirmation WHERE sheet_id = sheet.id AND seat_id = seat.id
    ), hand.number, hand.hash
    FROM tournaments_seat seat
    JOIN tournaments_ledgerhead head ON head.tournament_id = %s
    JOIN tournaments_entry entry ON entry.id = seat.entry_id
    JOIN players_player player ON player.id = entry.player_id
    LEFT JOIN tournaments_scoresheet sheet ON sheet.table_id = %s AND sheet.version = (
        SELECT MAX(version) FROM tournaments_scoresheet WHERE table_id = %s
    )
    LEFT JOIN tournaments_score score ON score.sheet_id = sheet.id AND score.seat_id = seat.id
    LEFT JOIN tournaments_handrecord hand ON hand.table_id = %s AND hand.number = (
        SELECT MAX(number) FROM tournaments_handrecord WHERE table_id = %s
    )
    WHERE seat.table_id = %s ORDER BY seat.wind
    """,
    seat=Seat,
    entry=Entry,
    player=Player,
    sheet=Scoresheet,
    score=Score,
    head=LedgerHead,
    expressions=(Now(),),
    # Four of each, irrelevant for results. Other names are needed for games from a platform.
    defer=(
        *("entry.lot", "entry.created_at", "entry.checked_in_at", "entry.paid_at"),
        *("player.reading", "player.country", "player.club"),
        *("player.skeleton", "player.created_at"),
    ),
)


def lock_and_look(by: Actor, *, pk: int | None = None, sheet: int | None = None) -> LockedTable:
    """Lock a table, given as in `lock_table`, and read its state: two statements.

    Raises Table.DoesNotExist. Also loads the actor's role in the tournament.
    """
    table = lock_table(by, pk=pk, sheet=sheet)
    at = LockedTable(table)
    found = STANDING.read(at.tournament.pk, *[table.pk] * 5)
    for seat, entry, player, last, score, head, now, has_agreed, hands, hands_hash in found:
        at.ledger = SeenHead(head, now)
        seat.table, seat.entry, entry.player = table, entry, player
        at.hands = None if hands is None else (hands, hands_hash)
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


def sealed_hands(at: LockedTable) -> HandsSealed | UnsetType:
    """Return what a ledger entry records, and so seals, about a table's hand log; unset if there is none.

    The hash does not cover which staff member entered a hand.
    """
    if at.hands is None:
        return UNSET
    count, last = at.hands
    users = HandRecord.objects.filter(table=at.table, user__isnull=False).values_list("number", "user")
    return HandsSealed(count=count, hash=last, users=list(users.order_by("number")))


def refuse_unless_running(at: LockedTable) -> None:
    """Raise RoundClosed for a table whose round is not in play."""
    status = at.table.round.status
    if status in REPORTABLE:
        return
    if status == Round.Status.CLOSED:
        raise RoundClosed(_("This round is closed. Please ask the referee, who can still correct results."))
    raise RoundClosed(
        _("This round has not started yet. Results can be entered once it has started."),
        code="round_not_started",
    )
