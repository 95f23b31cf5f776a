"""Bounds of number columns, with our own error messages."""

from datetime import UTC, datetime

from django.core.exceptions import ValidationError
from django.utils.deconstruct import deconstructible
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


@deconstructible
class Between:
    """Refuses a number outside these bounds; `message` may use `%(least)s` and `%(most)s`."""

    def __init__(self, least: int, most: int, message: str | Promise) -> None:
        self.least, self.most, self.message = least, most, message

    def __call__(self, value: int) -> None:
        if not self.least <= value <= self.most:
            bounds = {"least": f"{self.least:,}", "most": f"{self.most:,}"}
            raise ValidationError(self.message, code="out_of_bounds", params=bounds)  # type: ignore[arg-type]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Between) and vars(self) == vars(other)

    def __hash__(self) -> int:
        return hash((self.least, self.most))


EARLIEST, LATEST = datetime(2000, 1, 1, tzinfo=UTC), datetime(2100, 1, 1, tzinfo=UTC)


def validate_moment(moment: datetime) -> None:
    """Refuse a time at which no event takes place."""
    if not EARLIEST <= moment < LATEST:
        years = {"first": EARLIEST.year, "last": LATEST.year - 1}
        message = _("The year must be between %(first)s and %(last)s.")
        raise ValidationError(message, code="time_out_of_range", params=years)
