"""Rounds: read, draw, publish, schedule, start, close, reopen."""

from typing import Any

from rest_framework import serializers
from rest_framework.response import Response

from tournaments.actions.draws.draft_rounds import (
    discard_round,
    draw_round,
    publish_round,
    redraw_round,
    unpublish_round,
)
from tournaments.actions.idempotency import Answer
from tournaments.actions.play.round_times import plan_times
from tournaments.actions.play.rounds import cancel_start, close_round, reopen_round, start_round
from tournaments.api.api_view import ApiView
from tournaments.api.fields import CONFIRM_DRAW, CONFIRM_PUBLISHING, REMAINDERS, Confirmed
from tournaments.api.operations import Nothing, everybody, reads, writes
from tournaments.api.resources.setup.tournaments import NO_SUCH, find_stage
from tournaments.api.schemas.draw_jobs import DrawJobShape, draw_job_shape
from tournaments.api.schemas.play.rounds import (
    RoundPageShape,
    RoundShape,
    TablePageShape,
    round_page,
    round_shape,
    table_page,
)
from tournaments.models import DrawJob, Entry, Round, Seat, Stage, Table, Tournament
from tournaments.permissions import among, can_run, is_staff, visible_rounds
from web.api.fields import MOST_ID, Id, Input, Instant, OneOf, Several, Text, YesNo, longest
from web.api.pagination import Paging, page
from web.api.policies import Everybody

MOST_SITTING_OUT = 2_000


class RoundQuery(Paging):
    stage = serializers.IntegerField(
        min_value=1, max_value=MOST_ID, required=False, help_text="Rounds of the stage with this id."
    )
    status = serializers.ChoiceField(Round.Status.choices, required=False, help_text="Rounds in this state.")


class Drawing(Input):
    """Draw by lot, or as teams meet in a stage of teams. A `seed` announced in advance makes the draw verifiable;
    without one it is chosen at random.
    """

    seed = Text(
        max_length=longest(Round, "seed"),
        default="",
        allow_blank=True,
        help_text="Seed that was announced; empty to let the server make one.",
    )
    sit_out = Several(child=Id(), max_length=MOST_SITTING_OUT, default=list)
    remainder = OneOf(REMAINDERS, default="refuse")


class Redrawing(Drawing):
    confirm = Confirmed(default=list, help_text=CONFIRM_DRAW)


class Publishing(Input):
    confirm = Confirmed(default=list, help_text=CONFIRM_PUBLISHING)


class RoundTime(Input):
    """`planned_at` has an offset from UTC; null removes the time."""

    planned_at = Instant(
        allow_null=True,
        help_text="When it is to begin, with its offset from UTC; null to take the time back.",
    )


class Reopening(Input):
    """Unusual situations are refused with the code please_confirm; repeat the call with the codes named there in
    `confirm` to proceed: earlier_round_open, players_in_play.
    """

    confirm = Confirmed(default=list)


class Starting(Reopening):
    """Unusual situations are refused with the code please_confirm; repeat the call with the codes named there in
    `confirm` to proceed: earlier_round_open, players_in_play, players_not_here. `clock`: also start the round's
    clock.
    """

    clock = YesNo(default=False, help_text="True: start the clock of the round at once.")


class Closing(Input):
    """`leave_open`: close although tables have no confirmed result."""

    leave_open = YesNo(default=False, help_text="True: close although tables have no confirmed result.")


class TournamentRounds(ApiView):
    permission_classes = [Everybody]

    @reads(
        "listRounds",
        "The rounds of a tournament; drafts are for the staff",
        permission=everybody,
        gives=RoundShape,
        page=True,
        query=RoundQuery,
        refuses=(400,),
    )
    def get(self, tournament: Tournament, query: dict[str, Any]) -> Response:
        rows = visible_rounds(self.actor).filter(stage__tournament=tournament)
        if stage := query.get("stage"):
            rows = rows.filter(stage=stage)
        if status := query.get("status"):
            rows = rows.filter(status=status)
        return page(self.request, rows.order_by("stage__ordinal", "number"), query, round_shape)


def find_round(view: ApiView, pk: int) -> Round:
    return view.find(visible_rounds(view.actor).select_related("stage__tournament"), pk=pk)


def find_round_with_tables(view: ApiView, pk: int) -> Round:
    rounds = visible_rounds(view.actor).select_related("stage__tournament__usual_format")
    return view.find(rounds.with_tables(), pk=pk)


def find_table(view: ApiView, pk: int) -> Table:
    tables = Table.objects.filter(among(visible_rounds(view.actor), "round"))
    return view.find(tables.select_related("round__stage__tournament__usual_format"), pk=pk)


class StageRounds(ApiView):
    permission_classes = [Everybody]

    @writes(
        "drawRound",
        "Draw the next round as a draft that only the staff see",
        permission=can_run,
        finds=find_stage,
        of="tournament",
        takes=Drawing,
        gives=RoundPageShape,
        status=201,
    )
    def post(self, stage: Stage, data: dict[str, Any]) -> RoundPageShape:
        data = _with_entries(data, stage.tournament)
        return shown(draw_round(stage=stage, by=self.actor, **data))


class OneRound(ApiView):
    permission_classes = [Everybody]

    @reads(
        "getRound",
        "A round with its tables, seats and live sheets",
        permission=everybody,
        finds=find_round_with_tables,
        gives=RoundPageShape,
    )
    def get(self, round_: Round) -> RoundPageShape:
        return round_page(round_, for_staff=is_staff(self.actor, round_.stage.tournament))

    @writes(
        "discardRound",
        "Discard a draft; the ledger still records that it was drawn",
        permission=can_run,
        finds=find_round,
        of="stage.tournament",
        status=204,
    )
    def delete(self, round_: Round) -> None:
        discard_round(round_=round_, by=self.actor)


class Redraw(ApiView):
    permission_classes = [Everybody]

    @writes(
        "redrawRound",
        "Draw a draft again",
        permission=can_run,
        finds=find_round,
        of="stage.tournament",
        takes=Redrawing,
        gives=RoundPageShape,
        orders=DrawJobShape,
    )
    def post(self, round_: Round, data: dict[str, Any]) -> Answer:
        data = _with_entries(data, round_.stage.tournament)
        found = redraw_round(round_=round_, by=self.actor, **data)
        if isinstance(found, DrawJob):
            found.refresh_from_db(fields=["ordered_at"])
            return Answer(202, dict(draw_job_shape(found)))
        return Answer(200, dict(shown(found)))


class Publish(ApiView):
    permission_classes = [Everybody]

    @writes(
        "publishRound",
        "Show everybody who sits where",
        permission=can_run,
        finds=find_round,
        of="stage.tournament",
        takes=Publishing,
        gives=RoundPageShape,
    )
    def post(self, round_: Round, data: dict[str, Any]) -> RoundPageShape:
        return shown(publish_round(round_=round_, by=self.actor, **data))


class Unpublish(ApiView):
    permission_classes = [Everybody]

    @writes(
        "unpublishRound",
        "Make a published round a draft again, to change it",
        permission=can_run,
        finds=find_round,
        of="stage.tournament",
        takes=Nothing,
        gives=RoundPageShape,
    )
    def post(self, round_: Round) -> RoundPageShape:
        return shown(unpublish_round(round_=round_, by=self.actor))


class Start(ApiView):
    permission_classes = [Everybody]

    @writes(
        "startRound",
        "Let the games begin: tables report from now on",
        permission=can_run,
        finds=find_round,
        of="stage.tournament",
        takes=Starting,
        gives=RoundPageShape,
    )
    def post(self, round_: Round, data: dict[str, Any]) -> RoundPageShape:
        return shown(start_round(round_=round_, by=self.actor, **data))


class CancelStart(ApiView):
    permission_classes = [Everybody]

    @writes(
        "cancelStart",
        "Take the start of a round back, while no result and no hand stands there",
        permission=can_run,
        finds=find_round,
        of="stage.tournament",
        takes=Nothing,
        gives=RoundPageShape,
    )
    def post(self, round_: Round) -> RoundPageShape:
        return shown(cancel_start(round_=round_, by=self.actor))


class PlanTime(ApiView):
    permission_classes = [Everybody]

    @writes(
        "planRound",
        "Say when a round is to begin",
        permission=can_run,
        finds=find_round,
        of="stage.tournament",
        takes=RoundTime,
        gives=RoundPageShape,
    )
    def post(self, round_: Round, data: dict[str, Any]) -> RoundPageShape:
        tournament = round_.stage.tournament
        times = {round_.pk: data["planned_at"]}
        plan_times(tournament=tournament, times=times, by=self.actor)
        return shown(round_)


class Close(ApiView):
    permission_classes = [Everybody]

    @writes(
        "closeRound",
        "End a round: phones can no longer report or confirm",
        permission=can_run,
        finds=find_round,
        of="stage.tournament",
        takes=Closing,
        gives=RoundPageShape,
    )
    def post(self, round_: Round, data: dict[str, Any]) -> RoundPageShape:
        return shown(close_round(round_=round_, by=self.actor, **data))


class Reopen(ApiView):
    permission_classes = [Everybody]

    @writes(
        "reopenRound",
        "Let phones report again",
        permission=can_run,
        finds=find_round,
        of="stage.tournament",
        takes=Reopening,
        gives=RoundPageShape,
    )
    def post(self, round_: Round, data: dict[str, Any]) -> RoundPageShape:
        return shown(reopen_round(round_=round_, by=self.actor, **data))


class OneTable(ApiView):
    permission_classes = [Everybody]

    @reads(
        "getTable",
        "A table with its players and its live sheet",
        permission=everybody,
        finds=find_table,
        gives=TablePageShape,
    )
    def get(self, table: Table) -> TablePageShape:
        seats = list(table.seats.for_display())
        for_staff = is_staff(self.actor, table.round.stage.tournament)
        return table_page(table, seats, for_staff=for_staff)


def find_seat(view: ApiView, pk: int) -> Seat:
    seats = Seat.objects.filter(among(visible_rounds(view.actor), "round"))
    return view.find(seats.select_related("round__stage__tournament", "entry__player"), pk=pk)


def shown(round_: Round) -> RoundPageShape:
    """Return the updated round with its tables, as the staff may see it."""
    rounds = Round.objects.select_related("stage__tournament__usual_format").with_tables()
    return round_page(rounds.get(pk=round_.pk), for_staff=True)


def _with_entries(data: dict[str, Any], tournament: Tournament) -> dict[str, Any]:
    ids = set(data["sit_out"])
    entries = list(Entry.objects.filter(tournament=tournament, pk__in=ids))
    if len(entries) != len(ids):
        raise serializers.ValidationError({"sit_out": [NO_SUCH]})
    return {**data, "sit_out": entries}
