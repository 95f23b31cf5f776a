"""What organizers say about their event, as public pages show it."""

from collections.abc import Sequence
from datetime import datetime
from operator import attrgetter
from typing import NamedTuple

from tournaments.models import About, Round, Stage, TimetableItem, Tournament
from web.visitor_language import language


class Moment(NamedTuple):
    """A line of the timetable: an item, or a round with its planned time."""

    at: datetime
    item: TimetableItem | None = None
    round: Round | None = None
    stage: Stage | None = None


def timetable_of(tournament: Tournament, stages: Sequence[Stage]) -> list[Moment]:
    """What happens when, with the rounds of `stages` (`shown`) that have a time. One query."""
    items = [Moment(one.at, item=one) for one in TimetableItem.objects.filter(tournament=tournament)]
    rounds = [
        Moment(round_.planned_at, round=round_, stage=stage)
        for stage in stages
        for round_ in stage.shown  # type: ignore[attr-defined]
        if round_.planned_at is not None
    ]
    return sorted([*items, *rounds], key=attrgetter("at"))


def said_about(tournament: Tournament) -> dict[str, object]:
    """The description in the language of the page, and the facts. One query."""
    about = About.objects.filter(tournament=tournament).first()
    return {"about": about, "description": about.description_for(language()) if about else None}
