"""Planned dates and times of rounds."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from itertools import islice
from typing import TypeAlias
from zoneinfo import ZoneInfo

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from tournaments.actions.actor import Actor
from tournaments.actions.errors import RulesRefuse, StateRefuses
from tournaments.actions.ledger import MOST_AT_ONCE, record_all
from tournaments.actions.locks import lock_tournament
from tournaments.actions.setup.settings import set_setting
from tournaments.actions.states import refuse_finished
from tournaments.models import PlannedRounds, Round, Stage, Tournament
from tournaments.models.bounds import EARLIEST, LATEST
from tournaments.models.ledger import instant
from tournaments.models.play.events import PlannedRoundsSet, RoundPlanned
from tournaments.models.play.planned_rounds import MOST_PLANNED
from tournaments.models.play.rounds import NOT_STARTED, RoundQuerySet

# First and last day without games.
Break: TypeAlias = tuple[date, date]
# Ten years.
MOST_DAYS_MOVED = 3_660
MOST_BREAKS = 100
MOST_TIMES = 1_000


@dataclass(frozen=True, kw_only=True)
class Rhythm:
    """Rounds of `minutes` with a `pause` between them, from `start` on `day`.

    After `lunch_after` rounds of each day there is `lunch` instead of the pause (0: no lunch). Each day has `a_day`
    rounds and begins at the same hour (0: all are on one day). Days are played in a row, or on these `weekdays` (0 is
    Monday; none: on all), but not in `breaks`.
    """

    day: date
    start: time
    minutes: int
    pause: int
    lunch_after: int = 0
    lunch: int = 0
    a_day: int = 0
    weekdays: frozenset[int] = frozenset()
    breaks: tuple[Break, ...] = ()

    def times(self, rounds: int, zone: ZoneInfo) -> list[datetime]:
        """Return when each of this many rounds begins.

        >>> rhythm = Rhythm(day=date(2026, 3, 7), start=time(10), minutes=75, pause=15, lunch_after=2, lunch=60)
        >>> [f"{begins:%H:%M}" for begins in rhythm.times(4, ZoneInfo("UTC"))]
        ['10:00', '11:30', '13:45', '15:15']
        """
        if not rounds:
            return []
        a_day = self.a_day or rounds
        days = list(islice(self._days(), -(-rounds // a_day)))
        return [
            (datetime.combine(days[number // a_day], self.start) + self._after(number % a_day)).replace(
                tzinfo=zone
            )
            for number in range(rounds)
        ]

    def _days(self) -> Iterator[date]:
        """Yield the days of play, without end."""
        day = self.day
        while True:
            over = next((last for first, last in self.breaks if first <= day <= last), None)
            if over is None and (not self.weekdays or day.weekday() in self.weekdays):
                yield day
            day = (over or day) + timedelta(days=1)

    def _after(self, number: int) -> timedelta:
        """Return how long after the first one of a day its round with this number begins by the clock on the wall,
        from 0.
        """
        minutes = number * (self.minutes + self.pause)
        if 0 < self.lunch_after <= number:
            minutes += self.lunch - self.pause
        return timedelta(minutes=minutes)


def rhythm_of(tournament: Tournament, plan: PlannedRounds | None) -> Rhythm | None:
    """Return the rhythm of planned rounds; None where no day or no length is known."""
    if plan is None or not plan.minutes or tournament.starts_on is None:
        return None
    if not EARLIEST.date() <= tournament.starts_on < LATEST.date() - timedelta(days=MOST_PLANNED + 1):
        return None
    hour, minute = divmod(plan.starts_at, 60)
    return Rhythm(
        day=tournament.starts_on,
        start=time(hour, minute),
        minutes=plan.minutes,
        pause=plan.pause,
        lunch_after=plan.lunch_after,
        lunch=plan.lunch,
        a_day=plan.a_day,
    )


def planned_times(tournament: Tournament, plan: PlannedRounds | None) -> list[datetime]:
    """Return when each of the planned rounds begins; empty where that is not known."""
    rhythm = rhythm_of(tournament, plan)
    if plan is None or rhythm is None:
        return []
    return rhythm.times(plan.rounds, ZoneInfo(tournament.time_zone))


def set_planned_rounds(*, stage: Stage, by: Actor, **columns: int) -> PlannedRounds | None:
    """Set how many rounds the stage has and their rhythm; none: open (returns None).

    Rounds that exist keep their times; rounds drawn later take theirs from it. See `set_setting`.
    """
    found: PlannedRounds | None = set_setting(PlannedRoundsSet, columns, stage=stage, by=by)
    return found


@transaction.atomic
def plan_times(*, tournament: Tournament, times: Mapping[int, datetime | None], by: Actor) -> list[Round]:
    """Set when rounds begin; None clears a time. Return the rounds that changed.

    `times` maps round ids to aware datetimes. Refuses rounds of another tournament and rounds that have started.
    """
    tournament = lock_tournament(tournament.pk)
    refuse_finished(tournament)
    rounds = Round.objects.select_for_update(of=("self",), no_key=True).select_related("stage")
    found = {round_.pk: round_ for round_ in rounds.filter(pk__in=times, stage__tournament=tournament)}
    if missing := sorted(times.keys() - found.keys()):
        raise RulesRefuse(
            _("This round belongs to another tournament."), code="foreign_round", fields={"rounds": missing}
        )
    changed = []
    for pk, planned_at in times.items():
        round_ = found[pk]
        if planned_at == round_.planned_at:
            continue
        _refuse(round_, planned_at)
        # As it is read back from the database: answers show it in UTC.
        round_.planned_at = planned_at.astimezone(UTC) if planned_at is not None else None
        changed.append(round_)
    if changed:
        Round.objects.bulk_update(changed, ["planned_at"], batch_size=MOST_AT_ONCE)
        record_all([planned(round_) for round_ in changed], tournament_id=tournament.pk, by=by)
    return changed


def rounds_to_date(tournament: Tournament, first: Round | None = None) -> RoundQuerySet:
    """Return the rounds that have not started, in the order of play; from `first` on if given."""
    rounds = Round.objects.not_started().filter(stage__tournament=tournament).select_related("stage")
    if first is not None:
        is_of_stage = Q(stage=first.stage_id, number__gte=first.number)
        rounds = rounds.filter(is_of_stage | Q(stage__ordinal__gt=first.stage.ordinal))
    return rounds.order_by("stage__ordinal", "number")


@transaction.atomic
def plan_rhythm(
    *, tournament: Tournament, rhythm: Rhythm, by: Actor, first: Round | None = None
) -> list[Round]:
    """Give the rounds that have not started their times by a rhythm, from `first` on if given. See `plan_times`."""
    tournament = lock_tournament(tournament.pk)
    rounds = list(rounds_to_date(tournament, first))
    times = rhythm.times(len(rounds), ZoneInfo(tournament.time_zone))
    planned_for = {round_.pk: at for round_, at in zip(rounds, times, strict=True)}
    return plan_times(tournament=tournament, times=planned_for, by=by)


@transaction.atomic
def move_times(*, tournament: Tournament, days: int, by: Actor, first: Round | None = None) -> list[Round]:
    """Move the rounds that have not started by this many days, from `first` on if given; they keep their hour by the
    clock on the wall. Rounds without a time stay without. See `plan_times`.
    """
    tournament = lock_tournament(tournament.pk)
    return plan_times(tournament=tournament, times=moved_times(tournament, days, first), by=by)


def moved_times(tournament: Tournament, days: int, first: Round | None = None) -> dict[int, datetime]:
    """Return when rounds would begin after `move_times`, by round id."""
    zone = ZoneInfo(tournament.time_zone)
    rounds = rounds_to_date(tournament, first)
    return {
        round_.pk: round_.planned_at.astimezone(zone) + timedelta(days=days)
        for round_ in rounds
        if round_.planned_at is not None
    }


def planned(round_: Round) -> RoundPlanned:
    """Return the entry for the time that a round has now."""
    at = round_.planned_at
    return RoundPlanned(
        round=round_.pk, number=round_.number, planned_at=instant(at.astimezone(UTC)) if at else None
    )


def _refuse(round_: Round, planned_at: datetime | None) -> None:
    if round_.status not in NOT_STARTED:
        raise StateRefuses(
            _("%(round)s has started, so its time can no longer change.") % {"round": round_},
            code="round_started",
        )
    if planned_at is not None and not EARLIEST <= planned_at < LATEST:
        message = _("A round must be between the years 2000 and 2099.")
        raise RulesRefuse(message, code="time_out_of_range", fields={"planned_at": [message]})
