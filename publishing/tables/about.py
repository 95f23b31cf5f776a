"""Facts in every file: event, days, time zone."""

from collections.abc import Sequence
from datetime import datetime
from zoneinfo import ZoneInfo

from django.utils.translation import pgettext

from tournaments.models import Stage, Tournament
from web.sheets.tables import Cell, Column

About = Sequence[tuple[Column, Cell]]


def about(tournament: Tournament, stage: Stage | None = None, *more: tuple[Column, Cell]) -> About:
    """Return the facts beside the rows of a table of this tournament or stage."""
    facts: list[tuple[Column, Cell]] = [
        (Column("tournament", pgettext("column", "Tournament")), tournament.name),
        (Column("starts_on", pgettext("column", "First day")), tournament.starts_on),
        (Column("ends_on", pgettext("column", "Last day")), tournament.ends_on),
        (Column("time_zone", pgettext("column", "Time zone")), tournament.time_zone),
    ]
    if stage is not None:
        facts.append((Column("stage", pgettext("column", "Stage")), stage.name))
    return [*facts, *more]


def in_local_time(tournament: Tournament, moment: datetime | None) -> datetime | None:
    """Return a time in the tournament's time zone."""
    return moment and moment.astimezone(ZoneInfo(tournament.time_zone))
