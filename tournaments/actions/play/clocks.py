"""The clock of a round in play: start, pause, resume, extend, reset; for all its tables or for one.

Clocks are only displayed: reports are accepted before and after the gong.
"""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models.functions import Now
from django.utils.translation import gettext as _

from tournaments.actions.actor import Actor
from tournaments.actions.errors import RulesRefuse, StateRefuses
from tournaments.actions.ledger import record
from tournaments.actions.setup.time_limits import check_after_gong, check_minutes, limit_of
from tournaments.actions.states import refuse_finished
from tournaments.models import Round, RoundClock, Table, TableClock
from tournaments.models.events import Event
from tournaments.models.ledger import instant
from tournaments.models.play.clocks import MOST_SECONDS, Clock
from tournaments.models.play.events import (
    ClockExtended,
    ClockPaused,
    ClockReset,
    ClockResumed,
    ClockStarted,
    ClockState,
    TableClockExtended,
    TableClockPaused,
    TableClockResumed,
    TableClockState,
)

MOST_EXTENSION = 120  # minutes, at a time


@transaction.atomic
def start_clock(
    *, round_: Round, by: Actor, minutes: int | None = None, after_gong: str | None = None
) -> RoundClock:
    """Start a round's clock, for `minutes` or else the limit of the round, tournament or rulebook.

    Refused unless the round is in play, and if its clock is already started.
    """
    round_ = _locked_round(round_)
    if RoundClock.objects.filter(round=round_).exists():
        raise StateRefuses(
            _("The clock of this round is already running or paused. To start again, reset it first."),
            code="clock_started",
        )
    limit = limit_of(round_.stage.tournament, round_)
    minutes = minutes if minutes is not None else limit.minutes
    after_gong = after_gong or limit.after_gong
    if minutes is None:
        message = _("The rulebook does not specify how long a round takes. Please enter the minutes.")
        raise RulesRefuse(message, code="no_time_limit", fields={"minutes": [message]})
    check_minutes(minutes)
    check_after_gong(after_gong)
    clock = RoundClock.objects.create(
        round=round_,
        minutes=minutes,
        after_gong=after_gong,
        ends_at=_now(round_) + timedelta(minutes=minutes),
    )
    _record(clock, ClockStarted, by, minutes=minutes)
    return clock


@transaction.atomic
def pause_clock(*, round_: Round, by: Actor, table: Table | None = None) -> RoundClock:
    """Pause all tables, or hold one table until it is released itself. Idempotent."""
    clock, tables, now = _locked_clock(round_, table)
    if table is not None:
        own = tables.get(table.pk) or TableClock(
            table=table, ends_at=clock.ends_at, remaining=clock.remaining
        )
        if own.is_held:
            return clock
        _stand(own, now)
        own.is_held = True
        own.save()
        _record(clock, TableClockPaused, by, table=table.pk)
        return clock
    if clock.ends_at is None:
        return clock
    for one in (clock, *tables.values()):
        if one.ends_at is not None:
            _stand(one, now)
            one.save(update_fields=["ends_at", "remaining"])
    _record(clock, ClockPaused, by)
    return clock


@transaction.atomic
def resume_clock(*, round_: Round, by: Actor, table: Table | None = None) -> RoundClock:
    """Resume all tables except held ones, or release a held table. Idempotent.

    A table released while all are paused resumes with the others.
    """
    clock, tables, now = _locked_clock(round_, table)
    if table is not None:
        own = tables.get(table.pk)
        if own is None or not own.is_held:
            return clock
        own.is_held = False
        if clock.ends_at is not None:
            _run(own, now)
        own.save(update_fields=["is_held", "ends_at", "remaining"])
        _record(clock, TableClockResumed, by, table=table.pk)
        return clock
    if clock.ends_at is not None:
        return clock
    for one in (clock, *(own for own in tables.values() if not own.is_held)):
        _run(one, now)
        one.save(update_fields=["ends_at", "remaining"])
    _record(clock, ClockResumed, by)
    return clock


@transaction.atomic
def extend_clock(*, round_: Round, minutes: int, by: Actor, table: Table | None = None) -> RoundClock:
    """Give all tables, or one, more minutes; a negative number takes some away.

    Expired time is extended from now. Time never becomes negative.
    """
    clock, tables, now = _locked_clock(round_, table)
    if not minutes or abs(minutes) > MOST_EXTENSION:
        message = _("You can change the time by up to %(most)s minutes at once.") % {"most": MOST_EXTENSION}
        raise RulesRefuse(message, code="minutes_out_of_range", fields={"minutes": [message]})
    if table is not None:
        own = tables.get(table.pk) or TableClock(
            table=table, ends_at=clock.ends_at, remaining=clock.remaining
        )
        _extend(own, minutes, now)
        own.save()
        _record(clock, TableClockExtended, by, table=table.pk, minutes=minutes)
        return clock
    for one in (clock, *tables.values()):
        _extend(one, minutes, now)
        one.save(update_fields=["ends_at", "remaining"])
    _record(clock, ClockExtended, by, minutes=minutes)
    return clock


@transaction.atomic
def reset_clock(*, round_: Round, by: Actor) -> Round:
    """Undo the start of a round's clock, with all extensions and holds."""
    clock, _tables, _at = _locked_clock(round_)
    drop_clock(clock.round)
    record(
        ClockReset(round=clock.round_id, number=clock.round.number),
        tournament_id=clock.round.stage.tournament_id,
        by=by,
    )
    return clock.round


def drop_clock(round_: Round) -> None:
    """Remove the clocks of a locked round, for actions that undo its start."""
    TableClock.objects.filter(table__round=round_).delete()
    RoundClock.objects.filter(round=round_).delete()


def _locked_round(round_: Round) -> Round:
    round_ = (
        Round.objects.select_for_update(of=("self",), no_key=True)
        .select_related("stage__tournament__usual_format")
        .get(pk=round_.pk)
    )
    if round_.status != Round.Status.STARTED:
        raise StateRefuses(
            _("%(round)s is not in play, so it has no clock. Start the round first.") % {"round": round_},
            code=f"round_{round_.status}",
        )
    refuse_finished(round_.stage.tournament)
    return round_


def _locked_clock(
    round_: Round, table: Table | None = None
) -> tuple[RoundClock, dict[int, TableClock], datetime]:
    """Return the clock of a round, those of its tables by id, and the time, all under the round's lock."""
    round_ = _locked_round(round_)
    if table is not None and table.round_id != round_.pk:
        raise RulesRefuse(_("This table belongs to another round."), code="foreign_table")
    clock = RoundClock.objects.filter(round=round_).first()
    if clock is None:
        raise StateRefuses(_("The clock of this round has not been started."), code="no_clock")
    clock.round = round_
    return clock, {own.table_id: own for own in TableClock.objects.filter(table__round=round_)}, _now(round_)


def _now(round_: Round) -> datetime:
    """Return the database time; must be read under the lock."""
    return Round.objects.annotate(now=Now()).values_list("now", flat=True).get(pk=round_.pk)


def _stand(clock: Clock, now: datetime) -> None:
    clock.remaining, clock.ends_at = max(0, clock.seconds_left(now)), None


def _run(clock: Clock, now: datetime) -> None:
    clock.ends_at, clock.remaining = now + timedelta(seconds=clock.remaining or 0), None


def _extend(clock: Clock, minutes: int, now: datetime) -> None:
    left = max(0, clock.seconds_left(now))
    wanted = left + minutes * 60
    if not 0 <= wanted <= MOST_SECONDS:
        if minutes < 0:
            message = _("Only %(left)s minutes are left.") % {"left": left // 60}
        else:
            message = _("This is more than a day.")
        raise RulesRefuse(message, code="minutes_out_of_range", fields={"minutes": [message]})
    if clock.ends_at is None:
        clock.remaining = wanted
    elif clock.ends_at <= now:
        clock.ends_at = now + timedelta(minutes=minutes)
    else:
        clock.ends_at += timedelta(minutes=minutes)


def _record(clock: RoundClock, event: Callable[..., Event], by: Actor, **more: int) -> None:
    """Every entry records the state of all clocks of the round."""
    tables = TableClock.objects.filter(table__round=clock.round).order_by("table")
    recorded = event(
        round=clock.round_id,
        number=clock.round.number,
        clock=ClockState(**standing_of(clock), minutes=clock.minutes, after_gong=clock.after_gong),
        tables=[TableClockState(id=own.table_id, **standing_of(own), is_held=own.is_held) for own in tables],
        **more,
    )
    record(recorded, tournament_id=clock.round.stage.tournament_id, by=by)


def standing_of(clock: Clock) -> dict[str, Any]:
    """Return the state of a clock as ledger entries record it."""
    return {"ends_at": instant(clock.ends_at) if clock.ends_at else None, "remaining": clock.remaining}
