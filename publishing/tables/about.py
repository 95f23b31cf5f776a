"""What every file says of itself: whose it is, of which days, in which time zone."""

from collections.abc import Sequence
from datetime import datetime
from zoneinfo import ZoneInfo

from django.utils.translation import gettext as _

from tournaments.models import Stage, Tournament
from web.sheets.tables import Cell, Column

About = Sequence[tuple[Column, Cell]]


def about(tournament: Tournament, stage: Stage | None = None, *more: tuple[Column, Cell]) -> About:
    """The facts beside the rows of a table of this tournament, or of one of its stages."""
    facts: list[tuple[Column, Cell]] = [
        (Column("tournament", _("Tournament")), tournament.name),
        (Column("starts_on", _("First day")), tournament.starts_on),
        (Column("ends_on", _("Last day")), tournament.ends_on),
        (Column("time_zone", _("Time zone")), tournament.time_zone),
    ]
    if stage is not None:
        facts.append((Column("stage", _("Stage")), stage.name))
    return [*facts, *more]


def local(tournament: Tournament, moment: datetime | None) -> datetime | None:
    """A moment as the tournament's clocks showed it."""
    return moment and moment.astimezone(ZoneInfo(tournament.time_zone))
