"""What a phone's page depends on, read in one query: phones ask again every few seconds."""

import hashlib
from typing import Any, NamedTuple

from django.conf import settings
from django.db.models import Count, Exists, OuterRef, Prefetch, Q, QuerySet, Subquery, Value
from django.utils.http import quote_etag
from django.utils.translation import get_language

from tournaments.models import (
    HandRecord,
    LedgerHead,
    Photo,
    Publication,
    RefereeCall,
    Round,
    Scoresheet,
    Seat,
    SeatDrawRule,
)
from tournaments.models.fast_sql.reading import PreparedQuery
from tournaments.models.play.sitting_out import sitting_out
from tournaments.views.public.clock_faces import beginning_of
from tournaments.views.seat.undecided import undecided_for

SHOWN = (
    "pk",
    "table",
    "entry",
    "table__scoresheets",
    "table__scoresheets__status",
    "table__scoresheets__confirmations__seat",
    "round__planned_at",
    "later_rounds",
    "photos_gone",
    "photo_count",
    "table__seat_draw__drawn_at",
    "draws_seats",
    "calls",
)
TABLE, STATUS, LATER_ROUNDS = map(SHOWN.index, ("table", "table__scoresheets__status", "later_rounds"))
STANDINGS = ("published", "moved")
CLOCK = (
    "round__clock__ends_at",
    "round__clock__remaining",
    "table__clock__ends_at",
    "table__clock__remaining",
    "table__clock__is_held",
)


class SeenTable(NamedTuple):
    """What a seat's page was made of: its ETag, whether the table waits for the referee, whether its players are to
    draw their seats, whether photos were taken of its paper sheet, whether its player is seated in a round to come,
    and whether its stage has such rounds.
    """

    etag: str
    calls: bool
    draws_seats: bool
    has_photos: bool
    plays_on: bool
    has_later_rounds: bool


def see(seat: Seat) -> SeenTable:
    """Read what this seat's page depends on, in one query.

    The ETag changes when a result is reported, confirmed, disputed or voided, when a call for the referee begins or
    ends, when a photo of the sheet is taken or deleted, when a player is replaced, when the round starts, when it is
    published or changed where this player sits next, when the clock starts, stops or is extended, and, once there is
    a result, with every publication of the standings. The part before the dot changes for all but the clock.
    Sheets are never edited, so their numbers and states say everything that is on them.
    """
    round_ = seat.round
    found = SEEN.read(seat.table_id, seat.entry_id, round_.stage_id, round_.stage.ordinal, round_.number)
    seen = [get_language(), seat.pk, seat.round.status, [row[: len(SHOWN)] for row in found]]
    own = [row for row in found if row[TABLE] == seat.table_id]
    if any(row[STATUS] == Scoresheet.Status.CONFIRMED for row in own):
        published, moved = own[0][len(SHOWN) : -len(CLOCK)]
        # Embedded, the page itself publishes what is behind.
        seen += [published, moved if settings.EMBEDDED else None]
    clock = [row[-len(CLOCK) :] for row in own[:1]]
    here = [row[len(SHOWN) - 4 : len(SHOWN)] for row in own]
    is_calling = any(calls for _photos, _drawn_at, _draws, calls in here)
    draws_seats = any(draws and drawn_at is None for _photos, drawn_at, draws, _calls in here)
    return SeenTable(
        etag=quote_etag(f"{_digest(seen)}.{_digest(clock)}"),
        calls=is_calling,
        draws_seats=draws_seats,
        has_photos=any(photos for photos, _drawn_at, _draws, _calls in here),
        plays_on=any(row[TABLE] != seat.table_id for row in found),
        has_later_rounds=any(row[LATER_ROUNDS] for row in own),
    )


def _seen(table: int, entry: int, stage: int, ordinal: int, number: int) -> QuerySet[Seat, Any]:
    """The rows of a table and of the next one of this entry."""
    calls = RefereeCall.objects.waiting().order_by().filter(seat__table=OuterRef("table"))
    photos = Photo.objects.order_by().filter(table=OuterRef("table")).values("table")
    # As expressions: a number that stands for another while the statement is written is too large for the column.
    place, nth = Value(ordinal), Value(number)
    next_table = Seat.objects.to_come().later_of(entry, stage, place, nth).values("table")[:1]
    # Players who sit out have no seat by which they would be found here.
    later_rounds = (
        _later_rounds(stage, nth).order_by().values("stage").annotate(rounds=Count("pk")).values("rounds")
    )
    return (
        Seat.objects.filter(Q(table=table) | Q(table=Subquery(next_table)))
        .order_by("round", "wind", "table__scoresheets__version", "table__scoresheets__confirmations")
        .annotate(
            later_rounds=Subquery(later_rounds),
            calls=Exists(calls),
            photo_count=Subquery(photos.annotate(count=Count("pk")).values("count")),
            photos_gone=Subquery(photos.annotate(count=Count("deleted_at")).values("count")),
            draws_seats=Exists(SeatDrawRule.objects.filter(stage=OuterRef("round__stage"))),
            published=Subquery(Publication.objects.filter(stage=stage).values("as_of_seq")),
            moved=Subquery(LedgerHead.objects.filter(tournament__stages=stage).values("standings_seq")),
        )
        .values_list(*SHOWN, *STANDINGS, *CLOCK)
    )


SEEN = PreparedQuery(_seen, of=(int, int, int, int, int))


def etag_of_game(seat: Seat) -> str:
    """Return the ETag of a table's game hand by hand. It changes with every hand, result and substitute, and when the
    clock starts, stops or is extended. The part before the dot changes for all but the clock. One query.
    """
    found = SEEN_GAME.read(seat.table_id)
    seen = [get_language(), seat.pk, [row[: -len(CLOCK)] for row in found]]
    clock = [row[-len(CLOCK) :] for row in found[:1]]
    return quote_etag(f"{_digest(seen)}.{_digest(clock)}")


def _seen_game(table: int) -> QuerySet[Seat, Any]:
    hands = HandRecord.objects.filter(table=OuterRef("table")).order_by("-number").values("hash")[:1]
    sheets = Scoresheet.objects.filter(table=OuterRef("table")).order_by("-version")
    return (
        Seat.objects.filter(table=table)
        .order_by("wind")
        .annotate(
            hand=Subquery(hands),
            sheet=Subquery(sheets.values("version")[:1]),
            sheet_status=Subquery(sheets.values("status")[:1]),
        )
        .values_list("entry", "round__status", "hand", "sheet", "sheet_status", *CLOCK)
    )


SEEN_GAME = PreparedQuery(_seen_game, of=int)


def _digest(seen: object) -> str:
    return hashlib.sha256(repr(seen).encode()).hexdigest()[:20]


def later_rounds(seat: Seat, seen: SeenTable) -> dict[str, object]:
    """What the page says of later rounds: `next`, where this seat's player sits next, with `table.seats.all()`, None
    while no later round is published; `next_begins`, when; `sits_out`, in which rounds they sit out before; and
    `undecided`, where their captain has yet to say who plays. No query where `seen`, as `see` gave it, had no later
    rounds and the player has no team.
    """
    next_seat = _next_seat(seat) if seen.plays_on else None
    begins = beginning_of(next_seat.round) if next_seat is not None else None
    return {
        "next": next_seat,
        "next_begins": begins,
        "sits_out": _sits_out_before(seat, next_seat) if seen.has_later_rounds else [],
        "undecided": undecided_for(seat.entry) if next_seat is None else [],
    }


def _next_seat(seat: Seat) -> Seat | None:
    return (
        Seat.objects.to_come()
        .after(seat)
        .select_related("table", "round__stage")
        .prefetch_related(Prefetch("table__seats", Seat.objects.for_display()))
        .first()
    )


def _sits_out_before(seat: Seat, next_seat: Seat | None) -> list[Round]:
    """The published rounds in which this seat's player sits out before playing again, first to last."""
    rounds = _later_rounds(seat.round.stage_id, seat.round.number).order_by("number")
    if next_seat is not None and next_seat.round.stage_id == seat.round.stage_id:
        rounds = rounds.filter(number__lt=next_seat.round.number)
    listed = list(rounds)
    waiting = sitting_out(listed)
    return [round_ for round_ in listed if seat.entry_id in {entry.pk for entry in waiting[round_.pk]}]


def _later_rounds(stage: int, number: int | Value) -> QuerySet[Round]:
    """Those of a stage after this number that are published and not over."""
    return Round.objects.filter(
        stage=stage,
        number__gt=number,
        status__in=(Round.Status.PUBLISHED, Round.Status.STARTED),
    )
