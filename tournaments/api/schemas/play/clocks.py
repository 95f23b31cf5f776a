"""Round clocks and time limits."""

from typing import Annotated, TypedDict

from django.db.models.functions import Now

from tournaments.actions.setup.time_limits import limit_of
from tournaments.models import Round, RoundClock, TableClock, TimeLimit
from tournaments.models.play.clocks import AfterGong
from web.api.answers import Given, Of, filled
from web.api.moments import Moment, moment, moment_or_none


class TableClockShape(TypedDict):
    """The clock of a table with extra time, or that was stopped separately. `is_held`: until it is released
    separately.
    """

    table: Annotated[int, Of("table_id")]
    number: Annotated[int, Of("table.number"), "Number of the table."]
    ends_at: Annotated[Moment | None, "When the time is up; null while the clock is stopped."]
    seconds_left: Annotated[int, Given(), "Seconds left, below 0 once the time is over."]
    is_held: Annotated[bool, "True while it is stopped for this table alone."]


class ClockShape(TypedDict):
    """The clock of a round. It applies to all tables except those in `tables`.

    `now` is the server's time: count down `ends_at` − `now`, whatever your own clock shows. A stopped clock has no
    `ends_at`; `seconds_left` is negative after time. Before the start, `minutes` is the limit of this round, if the
    rulebook or the organizer sets one.
    """

    round: Annotated[int, "Id of the round."]
    is_started: Annotated[bool, "True once it was started."]
    minutes: Annotated[int | None, "Minutes of the round; null if nothing sets a limit."]
    after_gong: Annotated[str, "What is still played when the time is up.", AfterGong]
    now: Annotated[Moment, "Time of the server."]
    ends_at: Annotated[Moment | None, "When the time is up; null while the clock is stopped or not started."]
    seconds_left: int | None
    tables: Annotated[list[TableClockShape], "Tables with a clock of their own."]


class TimeLimitShape(TypedDict):
    """A time limit: for all rounds of the tournament if `stage` and `number` are null, else for that round."""

    stage: Annotated[int | None, Of("stage_id"), "Id of the stage; null for all rounds of the tournament."]
    number: Annotated[int | None, "Number of the round; null for all rounds."]
    minutes: Annotated[int, "Minutes that a round takes."]
    after_gong: Annotated[str, "What is still played when the time is up.", AfterGong]


class TimeLimitsShape(TypedDict):
    """All limits that replace the rulebook's."""

    time_limits: Annotated[list[TimeLimitShape], "Limits that replace the rulebook's."]


def clock_shape(round_: Round) -> ClockShape:
    """Return the current clock, in two queries.

    Expects `stage.tournament.usual_format` to be loaded.
    """
    clock = RoundClock.objects.filter(round=round_).annotate(now=Now()).first()
    if clock is None:
        now = Round.objects.annotate(now=Now()).values_list("now", flat=True).get(pk=round_.pk)
        limit = limit_of(round_.stage.tournament, round_)
        return {
            "round": round_.pk,
            "is_started": False,
            "minutes": limit.minutes,
            "after_gong": limit.after_gong.value,
            "now": moment(now),
            "ends_at": None,
            "seconds_left": None,
            "tables": [],
        }
    now = clock.now
    tables = TableClock.objects.filter(table__round=round_).select_related("table").order_by("table__number")
    return {
        "round": round_.pk,
        "is_started": True,
        "minutes": clock.minutes,
        "after_gong": clock.after_gong,
        "now": moment(now),
        "ends_at": moment_or_none(clock.ends_at),
        "seconds_left": clock.seconds_left(now),
        "tables": [_table_shape(own, seconds_left=own.seconds_left(now)) for own in tables],
    }


# Expects `table` to be loaded.
_table_shape = filled(TableClockShape, TableClock)


time_limit_shape = filled(TimeLimitShape, TimeLimit)
