"""Times and days in answers: UTC, ISO 8601."""

from datetime import date, datetime
from typing import Annotated

from web.api.answers import Form


def moment(value: datetime) -> "Moment":
    """Format a time in UTC: 2026-11-21T04:05:06.000007Z."""
    return value.strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def moment_or_none(value: datetime | None) -> "Moment | None":
    return None if value is None else moment(value)


def day_or_none(value: date | None) -> "Day | None":
    return None if value is None else value.isoformat()


Moment = Annotated[str, Form("date-time", moment)]
Day = Annotated[str, Form("date", date.isoformat)]
