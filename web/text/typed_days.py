"""Days as people type them and as spreadsheets write them: 2026-01-05, 2026/1/5, 2026年1月5日, 令和8年1月5日."""

import re
from datetime import date, datetime, tzinfo

from django.utils.translation import gettext as _

from web.text.typed_figures import in_one_script

FIRST_YEAR, LAST_YEAR = 1868, 2199
LONGEST = 60
# The year before the first of each era.
_ERAS = {"明治": 1867, "大正": 1911, "昭和": 1925, "平成": 1988, "令和": 2018}
_ERA_LETTERS = {"m": "明治", "t": "大正", "s": "昭和", "h": "平成", "r": "令和"} | {
    era[0]: era for era in _ERAS
}
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")

# What may follow a day: the day of the week, and an hour.
_WEEKDAY = r"\s*(?:[(\[]?(?:[月火水木金土日](?:曜日?)?|(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\.?)[)\]]?)?"
_HOUR = r"(?:(?:[t\s]\s*|(?<=日)|(?<=\)))\d{1,2}[:時]\d{1,2}\S*(?:\s*[ap]\.?m\.?)?)?"
_AFTER = rf"{_WEEKDAY}{_HOUR}"
_YEAR_FIRST = re.compile(rf"(\d{{4}})\s*([-/.]|年)\s*(\d{{1,2}})\s*(?:\2|月)\s*(\d{{1,2}})\s*日?{_AFTER}")
_COMPACT = re.compile(r"((?:19|20|21)\d\d)(\d\d)(\d\d)")
_ERA = re.compile(
    rf"({'|'.join(_ERAS)}|[mtshr明大昭平令]\.?)\s*(\d{{1,2}}|元)\s*(?:[-/.]|年)\s*(\d{{1,2}})\s*(?:[-/.]|月)\s*"
    rf"(\d{{1,2}})\s*日?{_AFTER}"
)
_YEAR_LAST = re.compile(rf"(\d{{1,2}})\s*([-/.])\s*(\d{{1,2}})\s*\2\s*(\d{{4}}){_AFTER}")
_MONTH_NAME = rf"({'|'.join(_MONTHS)})[a-z]*\.?"
_DAY_NAMED = re.compile(rf"(\d{{1,2}})(?:st|nd|rd|th)?\.?[\s-]+{_MONTH_NAME},?[\s-]+(\d{{4}}){_AFTER}")
_NAMED_DAY = re.compile(rf"{_MONTH_NAME}\s+(\d{{1,2}})(?:st|nd|rd|th)?,?\s+(\d{{4}}){_AFTER}")
_SERIAL = re.compile(r"[2-7]\d{4}(?:\.0+)?")
_SHORT_YEAR = re.compile(r"\d{1,2}[-/.]\d{1,2}[-/.]\d{1,2}")


class UnclearDay(ValueError):
    """No day, or one that could be two; the message says so and how to write it."""


def read_day(text: str, zone: tzinfo | None = None) -> date:
    """Return the day that is meant; of an instant with an offset, the day in `zone`. UnclearDay for anything else.

    >>> [read_day(text).isoformat() for text in ("2026/1/5", "2026年1月5日(月)", "令和8年1月5日", "５．１．２０２６")]
    ['2026-01-05', '2026-01-05', '2026-01-05', '2026-01-05']
    """
    # An hour with its offset is an instant, and its day depends on where one is.
    plain = " ".join(in_one_script(text[:LONGEST]).casefold().split())
    try:
        found = _instant(plain, zone) or _day(plain)
    except ValueError as error:
        if isinstance(error, UnclearDay):
            raise
        found = None
    if found is None or not FIRST_YEAR <= found.year <= LAST_YEAR or len(text) > LONGEST:
        raise UnclearDay(
            _("“%(cell)s” is no date. Please write it like 2026-11-21.") % {"cell": text[:LONGEST]}
        )
    return found


def _instant(plain: str, zone: tzinfo | None) -> date | None:
    try:
        found = datetime.fromisoformat(plain.upper())
    except ValueError:
        return None
    return found.astimezone(zone).date() if found.tzinfo is not None and zone is not None else found.date()


def _day(plain: str) -> date | None:
    if found := _YEAR_FIRST.fullmatch(plain):
        return date(int(found[1]), int(found[3]), int(found[4]))
    if found := _COMPACT.fullmatch(plain):
        return date(int(found[1]), int(found[2]), int(found[3]))
    if found := _ERA.fullmatch(plain):
        era = found[1].rstrip(".")
        return date(
            _ERAS[_ERA_LETTERS.get(era, era)] + (1 if found[2] == "元" else int(found[2])),
            int(found[3]),
            int(found[4]),
        )
    if found := _YEAR_LAST.fullmatch(plain):
        return _year_last(plain, int(found[1]), found[2], int(found[3]), int(found[4]))
    if found := _DAY_NAMED.fullmatch(plain):
        return date(int(found[3]), 1 + _MONTHS.index(found[2]), int(found[1]))
    if found := _NAMED_DAY.fullmatch(plain):
        return date(int(found[3]), 1 + _MONTHS.index(found[1]), int(found[2]))
    if _SERIAL.fullmatch(plain):
        message = _(
            "“%(cell)s” is a spreadsheet's number of a day. Please format the column as a date, or write it like "
            "2026-11-21."
        )
        raise UnclearDay(message % {"cell": plain})
    if _SHORT_YEAR.fullmatch(plain):
        message = _("“%(cell)s” does not say the year in full. Please write it like 2026-11-21.")
        raise UnclearDay(message % {"cell": plain})
    return None


def _year_last(plain: str, first: int, mark: str, second: int, year: int) -> date:
    """Points are written after the day; with a slash or hyphen some countries have the month first."""
    if mark == "." or first > 12 or first == second:
        return date(year, second, first)
    if second > 12:
        return date(year, first, second)
    message = _("“%(cell)s” could be %(one)s or %(other)s. Please write the year first, like 2026-11-21.")
    days = {"one": date(year, second, first).isoformat(), "other": date(year, first, second).isoformat()}
    raise UnclearDay(message % {"cell": plain, **days})
