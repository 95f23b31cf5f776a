"""A round's life: draw, publish, start, close, reopen."""

import hashlib
import secrets
from collections.abc import Mapping, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Literal

from django.db import transaction
from django.db.models import Max
from django.db.models.functions import Now
from django.utils.translation import gettext as _

from tournaments.actions.actor import Actor
from tournaments.actions.record import record
from tournaments.actions.refusals import RoundClosed, RulesRefuse, StateRefuses
from tournaments.actions.states import ROUND, RoundDeed
from tournaments.models import Entry, Round, Scoresheet, Seat, Stage, Table, Tournament
from tournaments.models.ledger import canonical
from tournaments.seating.errors import SeatingError
from tournaments.seating.random_draw import draw_random

MOST_ROUNDS = 60
METHOD = "random/1"

Remainder = Literal["refuse", "byes"]


@transaction.atomic
def draw_round(
    *, stage: Stage, by: Actor, seed: str = "", sit_out: Sequence[Entry] = (), remainder: Remainder = "refuse"
) -> Round:
    """Draw the stage's next round by lot, as a draft that only the organizer sees.

    Everybody takes part who is neither withdrawn, nor a substitute, nor in `sit_out`. Winds are evened out over
    the rounds before. The seed is made here when none is given, and stored, so that the draw can be done again.
    A number of players that does not fill the tables is refused, with what to do about it, unless `remainder`
    is `byes`: then those sit out who sat out least.
    """
    tournament = _lock_tournament(stage.tournament_id)
    if tournament.status == Tournament.Status.FINISHED:
        raise StateRefuses(_("This tournament is finished."), code="tournament_finished")
    number = (stage.rounds.aggregate(last=Max("number"))["last"] or 0) + 1
    if number > MOST_ROUNDS:
        raise RulesRefuse(
            _("A stage has at most %(most)s rounds.") % {"most": MOST_ROUNDS}, code="too_many_rounds"
        )
    seed = seed or secrets.token_hex(16)
    tables = _draw(stage, tournament, seed, {entry.pk for entry in sit_out}, remainder)
    round_ = Round.objects.create(stage=stage, number=number, seed=seed, method=METHOD)
    seat_players(round_=round_, tables=tables)
    _record_draw(round_, tables, tournament, by)
    return round_


@transaction.atomic
def redraw_round(
    *,
    round_: Round,
    by: Actor,
    seed: str = "",
    sit_out: Sequence[Entry] = (),
    remainder: Remainder = "refuse",
) -> Round:
    """Draw a draft again from a new seed. The ledger keeps both draws."""
    round_ = _locked(round_, "redraw")
    tournament = _lock_tournament(round_.stage.tournament_id)
    round_.tables.all().delete()
    round_.seed = seed or secrets.token_hex(16)
    round_.save(update_fields=["seed"])
    tables = _draw(round_.stage, tournament, round_.seed, {entry.pk for entry in sit_out}, remainder)
    seat_players(round_=round_, tables=tables)
    _record_draw(round_, tables, tournament, by)
    return round_


@transaction.atomic
def discard_round(*, round_: Round, by: Actor) -> None:
    """Throw a draft away. The ledger keeps that it was drawn."""
    round_ = _locked(round_, "discard")
    record(tournament_id=round_.stage.tournament_id, kind="discarded", payload={"round": round_.pk}, by=by)
    round_.delete()


@transaction.atomic
def publish_round(*, round_: Round, by: Actor) -> Round:
    """Show a drawn round to everybody: who sits where."""
    seats = (
        Seat.objects.filter(round=round_)
        .order_by("table__number", "wind")
        .values_list("table__number", "entry_id")
    )
    tables = [[entry for _number, entry in table] for _number, table in groupby(seats, key=itemgetter(0))]
    return _move(round_, "publish", "published", by, extra={"seed": round_.seed, "tables": tables})


@transaction.atomic
def start_round(*, round_: Round, by: Actor) -> Round:
    """Let the games begin: from now on tables report. The tournament's first start pins its rulebook."""
    round_ = _move(round_, "start", "started", by, started_at=Now())
    pin_rulebook(round_.stage.tournament, by=by)
    return round_


@transaction.atomic
def close_round(*, round_: Round, by: Actor, leave_open: bool = False) -> Round:
    """End a round: phones can no longer report or confirm; the referee can still correct.

    Refuses while a table has no confirmed result, and names those tables, unless `leave_open` says that they
    shall stay without one.
    """
    waiting = list(
        round_.tables.exclude(scoresheets__status=Scoresheet.Status.CONFIRMED)
        .order_by("number")
        .values_list("number", flat=True)
    )
    if waiting and not leave_open:
        raise StateRefuses(
            _(
                "No confirmed result yet from table %(tables)s. Please wait, decide the result, or close without it."
            )
            % {"tables": ", ".join(map(str, waiting))},
            code="results_missing",
            fields={"tables": waiting},
        )
    return _move(round_, "close", "closed", by, extra={"open": waiting}, closed_at=Now())


@transaction.atomic
def reopen_round(*, round_: Round, by: Actor) -> Round:
    """Let phones report again in a round closed too early."""
    return _move(round_, "reopen", "reopened", by, closed_at=None)


def pin_rulebook(tournament: Tournament, *, by: Actor) -> None:
    """Copy the rulebook's whole content into the tournament: a later edition never rewrites its history."""
    if tournament.status != Tournament.Status.PLANNED:
        return
    rulebook = tournament.rulebook
    tournament.rulebook_content = canonical(rulebook.content())
    tournament.status = Tournament.Status.RUNNING
    tournament.save(update_fields=["rulebook_content", "status"])
    record(
        tournament_id=tournament.pk,
        kind="rulebook_pinned",
        payload={"rulebook": tournament.rulebook_id, "hash": rulebook.hash()},
        by=by,
    )


def seat_players(*, round_: Round, tables: Sequence[Sequence[int]]) -> list[Table]:
    """Write tables 1, 2, … of a round with their seats; `tables` holds entry ids, East first."""
    rows = Table.objects.bulk_create(
        Table(round=round_, number=number) for number, _seats in enumerate(tables, 1)
    )
    Seat.objects.bulk_create(
        Seat(table=table, round=round_, wind=wind, entry_id=entry)
        for table, seats in zip(rows, tables, strict=True)
        for wind, entry in enumerate(seats, 1)
    )
    return rows


def _lock_tournament(tournament_id: int) -> Tournament:
    return Tournament.objects.select_for_update().get(pk=tournament_id)


def _draw(
    stage: Stage, tournament: Tournament, seed: str, sit_out: set[int], remainder: Remainder
) -> list[tuple[int, ...]]:
    size = tournament.rulebook.table.players
    players = [
        pk
        for pk in stage.tournament.entries.active().order_by("pk").values_list("pk", flat=True)
        if pk not in sit_out
    ]
    if not players or (len(players) % size and remainder == "refuse"):
        over = len(players) % size
        raise RulesRefuse(
            _(
                "%(players)s players do not fill tables of %(size)s: %(missing)s more are needed, "
                "or %(over)s sit out this round."
            )
            % {"players": len(players), "size": size, "missing": size - over, "over": over},
            code="players_do_not_fill_tables",
        )
    try:
        return draw_random(players, seed, table_size=size, remainder="byes", history=_history(stage))
    except SeatingError as error:
        raise RulesRefuse(error.message, code=error.code) from error


def _history(stage: Stage) -> list[list[tuple[int, ...]]]:
    """Who sat where in the stage's rounds so far: rounds of tables of entry ids, East first."""
    rounds: dict[int, dict[int, list[int]]] = {}
    rows = Seat.objects.filter(round__stage=stage).order_by("round__number", "table__number", "wind")
    for round_id, table_id, entry_id in rows.values_list("round_id", "table_id", "entry_id"):
        rounds.setdefault(round_id, {}).setdefault(table_id, []).append(entry_id)
    return [[tuple(seats) for seats in tables.values()] for tables in rounds.values()]


def _record_draw(round_: Round, tables: Sequence[Sequence[int]], tournament: Tournament, by: Actor) -> None:
    """Fix the draw in the public ledger without giving the draft away: the hashes now, seed and seats on publishing."""
    record(
        tournament_id=tournament.pk,
        kind="drawn",
        payload={
            "round": round_.pk,
            "number": round_.number,
            "method": round_.method,
            "seed_hash": _sha256(round_.seed),
            "tables_hash": _sha256(canonical([list(seats) for seats in tables])),
        },
        by=by,
    )


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _locked(round_: Round, deed: RoundDeed) -> Round:
    round_ = (
        Round.objects.select_for_update(of=("self",)).select_related("stage__tournament").get(pk=round_.pk)
    )
    if (round_.status, deed) not in ROUND:
        message = _("%(round)s is %(status)s, so that cannot be done.")
        raise RoundClosed(
            message % {"round": round_, "status": round_.get_status_display().lower()},
            code=f"round_{round_.status}",
        )
    return round_


def _move(
    round_: Round,
    deed: RoundDeed,
    kind: str,
    by: Actor,
    *,
    extra: Mapping[str, object] | None = None,
    **changes: object,
) -> Round:
    round_ = _locked(round_, deed)
    if deed == "start" and round_.stage.tournament.status == Tournament.Status.FINISHED:
        raise StateRefuses(_("This tournament is finished."), code="tournament_finished")
    for name, value in {"status": ROUND[round_.status, deed], **changes}.items():
        setattr(round_, name, value)
    round_.save(update_fields=["status", *changes])
    payload = {"round": round_.pk, "number": round_.number, **(extra or {})}
    record(tournament_id=round_.stage.tournament_id, kind=kind, payload=payload, by=by)
    return round_
