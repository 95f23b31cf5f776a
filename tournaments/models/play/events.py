"""Ledger events of rounds in play: line-ups, tables, clocks, seats, results and penalties."""

from collections.abc import Callable
from types import new_class
from typing import Annotated, ClassVar

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext, pgettext_lazy
from msgspec import UNSET, Struct, UnsetType, field

from tournaments.models.events import (
    AnnouncementId,
    Columns,
    Digest,
    EntryId,
    Event,
    Explains,
    FreeText,
    Names,
    OneOf,
    OnStream,
    Payload,
    PenaltyId,
    Readers,
    RefereeCallId,
    RoundId,
    SeatId,
    SheetId,
    ShownAt,
    StageId,
    TableId,
    TeamId,
    Touches,
    UserId,
    hashed,
)
from tournaments.models.play.line_ups import LineUpRule
from tournaments.models.play.penalty_kinds import PENALTY_KINDS, LedgerKind, PenaltyKind
from tournaments.models.play.planned_rounds import PlannedRounds
from tournaments.models.setup.structure import Tournament
from web.text.figures import in_figures


class HandsSealed(Struct):
    """A game's hand records: their number, a hash over them, and the accounts that wrote them."""

    count: int
    hash: Digest
    users: list[tuple[int, UserId]]


# Rounds


class RoundPlanned(Event):
    kind = "round_planned"
    on_stream = OnStream.ROUND
    says = _("Round %(number)s planned for %(time)s")

    round: RoundId
    number: int
    planned_at: str | None

    @classmethod
    def words(cls, payload: Payload, names: Names) -> dict[str, object]:
        return {"time": names.time(payload.get("planned_at"))}


class PlannedRoundsSet(Event):
    kind = "planned_rounds_set"
    on_stream = None
    says = _("Planned rounds of the stage “%(stage)s”: %(rounds)s")
    explains = Explains(PlannedRounds, about=_("the planned rounds of stage %(id)s"))

    stage: StageId
    rounds: int
    starts_at: int
    minutes: int
    pause: int
    lunch_after: int
    lunch: int
    a_day: int


class RoundDiscarded(Event):
    kind = "discarded"
    on_stream = None
    says = _("A drawn round was discarded")

    round: RoundId


class RoundPublished(Event):
    kind = "published"
    on_stream = OnStream.ROUND
    says = _("Round %(number)s published")
    moves_seats = True

    round: RoundId
    number: int
    # With the draw's last draft, also if committed in advance.
    seed: str | None
    commitment: Digest | None
    tables: list[list[EntryId]]

    @classmethod
    def detail(cls, payload: Payload) -> str:
        return pgettext("ledger", "seed %(seed)s") % payload if payload.get("seed") else ""


class RoundUnpublished(Event):
    kind = "unpublished"
    on_stream = OnStream.ROUND
    says = _("Round %(number)s was returned to draft")
    moves_seats = True

    round: RoundId
    number: int


class RoundStarted(Event):
    kind = "started"
    on_stream = OnStream.ROUND
    says = _("Round %(number)s started")

    round: RoundId
    number: int


class RoundStartCancelled(Event):
    kind = "start_cancelled"
    on_stream = OnStream.ROUND
    says = _("The start of round %(number)s was undone")

    round: RoundId
    number: int
    # Tables whose hands were deleted with it.
    cleared: list[TableId] | UnsetType = UNSET


class RoundClosed(Event):
    kind = "closed"
    on_stream = OnStream.ROUND
    says = _("Round %(number)s closed")
    moves_seats = True

    round: RoundId
    number: int
    # Indexes of tables without a result.
    open: list[int]

    @classmethod
    def sentence(cls, payload: Payload) -> str | Promise:
        missing = len(payload.get("open", ()))
        if missing > 1:
            return _("Round %(number)s closed, without results of %(open)s tables")
        return _("Round %(number)s closed, without the result of one table") if missing else cls.says

    @classmethod
    def words(cls, payload: Payload, names: Names) -> dict[str, object]:
        return {"open": len(payload.get("open", ()))}


class RoundReopened(Event):
    kind = "reopened"
    on_stream = OnStream.ROUND
    says = _("Round %(number)s reopened")
    moves_seats = True

    round: RoundId
    number: int


class TimeLimitSet(Event):
    kind = "time_limit_set"
    on_stream = None
    says = _("The length of rounds was changed")

    # For a round, a stage, or (both null) the whole tournament.
    stage: StageId | None
    number: int | None
    # Null: the next wider limit applies.
    minutes: int | None
    after_gong: str | None


# Line-ups of teams


class LineUpRuleSet(Event):
    kind = "line_up_rule_set"
    on_stream = None
    says = _("The line-up rule of the stage “%(stage)s” was set")
    explains = Explains(LineUpRule, about=_("the line-up rule of stage %(id)s"), switch="is_on")

    stage: StageId
    is_on: bool
    closes_before: int
    late_penalty: int


class LineUpHandedIn(Event):
    kind = "line_up_handed_in"
    on_stream = None
    says = _("The team %(team)s handed in its line-up for round %(number)s")

    round: RoundId
    number: int
    team: TeamId
    is_late: bool
    hash: Digest


class LineUpShown(Struct):
    """A line-up as played. `content` is the submission, verbatim, with the ids of that time."""

    team: TeamId
    entries: list[EntryId]
    content: str


class LineUpsShown(Event):
    kind = "line_ups_shown"
    on_stream = OnStream.ROUND
    says = _("The line-ups of round %(number)s were shown, and those players took their seats")
    moves_seats = True

    round: RoundId
    number: int
    line_ups: list[LineUpShown]
    # Teams penalized for a late line-up.
    late: list[TeamId]
    tables_hash: Digest


# Tables


class TableOpened(Event):
    kind = "table_opened"
    on_stream = OnStream.ROUND
    says = _("Players opened table %(place)s in round %(number)s")

    round: RoundId
    stage: StageId
    number: int
    place: int
    table: TableId
    day: str
    entries: list[EntryId]
    is_unranked: bool | UnsetType = UNSET


class TableTakenBack(Event):
    kind = "table_taken_back"
    on_stream = OnStream.ROUND
    says = _("Table %(place)s of round %(number)s was taken back; it had no result")

    round: RoundId
    number: int
    place: int
    table: TableId
    # The round was deleted with it.
    is_last: bool


class TableAdded(Event):
    kind = "table_added"
    on_stream = OnStream.ROUND
    says = _("Table %(place)s was added to round %(number)s for latecomers")
    moves_seats = True

    round: RoundId
    number: int
    place: int
    table: TableId
    entries: list[EntryId]
    # Players who were not in the stage before.
    came: list[EntryId]
    seed: str


# Clocks


class ClockState(Struct):
    """A round's clock: when it ends, or the seconds left while it is paused."""

    ends_at: str | None
    remaining: int | None
    minutes: int
    after_gong: str


class TableClockState(Struct):
    """The clock of a table that differs from its round's."""

    id: TableId
    ends_at: str | None
    remaining: int | None
    is_held: bool


class _OfAClock(Event, abstract=True):
    """An action on a clock, with all clocks of the round afterwards."""

    round: RoundId
    number: int
    clock: ClockState
    tables: list[TableClockState]


class ClockStarted(_OfAClock):
    kind = "clock_started"
    on_stream = OnStream.CLOCK
    says = _("The clock of round %(number)s started: %(minutes)s minutes")

    minutes: int


class ClockPaused(_OfAClock):
    kind = "clock_paused"
    on_stream = OnStream.CLOCK
    says = _("The clock of round %(number)s was paused")


class ClockResumed(_OfAClock):
    kind = "clock_resumed"
    on_stream = OnStream.CLOCK
    says = _("The clock of round %(number)s was resumed")


class ClockExtended(_OfAClock):
    kind = "clock_extended"
    on_stream = OnStream.CLOCK
    says = _("The time of round %(number)s was changed by %(minutes)s minutes")

    minutes: int


class TableClockPaused(_OfAClock):
    kind = "table_clock_paused"
    on_stream = OnStream.CLOCK
    says = _("%(table)s: the clock was paused")

    table: TableId


class TableClockResumed(_OfAClock):
    kind = "table_clock_resumed"
    on_stream = OnStream.CLOCK
    says = _("%(table)s: the clock was resumed")

    table: TableId


class TableClockExtended(_OfAClock):
    kind = "table_clock_extended"
    on_stream = OnStream.CLOCK
    says = _("%(table)s: the time was changed by %(minutes)s minutes")

    table: TableId
    minutes: int


class ClockReset(Event):
    kind = "clock_reset"
    on_stream = OnStream.CLOCK
    says = _("The clock of round %(number)s was reset")

    round: RoundId
    number: int


# The hall


class Announced(Event):
    kind = "announced"
    on_stream = OnStream.ANNOUNCEMENT
    says = pgettext_lazy("ledger", "Announced: %(text)s")
    makes = Columns(
        "Announcement", "announcement", {"text": "text", "until": "until"}, at="made_at", by="made_by"
    )

    announcement: AnnouncementId
    text: Annotated[str, FreeText("Announcement", "announcement", "text")]
    # None if it is shown until it is removed.
    until: str | UnsetType | None = UNSET

    @classmethod
    def sentence(cls, payload: Payload) -> str | Promise:
        if payload.get("until"):
            return pgettext_lazy("ledger", "Announced until %(time)s: %(text)s")
        return cls.says

    @classmethod
    def words(cls, payload: Payload, names: Names) -> dict[str, object]:
        return {"time": names.time(payload.get("until"))}


class AnnouncementRemoved(Event):
    kind = "announcement_removed"
    on_stream = OnStream.ANNOUNCEMENT
    says = _("An announcement was taken down")
    changes = Columns("Announcement", "announcement", at="removed_at", by="removed_by")

    announcement: AnnouncementId


class RefereeCalled(Event):
    kind = "referee_called"
    on_stream = None
    says = _("%(table)s called the referee")
    shown_at = ShownAt.ITS_TABLE
    makes = Columns("RefereeCall", "call", {"seat": "seat", "reason": "reason"}, at="called_at")

    call: RefereeCallId
    table: TableId
    seat: SeatId | None
    reason: Annotated[str, FreeText("RefereeCall", "call", "reason", Readers.STAFF)]


class RefereeCallEnded(Event):
    kind = "referee_call_ended"
    on_stream = None
    says = _("%(table)s: the call for the referee was resolved")
    shown_at = ShownAt.ITS_TABLE
    changes = Columns("RefereeCall", "call", {"ended_by_seat": "seat"}, at="ended_at", by="ended_by")

    call: RefereeCallId
    table: TableId
    # The player who removed it; null for the staff.
    seat: SeatId | None


# Who sits where


class PlayerSubstituted(Event):
    kind = "substituted"
    on_stream = OnStream.ROUND
    says = _("%(in)s plays in place of %(out)s")
    moves_seats = True

    seat: SeatId
    round: RoundId
    left: EntryId = field(name="out")
    came: EntryId = field(name="in")


class TableMoved(Struct):
    """A table whose players changed places: the old and new seats, and its hands, which moved with them."""

    table: TableId
    seats_before: list[SeatId]
    seats: list[SeatId]
    hands: HandsSealed | UnsetType = UNSET


class PlacesChanged(Event):
    kind = "changed_places"
    on_stream = OnStream.ROUND
    says = _("%(one)s and %(other)s changed places")
    moves_seats = True

    round: RoundId
    one: EntryId
    other: EntryId
    moved: list[TableMoved]


class PlayersReseated(Event):
    kind = "reseated"
    on_stream = OnStream.ROUND
    says = _("%(table)s: players were seated as their game was dealt")
    shown_at = ShownAt.ITS_TABLE
    moves_seats = True

    round: RoundId
    table: TableId
    seats_before: list[SeatId]
    seats: list[SeatId]
    hands: HandsSealed | UnsetType = UNSET


class HandTextRemoved(Event):
    kind = "hand_text_removed"
    on_stream = None
    says = _("The text entered with entry %(number)s of the game at %(table)s was removed")

    table: TableId
    number: int


# Results


class _OfASheet(Event, abstract=True):
    """An action on a version of a result: its figures, and a tag that changes with them."""

    touches = Touches.TABLE
    shown_at = ShownAt.ITS_TABLE

    table: TableId
    sheet: SheetId
    version: int
    status: str
    tag: str
    # East first.
    entries: list[EntryId]
    points: list[int]
    chombo: list[int]
    leftover: int
    imbalance: int
    # Hash of the rulebook in force.
    rulebook: Digest

    @classmethod
    def words(cls, payload: Payload, names: Names) -> dict[str, object]:
        return {"points": " · ".join(in_figures(points) for points in payload.get("points", ()))}


class _OfAWrittenSheet(_OfASheet, abstract=True):
    """Writing a version: whose seats these were, who reported it, when."""

    seats: list[SeatId]
    by_seat: SeatId | None
    by_user: UserId | None
    # By the phone's clock, if it was sent later.
    claimed_at: str | None
    imbalance_reason: Annotated[str, FreeText("Scoresheet", "sheet", "imbalance_reason", earlier=hashed)]
    hands: HandsSealed | UnsetType = UNSET


class ResultReported(_OfAWrittenSheet):
    kind = "reported"
    on_stream = OnStream.RESULT
    says = _("%(table)s reported: %(points)s")


class ResultAgreed(_OfASheet):
    kind = "agreed"
    on_stream = None
    says = _("%(table)s: a player agreed with version %(version)s")

    seat: SeatId | None


class ResultConfirmed(_OfASheet):
    kind = "confirmed"
    on_stream = OnStream.RESULT
    says = _("%(table)s confirmed: %(points)s")
    moves_standings = True

    seat: SeatId | None


class PaperCounted(_OfAWrittenSheet):
    kind = "paper_counted"
    on_stream = OnStream.RESULT
    says = _("%(table)s entered from a signed sheet, which counts (%(rule)s): %(points)s")
    moves_standings = True

    rule: Annotated[str, OneOf(Tournament.PaperCounts)]
    # Empty: a sheet with missing points waits for a second person.
    imbalance_reason: str


class PaperConfirmed(_OfASheet):
    kind = "paper_confirmed"
    on_stream = OnStream.RESULT
    says = _("%(table)s confirmed by a second person: %(points)s")
    moves_standings = True

    seat: SeatId | None


class ResultDisputed(_OfASheet):
    kind = "disputed"
    on_stream = OnStream.RESULT
    says = _("%(table)s disputed: %(reason)s")

    seat: SeatId | None
    reason: Annotated[str, FreeText("Scoresheet", "sheet", "dispute_reason")]


class ResultCorrected(_OfAWrittenSheet):
    kind = "corrected"
    on_stream = OnStream.RESULT
    says = _("%(table)s decided by the referee: %(points)s (%(reason)s)")
    moves_standings = True

    reason: Annotated[str, FreeText("Scoresheet", "sheet", "reason")]


class ConfirmationUndone(_OfAWrittenSheet):
    """The desk takes its confirmation back: a new version with the same figures and reporter waits."""

    kind = "confirmation_undone"
    on_stream = OnStream.RESULT
    says = _("%(table)s: the confirmation was undone (%(points)s)")
    moves_standings = True


class ResultVoided(_OfASheet):
    kind = "voided"
    on_stream = OnStream.RESULT
    says = _("%(table)s: the result was voided (%(reason)s)")
    moves_standings = True

    reason: Annotated[str, FreeText("Scoresheet", "sheet", "reason")]


class ResultImported(_OfAWrittenSheet):
    kind = "imported"
    on_stream = OnStream.RESULT
    says = _("%(table)s imported: %(points)s")
    moves_standings = True
    shown_at = ShownAt.EVERY_TABLE

    round: RoundId
    place: int


class ResultsImported(Event):
    kind = "results_imported"
    on_stream = None
    says = _("Results were imported")

    stage: StageId
    file: Digest
    games: int
    # The rounds added for them: number and day of play.
    rounds: list[tuple[RoundId, int, str | None]]


# Penalties

ReasonGiven = Annotated[str, FreeText("Penalty", "penalty", "reason")]
ReasonLifted = Annotated[str, FreeText("Penalty", "penalty", "lift_reason")]


class OfAPenalty(Event, abstract=True):
    # The kind of penalty it imposes; None if it lifts one.
    imposes: ClassVar[PenaltyKind | None] = None

    penalty: PenaltyId
    stage: StageId
    round: RoundId | None
    amount: int
    # The reason listed in the rulebook.
    given_for: str | UnsetType = UNSET


class _OfPlayersPenalty(OfAPenalty, abstract=True):
    touches = Touches.ENTRY

    entry: EntryId


class _OfTeamsPenalty(OfAPenalty, abstract=True):
    """Players' totals are not affected: a team's total is always computed from its players' and these."""

    team: TeamId


def _imposing(base: type[OfAPenalty], kind: PenaltyKind, stored: LedgerKind) -> Callable[..., OfAPenalty]:
    """Return the event of a kind of penalty. It moves standings if the kind has points."""
    declared = {
        "__annotations__": {"reason": ReasonGiven},
        "kind": stored.kind,
        "says": stored.says,
        "imposes": kind,
        "on_stream": None,
        "moves_standings": kind.sign != 0,
        "__module__": __name__,
    }
    return new_class(stored.kind, (base,), exec_body=lambda body: body.update(declared))


PLAYER_PENALIZED = {
    name: _imposing(_OfPlayersPenalty, kind, kind.of_player) for name, kind in PENALTY_KINDS.items()
}
TEAM_PENALIZED = {
    name: _imposing(_OfTeamsPenalty, kind, kind.of_team) for name, kind in PENALTY_KINDS.items()
}


class PenaltyLifted(_OfPlayersPenalty):
    kind = "penalty_lifted"
    says = _("A penalty of %(entry)s lifted: %(reason)s")
    moves_standings = True

    reason: ReasonLifted


class TeamPenaltyLifted(_OfTeamsPenalty):
    kind = "team_penalty_lifted"
    says = _("A penalty of the team %(team)s lifted: %(reason)s")
    moves_standings = True

    reason: ReasonLifted
