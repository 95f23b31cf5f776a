"""Instants and days as answers write them: UTC, ISO 8601."""

from datetime import date, datetime
from typing import Annotated

# The second part is the format the API description gives the text.
Moment = Annotated[str, "date-time"]
Day = Annotated[str, "date"]


def moment(value: datetime) -> Moment:
    """An instant in UTC: 2026-11-21T04:05:06.000007Z."""
    return value.strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def moment_or_none(value: datetime | None) -> Moment | None:
    return None if value is None else moment(value)


def day_or_none(value: date | None) -> Day | None:
    return None if value is None else value.isoformat()
