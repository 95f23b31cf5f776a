"""Round clocks and time limits."""

from collections.abc import Callable
from typing import Any

from django.db.models import Q
from rest_framework import serializers
from rest_framework.response import Response

from tournaments.actions.play.clocks import (
    MOST_EXTENSION,
    extend_clock,
    pause_clock,
    reset_clock,
    resume_clock,
    start_clock,
)
from tournaments.actions.setup.time_limits import MOST_NUMBER, set_time_limit
from tournaments.api.api_view import ApiView
from tournaments.api.operations import Nothing, everybody, reads, writes
from tournaments.api.resources.setup.tournaments import NO_SUCH
from tournaments.api.schemas.play.clocks import (
    ClockShape,
    TimeLimitShape,
    TimeLimitsShape,
    clock_shape,
    time_limit_shape,
)
from tournaments.models import AfterGong, Round, RoundClock, TimeLimit, Tournament
from tournaments.permissions import can_referee, can_run, visible_rounds
from web.api.fields import Id, Input, OneOf, Whole, within
from web.api.pagination import Paging, page
from web.api.policies import Everybody

AFTER_GONG = AfterGong.choices


class StartingClock(Input):
    """Fields left out follow the round, the tournament or the rulebook."""

    minutes = Whole(
        **within(RoundClock, "minutes"),
        required=False,
        help_text="Minutes; left out for what the round, the tournament or the rulebook says.",
    )
    after_gong = OneOf(AFTER_GONG, required=False)


class OfTables(Input):
    """`table`: the id of one table; default: all tables."""

    table = Id(required=False, help_text="Id of one table; left out for all.")


class Extending(OfTables):
    """`minutes` to add; negative to take away."""

    minutes = Whole(
        min_value=-MOST_EXTENSION, max_value=MOST_EXTENSION, help_text="Minutes more; below 0 for less."
    )


class Limiting(Input):
    """The limit of all rounds of the tournament, or of round `number` of `stage`. Without `minutes`, the limit is
    removed.
    """

    stage = Id(required=False, help_text="Id of the stage of one round; left out for all rounds.")
    number = Whole(min_value=1, max_value=MOST_NUMBER, required=False, help_text="Number of that round.")
    minutes = Whole(
        **within(TimeLimit, "minutes"),
        required=False,
        allow_null=True,
        help_text="Minutes; null or left out to drop this limit.",
    )
    after_gong = OneOf(AFTER_GONG, default=AfterGong.FINISH_HAND.value)


def find_round(view: ApiView, pk: int) -> Round:
    return view.find(visible_rounds(view.actor).select_related("stage__tournament__usual_format"), pk=pk)


class Clock(ApiView):
    permission_classes = [Everybody]

    @reads(
        "getClock",
        "The clock of a round, and the server's time",
        permission=everybody,
        finds=find_round,
        gives=ClockShape,
    )
    def get(self, round_: Round) -> ClockShape:
        return clock_shape(round_)


def turned(view: ApiView, round_: Round, action: Callable[..., object], data: dict[str, Any]) -> ClockShape:
    """Apply an action to a round's clock, or to the clock of the table in `data`."""
    if "table" in data:
        table = round_.tables.filter(pk=data["table"]).first()
        if table is None:
            raise serializers.ValidationError({"table": [NO_SUCH]})
        data = {**data, "table": table}
    action(round_=round_, by=view.actor, **data)
    return clock_shape(find_round(view, round_.pk))


class StartClock(ApiView):
    permission_classes = [Everybody]

    @writes(
        "startClock",
        "Let the time of a round run",
        permission=can_referee,
        finds=find_round,
        of="stage.tournament",
        takes=StartingClock,
        gives=ClockShape,
    )
    def post(self, round_: Round, data: dict[str, Any]) -> ClockShape:
        return turned(self, round_, start_clock, data)


class PauseClock(ApiView):
    permission_classes = [Everybody]

    @writes(
        "pauseClock",
        "Stop the time of all tables, or hold that of one",
        permission=can_referee,
        finds=find_round,
        of="stage.tournament",
        takes=OfTables,
        gives=ClockShape,
    )
    def post(self, round_: Round, data: dict[str, Any]) -> ClockShape:
        return turned(self, round_, pause_clock, data)


class ResumeClock(ApiView):
    permission_classes = [Everybody]

    @writes(
        "resumeClock",
        "Let the time go on, of all tables or of one that was held",
        permission=can_referee,
        finds=find_round,
        of="stage.tournament",
        takes=OfTables,
        gives=ClockShape,
    )
    def post(self, round_: Round, data: dict[str, Any]) -> ClockShape:
        return turned(self, round_, resume_clock, data)


class ExtendClock(ApiView):
    permission_classes = [Everybody]

    @writes(
        "extendClock",
        "Give all tables, or one, more minutes or less",
        permission=can_referee,
        finds=find_round,
        of="stage.tournament",
        takes=Extending,
        gives=ClockShape,
    )
    def post(self, round_: Round, data: dict[str, Any]) -> ClockShape:
        return turned(self, round_, extend_clock, data)


class ResetClock(ApiView):
    permission_classes = [Everybody]

    @writes(
        "resetClock",
        "Take the start of a clock back",
        permission=can_referee,
        finds=find_round,
        of="stage.tournament",
        takes=Nothing,
        gives=ClockShape,
    )
    def post(self, round_: Round) -> ClockShape:
        return turned(self, round_, reset_clock, {})


class TimeLimits(ApiView):
    permission_classes = [Everybody]

    @reads(
        "listTimeLimits",
        "How long rounds take, where that is not what the rulebook says",
        permission=everybody,
        gives=TimeLimitShape,
        page=True,
        query=Paging,
        refuses=(400,),
    )
    def get(self, tournament: Tournament, query: dict[str, Any]) -> Response:
        rows = TimeLimit.objects.filter(Q(tournament=tournament) | Q(stage__tournament=tournament))
        return page(self.request, rows.order_by("pk"), query, time_limit_shape)

    @writes(
        "setTimeLimit",
        "Say how long the tournament's rounds take, or one of them",
        permission=can_run,
        takes=Limiting,
        gives=TimeLimitsShape,
    )
    def post(self, tournament: Tournament, data: dict[str, Any]) -> TimeLimitsShape:
        stage = None
        if "stage" in data:
            stage = tournament.stages.filter(pk=data["stage"]).first()
            if stage is None:
                raise serializers.ValidationError({"stage": [NO_SUCH]})
        set_time_limit(
            tournament=tournament,
            minutes=data.get("minutes"),
            after_gong=data["after_gong"],
            stage=stage,
            number=data.get("number"),
            by=self.actor,
        )
        rows = TimeLimit.objects.filter(Q(tournament=tournament) | Q(stage__tournament=tournament))
        return {"time_limits": [time_limit_shape(row) for row in rows.order_by("pk")]}
