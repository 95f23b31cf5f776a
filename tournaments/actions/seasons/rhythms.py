"""The days on which events of a series are played: a weekday, every few weeks or at a place in each month."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import islice

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

# Of weeks in which a weekday comes again.
DAYS = 7
LAST = -1


@dataclass(frozen=True)
class Rhythm:
    """Every `weeks` weeks, or on the `of_month`-th weekdays of each month: 1 is the first one and `LAST` the last."""

    of_month: tuple[int, ...] = ()
    weeks: int = 0
    title: str | Promise = ""

    def __str__(self) -> str:
        return str(self.title) or _("Every %(weeks)s weeks") % {"weeks": self.weeks}

    def days(self, weekday: int, first: date, last: date, most: int) -> list[date]:
        """Return the days from `first` to `last` on a weekday, Monday being 0: `most` of them."""
        start = first + timedelta(days=(weekday - first.weekday()) % DAYS)
        return list(islice(self._days(start, last), most))

    def _days(self, start: date, last: date) -> Iterator[date]:
        # Days are counted by number, since the last of all has no next one.
        for number in range(start.toordinal(), last.toordinal() + 1, DAYS * (self.weeks or 1)):
            day = date.fromordinal(number)
            if self.weeks or self._is_of_month(day):
                yield day

    def _is_of_month(self, day: date) -> bool:
        is_last = (day.toordinal() + DAYS > date.max.toordinal()) or (
            day + timedelta(days=DAYS)
        ).month != day.month
        return (day.day - 1) // DAYS + 1 in self.of_month or (is_last and LAST in self.of_month)


RHYTHMS: Mapping[str, Rhythm] = {
    "first": Rhythm((1,), title=gettext_lazy("First of the month")),
    "second": Rhythm((2,), title=gettext_lazy("Second of the month")),
    "third": Rhythm((3,), title=gettext_lazy("Third of the month")),
    "fourth": Rhythm((4,), title=gettext_lazy("Fourth of the month")),
    "last": Rhythm((LAST,), title=gettext_lazy("Last of the month")),
    "first_third": Rhythm((1, 3), title=gettext_lazy("First and third of the month")),
    "second_fourth": Rhythm((2, 4), title=gettext_lazy("Second and fourth of the month")),
    "weeks_1": Rhythm(weeks=1, title=pgettext_lazy("how often", "Every week")),
    **{f"weeks_{weeks}": Rhythm(weeks=weeks) for weeks in (2, 3, 4, 6, 8)},
}
