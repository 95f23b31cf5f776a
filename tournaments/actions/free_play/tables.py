"""Tables that players open themselves, and take back while they have no result."""

from collections.abc import Sequence
from datetime import date, datetime
from zoneinfo import ZoneInfo

from django.db import transaction
from django.db.models import Max
from django.db.models.functions import Now
from django.utils.translation import gettext as _

from tournaments.actions.actor import Actor
from tournaments.actions.errors import StateRefuses
from tournaments.actions.ledger import record
from tournaments.actions.locks import lock_table, lock_tournament
from tournaments.actions.play.clocks import drop_clock
from tournaments.actions.play.live_results import delete_void_results, refuse_live_results
from tournaments.actions.play.new_tables import refuse_players
from tournaments.actions.play.rounds import close_round, pin_rulebook
from tournaments.actions.states import refuse_finished
from tournaments.actions.teams.quotas import refuse_too_many_games
from tournaments.models import (
    Entry,
    Round,
    Scoresheet,
    Seat,
    Stage,
    Table,
    TableClock,
    Tournament,
)
from tournaments.models.play.events import TableOpened, TableTakenBack
from tournaments.models.winds import Wind


@transaction.atomic
def open_table(*, stage: Stage, players: Sequence[Entry], by: Actor, is_unranked: bool = False) -> Table:
    """Seat these players at a new table of a stage of free play, East first; it can report at once.

    The result of an unranked table is reported and confirmed like any other but counts for no total, quota or rating.

    Round n of a day holds everyone's n-th game: the table joins the first of today's rounds that none of the players
    has reached or passed, else a new one. The first table of a day closes complete rounds of earlier days. The
    tournament's first table pins its rulebook.

    Refuses a table size without a rulebook, and players who are named twice, have withdrawn, are not in the stage,
    have used up its game quota, or sit at a table in play without a result.
    """
    tournament = lock_tournament(stage.tournament_id)
    refuse_finished(tournament)
    stage = Stage.objects.get(pk=stage.pk)
    if not stage.is_free_play:
        message = _("In the stage “%(stage)s” the organizer draws the tables, so players cannot open them.")
        raise StateRefuses(message % {"stage": stage.name}, code="no_free_play")
    entries = Entry.objects.filter(tournament=tournament).select_related("player")
    people = entries.in_bulk([entry.pk for entry in players])
    _refuse_players(tournament, stage, [entry.pk for entry in players], people)
    if not is_unranked:
        refuse_too_many_games(stage, people, "players")
    today = _today(tournament)
    # All are locked before the ledger head: those of earlier days may be closed below.
    in_play = list(
        Round.objects.select_for_update(of=("self",), no_key=True)
        .filter(stage=stage, method=Round.OPENED, status=Round.Status.STARTED)
        .order_by("number")
    )
    round_ = _round_for(stage, list(people), in_play, today)
    highest = round_.tables.aggregate(highest=Max("number"))["highest"] or 0
    table = Table.objects.create(round=round_, number=highest + 1, is_unranked=is_unranked)
    Seat.objects.bulk_create(
        Seat(table=table, round=round_, wind=wind, entry=people[entry.pk])
        for wind, entry in zip(Wind, players, strict=False)
    )
    record(
        TableOpened(
            stage=stage.pk,
            round=round_.pk,
            number=round_.number,
            day=today.isoformat(),
            table=table.pk,
            place=table.number,
            entries=[entry.pk for entry in players],
            **{"is_unranked": True} if is_unranked else {},
        ),
        tournament_id=tournament.pk,
        by=by,
    )
    _close_earlier_days(in_play, today, by)
    pin_rulebook(tournament, by=by)
    return table


@transaction.atomic
def take_table_back(*, table: Table, by: Actor) -> None:
    """Remove a table that players opened and that has no result, with its round if it was the only one there.

    Idempotent. Void results and hands that were taken back go with it; the ledger keeps them. Refuses drawn tables,
    tables with a live result or hand, and tables in closed rounds.
    """
    lock_tournament(table.round.stage.tournament_id)
    if not Table.objects.filter(pk=table.pk).exists():
        return
    # The round may be deleted with its last table, so its lock is not shared with other tables' reports.
    Round.objects.select_for_update(no_key=True).get(pk=table.round_id)
    table = lock_table(by, pk=table.pk)
    round_ = table.round
    if not round_.is_of_free_play:
        message = _("This table was drawn. The organizer can change the draw.")
        raise StateRefuses(message, code="table_was_drawn")
    if round_.status != Round.Status.STARTED:
        raise StateRefuses(
            _("This round is closed, so its tables cannot be removed."), code=f"round_{round_.status}"
        )
    here = Table.objects.filter(pk=table.pk)
    refuse_live_results(here)
    # Penalties of the round are kept, too.
    is_last = not round_.penalties.exists() and not round_.tables.exclude(pk=table.pk).exists()
    delete_void_results(here)
    TableClock.objects.filter(table=table).delete()
    here.delete()
    if is_last:
        drop_clock(round_)
        Round.objects.filter(pk=round_.pk).delete()
    record(
        TableTakenBack(
            table=table.pk, round=round_.pk, number=round_.number, place=table.number, is_last=is_last
        ),
        tournament_id=round_.stage.tournament_id,
        by=by,
    )


def _refuse_players(
    tournament: Tournament, stage: Stage, players: Sequence[int], people: dict[int, Entry]
) -> None:
    refuse_players(tournament, stage, players, people)
    if busy := _seat_in_play(list(people)):
        words = _("%(player)s is at %(table)s, which has no result yet. Please report it first.")
        words %= {"player": busy.entry.player, "table": busy.table.full_name}
        raise StateRefuses(words, code="still_in_play", fields={"players": [words]})


def _seat_in_play(entries: Sequence[int]) -> Seat | None:
    """Return a seat of one of these players at a table in play without a result, if any."""
    reported = Scoresheet.objects.live().values("table")
    seats = Seat.objects.filter(entry__in=entries, round__status=Round.Status.STARTED)
    return seats.exclude(table__in=reported).select_related("entry__player", "table__round").first()


def _today(tournament: Tournament) -> date:
    """Return today's date where the tournament is played, by the database clock."""
    now: datetime = Tournament.objects.annotate(now=Now()).values_list("now", flat=True).get(pk=tournament.pk)
    return now.astimezone(ZoneInfo(tournament.time_zone)).date()


def _round_for(stage: Stage, entries: Sequence[int], in_play: Sequence[Round], today: date) -> Round:
    """Return today's round in which these players play next: one of `in_play`, or a new one."""
    rounds = Round.objects.filter(stage=stage)
    played = rounds.filter(seats__entry__in=entries).aggregate(last=Max("number"))["last"] or 0
    for round_ in in_play:
        if round_.played_on == today and round_.number > played:
            return round_
    highest = rounds.aggregate(highest=Max("number"))["highest"] or 0
    return Round.objects.create(
        stage=stage,
        number=highest + 1,
        status=Round.Status.STARTED,
        method=Round.OPENED,
        played_on=today,
        started_at=Now(),
    )


def _close_earlier_days(in_play: Sequence[Round], today: date, by: Actor) -> None:
    earlier = [round_ for round_ in in_play if round_.played_on is not None and round_.played_on < today]
    waiting = Table.objects.filter(round__in=earlier).exclude(scoresheets__status=Scoresheet.Status.CONFIRMED)
    incomplete = set(waiting.values_list("round", flat=True))
    for round_ in earlier:
        if round_.pk not in incomplete:
            close_round(round_=round_, by=by)
