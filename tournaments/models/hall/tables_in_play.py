"""The progress of each table in play, for people who walk through the hall."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import groupby
from typing import Any, NamedTuple

from django.db.models import FilteredRelation, Q, QuerySet
from django.db.models.functions import Now

from tournaments.models.credentials.seat_tokens import SeatToken
from tournaments.models.fast_sql.reading import PreparedQuery
from tournaments.models.play.clocks import Clock, RoundClock, TableClock
from tournaments.models.play.referee_calls import RefereeCall
from tournaments.models.play.results import Scoresheet
from tournaments.models.play.rounds import TABLE_NAME, Round, Seat
from tournaments.models.setup.structure import Stage, Tournament


class SeatNow(NamedTuple):
    """A seat, its player and what holds it. `call` is a waiting referee call; `token` the seat's active token."""

    pk: int
    wind: int
    entry: int
    player_id: int
    number: int
    name: str
    call: RefereeCall | None
    token: SeatToken | None


@dataclass(frozen=True)
class TableNow:
    """A table with its seats, East first. `versions` are its sheets except void ones, oldest first; `clock` is its
    own or its round's, None if none was started.
    """

    pk: int
    number: int
    is_unranked: bool
    round: Round
    clock: Clock | None
    now: datetime
    seats: Sequence[SeatNow]
    versions: Sequence[Scoresheet] = field(default=())

    def __str__(self) -> str:
        return str(TABLE_NAME) % {"number": self.number}

    @property
    def is_in_play(self) -> bool:
        """False for tables of a published round that already call."""
        return self.round.status == Round.Status.STARTED

    @property
    def sheet(self) -> Scoresheet | None:
        return next((sheet for sheet in reversed(self.versions) if sheet.is_live), None)

    @property
    def waits_on_paper(self) -> bool:
        """Whether the waiting sheet was typed from paper rather than reported from a seat."""
        sheet = self.sheet
        return (
            sheet is not None
            and sheet.status == Scoresheet.Status.SUBMITTED
            and sheet.reported_by_seat_id is None
        )

    @property
    def call(self) -> RefereeCall | None:
        return next((seat.call for seat in self.seats if seat.call is not None), None)

    @property
    def seconds_left(self) -> int | None:
        """Seconds until its time is up, negative afterwards; None without a running clock."""
        if self.clock is None or self.clock.ends_at is None:
            return None
        return self.clock.seconds_left(self.now)

    @property
    def is_held(self) -> bool:
        """Whether its own clock was stopped."""
        return isinstance(self.clock, TableClock) and self.clock.is_held

    @property
    def is_late(self) -> bool:
        """Time is up and nothing is reported."""
        return self.sheet is None and self.seconds_left is not None and self.seconds_left <= 0

    @property
    def state(self) -> str:
        """The progress in one word; what needs the referee comes first."""
        sheet = self.sheet
        return next(
            state
            for state, holds in (
                ("calls", self.call is not None),
                ("waiting", not self.is_in_play),
                ("disputed", sheet is not None and sheet.status == Scoresheet.Status.DISPUTED),
                ("submitted", sheet is not None and sheet.status == Scoresheet.Status.SUBMITTED),
                ("confirmed", sheet is not None),
                ("held", self.is_held),
                ("late", self.is_late),
                ("playing", True),
            )
            if holds
        )


# The columns read of each seat, by local name.
_COLUMNS = {
    "table": "table",
    "table_number": "table__number",
    "is_unranked": "table__is_unranked",
    "own_clock": "table__clock",
    "own_end": "table__clock__ends_at",
    "own_rest": "table__clock__remaining",
    "own_held": "table__clock__is_held",
    "round": "round",
    "round_number": "round__number",
    "round_name": "round__name",
    "match_day": "round__match_day",
    "game": "round__game",
    "round_status": "round__status",
    "stage": "round__stage",
    "ordinal": "round__stage__ordinal",
    "stage_name": "round__stage__name",
    "clock": "round__clock",
    "clock_end": "round__clock__ends_at",
    "clock_rest": "round__clock__remaining",
    "clock_minutes": "round__clock__minutes",
    "after_gong": "round__clock__after_gong",
    "now": "now",
    "pk": "pk",
    "wind": "wind",
    "entry": "entry",
    "player": "entry__player",
    "number": "entry__number",
    "name": "entry__player__name",
    "call": "waiting_call",
    "reason": "waiting_call__reason",
    "called_at": "waiting_call__called_at",
    "token": "living_token",
    "device_name": "living_token__device_name",
    "claimed_at": "living_token__claimed_at",
    "second_claims": "living_token__second_claims",
}


def tables_now(tournament: Tournament) -> list[TableNow]:
    """Return the tables in play, and those of published rounds with a referee call or a refused phone.

    Ordered by stage, round and number, with rounds and clocks: two queries.
    """
    rows = [dict(zip(_COLUMNS, row, strict=True)) for row in _SEATS.read(tournament.pk)]
    rounds: dict[int, Round] = {}
    found = []
    sheets = _versions(tournament.pk)
    for pk, of_table in groupby(rows, key=lambda row: row["table"]):
        seated = list(of_table)
        first = seated[0]
        round_ = rounds.get(first["round"]) or rounds.setdefault(first["round"], _round(first))
        found.append(
            TableNow(
                pk,
                first["table_number"],
                first["is_unranked"],
                round_,
                _clock_of(first, round_),
                first["now"],
                [_seat(row) for row in seated],
                sheets.get(pk, ()),
            )
        )
    return found


def _seats(tournament: int) -> "QuerySet[Seat, tuple[Any, ...]]":
    # Stated separately, so that the databases scan only the seats of these rounds.
    open_rounds = Q(round__status__in=(Round.Status.STARTED, Round.Status.PUBLISHED))
    shown = Q(round__status=Round.Status.STARTED) | Q(table__in=_asking(tournament))
    seats = (
        Seat.objects.filter(open_rounds, shown, round__stage__tournament=tournament)
        .annotate(
            now=Now(),
            waiting_call=FilteredRelation("referee_calls", condition=Q(referee_calls__ended_at=None)),
            living_token=FilteredRelation("tokens", condition=Q(tokens__revoked_at=None)),
        )
        .order_by("round__stage__ordinal", "round__number", "table__number", "wind")
    )
    return seats.values_list(*_COLUMNS.values())


def _asking(tournament: int) -> Any:
    """Return the tables of published rounds with a waiting referee call or a refused second phone."""
    # Only these rounds: scanning the seats of closed ones would grow with everything ever played.
    published = Seat.objects.filter(round__status=Round.Status.PUBLISHED, round__stage__tournament=tournament)
    seats = published.order_by()
    calls = Q(referee_calls__isnull=False, referee_calls__ended_at=None)
    claims = Q(tokens__revoked_at=None, tokens__second_claims__gt=0)
    return seats.filter(calls | claims).values("table")


def _sheets(tournament: int) -> QuerySet[Scoresheet]:
    sheets = Scoresheet.objects.exclude(status=Scoresheet.Status.VOID).filter(
        table__round__stage__tournament=tournament, table__round__status=Round.Status.STARTED
    )
    return sheets.order_by("table_id", "version")


_SEATS, _SHEETS = PreparedQuery(_seats, of=int), PreparedQuery(_sheets, of=int)


def _versions(tournament: int) -> dict[int, list[Scoresheet]]:
    """Return the sheets of tables in rounds in play, by table id, oldest first."""
    found: dict[int, list[Scoresheet]] = {}
    for sheet in _SHEETS.read(tournament):
        found.setdefault(sheet.table_id, []).append(sheet)
    return found


def _round(row: dict[str, Any]) -> Round:
    stage = Stage(pk=row["stage"], ordinal=row["ordinal"], name=row["stage_name"])
    round_ = Round(
        pk=row["round"],
        number=row["round_number"],
        name=row["round_name"],
        match_day=row["match_day"],
        game=row["game"],
        status=row["round_status"],
        stage=stage,
    )
    if row["clock"] is None:
        # Cache that there is no clock, so that it is not queried again.
        RoundClock._meta.get_field("round").remote_field.set_cached_value(round_, None)
    else:
        round_.clock = RoundClock(
            pk=row["clock"],
            round=round_,
            ends_at=row["clock_end"],
            remaining=row["clock_rest"],
            minutes=row["clock_minutes"],
            after_gong=row["after_gong"],
        )
    return round_


def _clock_of(row: dict[str, Any], round_: Round) -> Clock | None:
    if row["own_clock"] is not None:
        return TableClock(
            pk=row["own_clock"],
            table_id=row["table"],
            ends_at=row["own_end"],
            remaining=row["own_rest"],
            is_held=row["own_held"],
        )
    clock: Clock | None = getattr(round_, "clock", None)
    return clock


def _seat(row: dict[str, Any]) -> SeatNow:
    call, token = None, None
    if row["call"] is not None:
        call = RefereeCall(
            pk=row["call"], seat_id=row["pk"], reason=row["reason"], called_at=row["called_at"]
        )
    if row["token"] is not None:
        token = SeatToken(
            pk=row["token"],
            seat_id=row["pk"],
            device_name=row["device_name"],
            claimed_at=row["claimed_at"],
            second_claims=row["second_claims"],
        )
    whose = row["entry"], row["player"], row["number"], row["name"]
    return SeatNow(row["pk"], row["wind"], *whose, call, token)
