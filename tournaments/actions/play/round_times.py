"""Planned dates and times of rounds."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from django.db import transaction
from django.utils.translation import gettext as _

from tournaments.actions.actor import Actor
from tournaments.actions.errors import RulesRefuse, StateRefuses
from tournaments.actions.ledger import record
from tournaments.actions.locks import lock_tournament
from tournaments.actions.setup.settings import set_setting
from tournaments.actions.states import refuse_finished
from tournaments.models import PlannedRounds, Round, Stage, Tournament
from tournaments.models.bounds import EARLIEST, LATEST
from tournaments.models.ledger import instant
from tournaments.models.play.events import PlannedRoundsSet, RoundPlanned
from tournaments.models.play.planned_rounds import MOST_PLANNED
from tournaments.models.play.rounds import NOT_STARTED


@dataclass(frozen=True, kw_only=True)
class Rhythm:
    """Rounds of `minutes` with a `pause` between them, from `start` on `day`.

    After `lunch_after` rounds of each day there is `lunch` instead of the pause (0: no lunch). Each day has `a_day`
    rounds and begins at the same hour (0: all are on one day).
    """

    day: date
    start: time
    minutes: int
    pause: int
    lunch_after: int = 0
    lunch: int = 0
    a_day: int = 0

    def times(self, rounds: int, zone: ZoneInfo) -> list[datetime]:
        """Return when each of this many rounds begins.

        >>> rhythm = Rhythm(day=date(2026, 3, 7), start=time(10), minutes=75, pause=15, lunch_after=2, lunch=60)
        >>> [f"{begins:%H:%M}" for begins in rhythm.times(4, ZoneInfo("UTC"))]
        ['10:00', '11:30', '13:45', '15:15']
        """
        first = datetime.combine(self.day, self.start)
        return [(first + self._after(number)).replace(tzinfo=zone) for number in range(rounds)]

    def _after(self, number: int) -> timedelta:
        """Return how long after the first one the round with this number begins by the clock on the wall, from 0."""
        days, of_day = divmod(number, self.a_day) if self.a_day else (0, number)
        minutes = of_day * (self.minutes + self.pause)
        if 0 < self.lunch_after <= of_day:
            minutes += self.lunch - self.pause
        return timedelta(days=days, minutes=minutes)


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
        round_.planned_at = planned_at
        round_.save(update_fields=["planned_at"])
        record(planned(round_), tournament_id=tournament.pk, by=by)
        changed.append(round_)
    return changed


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
