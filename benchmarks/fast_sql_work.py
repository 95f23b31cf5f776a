"""What `benchmarks.fast_sql` times. Imported once Django is set up."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.db import transaction
from django.utils import timezone

from benchmarks.serving_work import POINTS, Hall, open_hall
from scoring.result.result import settle
from tournaments.actions.play.locked_tables import lock_and_look
from tournaments.actions.play.scoresheets.reporting import (
    SCORES,
    SHEETS,
    Figures,
    TableReport,
    report_sheet,
    scores_of,
    sheet_of,
)
from tournaments.credentials.visitors import LIVING
from tournaments.models import (
    ApiToken,
    Confirmation,
    HandRecord,
    LedgerEntry,
    LedgerHead,
    Score,
    Scoresheet,
    Seat,
    SeatToken,
    Staff,
    Standing,
    Table,
)
from tournaments.models.fast_sql.reading import PreparedQuery
from tournaments.models.fast_sql.writing import InsertedRows
from tournaments.standings import adding_up, publish, touched
from tournaments.standings.stages import published_rows
from tournaments.views import policies
from tournaments.views.public.standings import page
from tournaments.views.seat import table_state


@dataclass(frozen=True)
class Path:
    """The same done twice."""

    by_hand: Callable[[], object]
    by_orm: Callable[[], object]


def paths(players: int) -> dict[str, Path]:
    """By name, one path of each kind and those that are asked most."""
    hall = open_hall(2, players=players)
    first, second = Table.objects.filter(pk__in=hall.tables).select_related("round__stage__tournament")[:2]
    hall.phones([first.pk], seats=4)
    seat = Seat.objects.filter(table=first).select_related("round__stage").earliest("wind")
    secret = SeatToken.objects.get(seat=seat).device_hash
    sheet = report_sheet(table=first, report=TableReport(Figures(POINTS)), by=hall.by)
    token, tournament, stage = ApiToken.objects.all()[0], hall.stage.tournament_id, hall.stage
    game = (first.pk, seat.entry_id, stage.pk, stage.ordinal, seat.round.number)
    return {
        "a table under its lock": Path(partial(_looked_at, hall, first), partial(_looked_up, hall, first)),
        "a call's token": Path(
            partial(ApiToken.objects.presented, token.token_hash), partial(_presented, token)
        ),
        "a phone's seat": _prepared(LIVING, secret),
        "what a phone has seen": _prepared(table_state.SEEN, *game),
        "a page's tournament": _prepared(policies.EVERYBODYS, hall.slug),
        "publications of a page": _prepared(page.EVERYBODYS, hall.slug),
        "rows of a page": _prepared(published_rows._ROWS, stage.pk),
        "published rows, raw": _raw(publish.ROWS[Standing], stage.pk),
        "entries to add up, raw": _raw(adding_up.ENTRIES, tournament),
        "actions since, raw": _raw(touched.ACTIONS, tournament, 10, 20),
        "a sheet and its scores, written": _sheet(second),
        "a confirmation, written": _row(
            InsertedRows(Confirmation), lambda: Confirmation(sheet=sheet, seat=seat)
        ),
        "a ledger entry, written": _row(InsertedRows(LedgerEntry), partial(_entry, tournament)),
        "standings, half of them moved": _moved(stage.pk),
    }


def _prepared(query: PreparedQuery[Any, Any], *values: Any) -> Path:
    return Path(partial(query.read, *values), lambda: list(query.queryset_for(*values)))


def _raw(query: PreparedQuery[Any, Any], *values: Any) -> Path:
    return Path(partial(query.read_raw, *values), lambda: list(query.queryset_for(*values)))


def _looked_at(hall: Hall, table: Table) -> None:
    with transaction.atomic():
        lock_and_look(hall.by, pk=table.pk)


def _looked_up(hall: Hall, table: Table) -> list[object]:
    """What `lock_and_look` reads, of a tournament that is in no league."""
    with transaction.atomic():
        frame = Table.objects.select_related("round__stage__tournament__usual_format")
        locked = frame.select_for_update(of=("self", "round"), no_key=True).get(pk=table.pk)
        tournament = locked.round.stage.tournament
        sheet = locked.scoresheets.order_by("-version").first()
        return [
            Staff.objects.filter(tournament=tournament, user=hall.by.user).values_list("role").first(),
            list(locked.seats.select_related("entry__player").order_by("wind")),
            list(Score.objects.filter(sheet=sheet)),
            list(Confirmation.objects.filter(sheet=sheet).values_list("seat")),
            HandRecord.objects.filter(table=table).order_by("-number").values_list("number", "hash").first(),
            LedgerHead.objects.get(tournament=tournament),
        ]


def _presented(token: ApiToken) -> ApiToken:
    return ApiToken.objects.alive().select_related("user").get(token_hash=token.token_hash)


def _undone(write: Callable[[], object]) -> Callable[[], None]:
    """The same, in a transaction that is rolled back."""

    def written() -> None:
        with transaction.atomic():
            write()
            transaction.set_rollback(True)

    return written


def _row(rows: InsertedRows[Any], row: Callable[[], Any]) -> Path:
    return Path(_undone(lambda: rows.insert([row()])), _undone(lambda: row().save(force_insert=True)))


def _entry(tournament: int) -> LedgerEntry:
    return LedgerEntry(
        tournament_id=tournament,
        seq=10**6,
        kind="reported",
        payload="{}",
        actor="user:1",
        prev="f",
        hash="e",
        recorded_at=timezone.now(),
    )


def _sheet(table: Table) -> Path:
    seats = list(table.seats.select_related("entry").order_by("wind"))
    result = settle(table.round.stage.tournament.rulebook, POINTS)
    status = Scoresheet.Status.SUBMITTED

    def new() -> Scoresheet:
        return sheet_of(Figures(POINTS), table=table, version=1, status=status, reported_by_seat=seats[0])

    def scores(sheet: Scoresheet) -> list[Score]:
        return scores_of(sheet, seats, table.round.stage_id, result)

    def by_hand() -> None:
        sheet = new()
        SHEETS.insert([sheet])
        SCORES.insert(scores(sheet))

    def by_orm() -> None:
        sheet = new()
        sheet.save(force_insert=True)
        Score.objects.bulk_create(scores(sheet))

    return Path(_undone(by_hand), _undone(by_orm))


def _moved(stage: int) -> Path:
    """A game moves every second entry by a place."""
    columns = publish.ROW[Standing]
    has = {row[0]: row[1:] for row in publish.ROWS[Standing].read_raw(stage)}
    moved = {entry: (place + 10**6, *rest) for entry, (place, *rest) in has.items() if place % 2}
    should = has | moved

    def by_hand() -> None:
        publish.REPLACED[Standing].replace(stage, has=has, should=should)

    def by_orm() -> None:
        rows = [
            Standing(stage_id=stage, entry_id=entry, **dict(zip(columns, row, strict=True)))
            for entry, row in moved.items()
        ]
        Standing.objects.bulk_create(
            rows, update_conflicts=True, unique_fields=["stage", "entry"], update_fields=columns
        )

    return Path(_undone(by_hand), _undone(by_orm))
