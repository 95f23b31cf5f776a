"""What organizers say about their event, as public pages show it."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from operator import attrgetter
from typing import NamedTuple
from zoneinfo import ZoneInfo

from tournaments.actions.play.round_times import planned_times
from tournaments.models import About, Round, Stage, TimetableItem, Tournament
from web.visitor_language import language


class Moment(NamedTuple):
    """A line of the timetable: an item, a round with its planned time, or the `number` of a round that is planned but
    not published.
    """

    at: datetime
    item: TimetableItem | None = None
    round: Round | None = None
    stage: Stage | None = None
    number: int | None = None


def timetable_of(tournament: Tournament, stages: Sequence[Stage]) -> list[Moment]:
    """What happens when, with the rounds of `stages` (`shown`, `planned_rounds`) that have a time. One query."""
    items = [Moment(one.at, item=one) for one in TimetableItem.objects.filter(tournament=tournament)]
    rounds = [
        Moment(round_.planned_at, round=round_, stage=stage)
        for stage in stages
        for round_ in stage.shown  # type: ignore[attr-defined]
        if round_.planned_at is not None
    ]
    return _by_time(tournament, [*items, *rounds, *_to_come(tournament, stages)])


def timetable_of_plan(tournament: Tournament, stage: Stage) -> list[Moment]:
    """When the planned rounds of a stage begin of which nothing is drawn; neither has to be saved. No query."""
    return _by_time(tournament, _planned_after(0, tournament, stage))


def _by_time(tournament: Tournament, moments: Iterable[Moment]) -> list[Moment]:
    """These moments in their order, on days of the tournament."""
    zone = ZoneInfo(tournament.time_zone)
    return [one._replace(at=one.at.astimezone(zone)) for one in sorted(moments, key=attrgetter("at"))]


def has_plan(stages: Sequence[Stage]) -> bool:
    """Whether it is known how many rounds one of these stages has."""
    return any(hasattr(stage, "planned_rounds") for stage in stages)


def _to_come(tournament: Tournament, stages: Sequence[Stage]) -> list[Moment]:
    """The planned rounds after those that are published."""
    if tournament.status == Tournament.Status.FINISHED:
        return []
    return [
        moment
        for stage in stages
        for moment in _planned_after(len(stage.shown), tournament, stage)  # type: ignore[attr-defined]
    ]


def _planned_after(published: int, tournament: Tournament, stage: Stage) -> list[Moment]:
    """The planned rounds of a stage after the first ones, which are published."""
    times = planned_times(tournament, getattr(stage, "planned_rounds", None))
    return [
        Moment(at, stage=stage, number=number) for number, at in enumerate(times, 1) if number > published
    ]


def said_about(tournament: Tournament) -> dict[str, object]:
    """The description in the language of the page, and the facts. One query."""
    about = About.objects.filter(tournament=tournament).first()
    return {"about": about, "description": about.description_for(language()) if about else None}
