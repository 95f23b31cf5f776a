"""Parsing days and times as typed by people or written by spreadsheets, for forms, CSV and XLSX.

2026-01-05, 2026/1/5, 2026年1月5日, 令和8年1月5日; 13:30, 13時30分, 午後1時半, 1:30 pm.
"""

import re
from datetime import MAXYEAR, MINYEAR, date, datetime, time, timedelta, tzinfo

from django.utils.translation import gettext as _

from web.text.typed_figures import in_one_script

FIRST_YEAR, LAST_YEAR = 1868, 2199
# Between two days: 2027-12-28 – 2028-01-04. A hyphen only with spaces, since days have some.
BETWEEN_DAYS = re.compile(r"\s*(?:–|—|〜|～|から|\.\.)\s*|\s+(?:-|to|until)\s+")
LONGEST = 60
# The year before the first of each era.
_ERAS = {"明治": 1867, "大正": 1911, "昭和": 1925, "平成": 1988, "令和": 2018}
_ERA_LETTERS = {"m": "明治", "t": "大正", "s": "昭和", "h": "平成", "r": "令和"} | {
    era[0]: era for era in _ERAS
}
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")

# What may follow a day: the weekday and a time.
_WEEKDAY = r"\s*(?:[(\[]?(?:[月火水木金土日](?:曜日?)?|(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\.?)[)\]]?)?"
_HALF = r"\s*[ap]\.?m\.?"
_AFTER = (
    rf"{_WEEKDAY}(?:(?:[t\s]\s*|(?<=[日)曜]))"
    rf"(?P<hour>(?:午[前後]\s*)?\d{{1,2}}(?:[:時.h]\S*|{_HALF})(?:{_HALF}|\s+uhr)?))?"
)
_CLOCK = re.compile(rf"(\d{{1,2}})[:.h](\d{{2}})(?::\d{{2}}(?:[.,]\d+)?)?(?:({_HALF})|\s*uhr)?")
_HOUR_ALONE = re.compile(rf"(\d{{1,2}})({_HALF})")
_JAPANESE_CLOCK = re.compile(r"(午[前後])?\s*(\d{1,2})(?:時(?:(\d{1,2})分?|(半))?|:(\d{2}))")
_YEAR_FIRST = re.compile(rf"(\d{{4}})\s*([-/.]|年)\s*(\d{{1,2}})\s*(?:\2|月)\s*(\d{{1,2}})\s*日?{_AFTER}")
_COMPACT = re.compile(rf"((?:19|20|21)\d\d)(\d\d)(\d\d){_AFTER}")
_ERA = re.compile(
    rf"({'|'.join(_ERAS)}|[mtshr明大昭平令]\.?)\s*(\d{{1,2}}|元)\s*(?:[-/.]|年)\s*(\d{{1,2}})\s*(?:[-/.]|月)\s*"
    rf"(\d{{1,2}})\s*日?{_AFTER}"
)
_YEAR_LAST = re.compile(rf"(\d{{1,2}})\s*([-/.])\s*(\d{{1,2}})\s*\2\s*(\d{{4}}){_AFTER}")
_MONTH_NAME = rf"({'|'.join(_MONTHS)})[a-z]*\.?"
_DAY_NAMED = re.compile(rf"(\d{{1,2}})(?:st|nd|rd|th)?\.?[\s-]+{_MONTH_NAME},?[\s-]+(\d{{4}}){_AFTER}")
_NAMED_DAY = re.compile(rf"{_MONTH_NAME}\s+(\d{{1,2}})(?:st|nd|rd|th)?,?\s+(\d{{4}}){_AFTER}")
_SERIAL = re.compile(r"[2-7]\d{4}(?:\.\d+)?")
_SHORT_YEAR = re.compile(rf"\d{{1,2}}\s*[-/.年]\s*\d{{1,2}}\s*[-/.月]\s*\d{{1,2}}\s*日?{_AFTER}")
_NO_YEAR = re.compile(rf"\d{{1,2}}\s*(?:[-/]|月)\s*\d{{1,2}}\s*日?{_AFTER}")


class UnclearDay(ValueError):
    """Not a day, or ambiguous; the message says so and how to write it."""


def read_day(text: str, zone: tzinfo | None = None, *, is_any_year: bool = False) -> date:
    """Parse a day; for a time with an offset, the day in `zone`. Raises UnclearDay, also for implausible years unless
    `is_any_year`.

    >>> [read_day(text).isoformat() for text in ("2026/1/5", "2026年1月5日(月)", "令和8年1月5日", "５．１．２０２６")]
    ['2026-01-05', '2026-01-05', '2026-01-05', '2026-01-05']
    """
    # A time with an offset is an instant, and its day depends on the zone.
    refusal = _("“%(cell)s” is not a date. Please write it like 2026-11-21.")
    moment = _read(text, refusal)
    if not isinstance(moment, datetime):
        day = moment[0]
    elif moment.tzinfo is not None and zone is not None:
        day = moment.astimezone(zone).date()
    else:
        day = moment.date()
    if not is_any_year and not FIRST_YEAR <= day.year <= LAST_YEAR:
        raise UnclearDay(refusal % {"cell": text.strip()})
    return day


def read_moment(text: str) -> datetime:
    """Parse a day and time, with its offset if given. Raises UnclearDay.

    >>> [str(read_moment(text)) for text in ("2026/1/5 13:30", "2026年1月5日(月) 午後1時半", "2026-01-05T13:30:00Z")]
    ['2026-01-05 13:30:00', '2026-01-05 13:30:00', '2026-01-05 13:30:00+00:00']
    """
    refusal = _("“%(cell)s” is not a date and time. Please write it like 2026-11-21 19:30.")
    moment = _read(text, refusal)
    if isinstance(moment, datetime):
        return moment
    day, hour = moment
    if not hour:
        message = _("“%(cell)s” has no time of day. Please write it like 2026-11-21 19:30.")
        raise UnclearDay(message % {"cell": text.strip()})
    after = _after_midnight(hour)
    if after is None or (after == timedelta(days=1) and day == date.max):
        raise UnclearDay(refusal % {"cell": text.strip()})
    return datetime.combine(day, time()) + after


def read_time(text: str) -> time | None:
    """Parse a time of day; None if it is none.

    >>> [str(read_time(text)) for text in ("9:05", "１０時半", "1.30 pm", "24:00")]
    ['09:05:00', '10:30:00', '13:30:00', 'None']
    """
    after = _after_midnight(" ".join(in_one_script(text[:LONGEST]).casefold().split()))
    return None if after is None or after.days else (datetime.min + after).time()


def _read(text: str, refusal: str) -> datetime | tuple[date, str]:
    """Return an ISO 8601 time, or a day and the text of its time."""
    plain = " ".join(in_one_script(text[:LONGEST]).casefold().split())
    found: datetime | tuple[date, str] | None
    try:
        found = _iso_moment(plain) or _day(plain)
    except UnclearDay:
        raise
    except ValueError:
        found = None
    if found is None or len(text) > LONGEST:
        raise UnclearDay(refusal % {"cell": text.strip()[:LONGEST]})
    return found


def _iso_moment(plain: str) -> datetime | None:
    if not re.search(r"\d[t ]\d", plain):
        return None
    try:
        moment = datetime.fromisoformat(plain.upper())
    except ValueError:
        return None
    # The first and last of all days may not exist in another time zone.
    return moment if moment.tzinfo is None or MINYEAR < moment.year < MAXYEAR else None


def _after_midnight(hour: str) -> timedelta | None:
    """Return the time since midnight; the end of the day is 24:00."""
    if found := _CLOCK.fullmatch(hour):
        hours, minutes, half = int(found[1]), int(found[2]), (found[3] or "").strip()[:1]
    elif found := _HOUR_ALONE.fullmatch(hour):
        hours, minutes, half = int(found[1]), 0, found[2].strip()[:1]
    elif found := _JAPANESE_CLOCK.fullmatch(hour):
        hours, minutes = int(found[2]), 30 if found[4] else int(found[3] or found[5] or 0)
        half = {"午前": "a", "午後": "p"}.get(found[1], "")
    else:
        return None
    if half and hours > 12:
        return None
    if half:
        # Noon is 12 pm, or 午後0時.
        hours = hours % 12 + (12 if half == "p" else 0)
    is_within = minutes < 60 and (hours < 24 or (hours, minutes) == (24, 0))
    return timedelta(hours=hours, minutes=minutes) if is_within else None


def _day(plain: str) -> tuple[date, str] | None:
    if found := _YEAR_FIRST.fullmatch(plain):
        day = date(int(found[1]), int(found[3]), int(found[4]))
    elif found := _COMPACT.fullmatch(plain):
        day = date(int(found[1]), int(found[2]), int(found[3]))
    elif found := _ERA.fullmatch(plain):
        era = found[1].rstrip(".")
        year = _ERAS[_ERA_LETTERS.get(era, era)] + (1 if found[2] == "元" else int(found[2]))
        day = date(year, int(found[3]), int(found[4]))
    elif found := _YEAR_LAST.fullmatch(plain):
        day = _year_last(plain, int(found[1]), found[2], int(found[3]), int(found[4]))
    elif found := _DAY_NAMED.fullmatch(plain):
        day = date(int(found[3]), 1 + _MONTHS.index(found[2]), int(found[1]))
    elif found := _NAMED_DAY.fullmatch(plain):
        day = date(int(found[3]), 1 + _MONTHS.index(found[1]), int(found[2]))
    else:
        _refuse_half_a_day(plain)
        return None
    return day, found["hour"] or ""


def _refuse_half_a_day(plain: str) -> None:
    if _SERIAL.fullmatch(plain):
        message = _(
            "“%(cell)s” is a spreadsheet's internal date number. Please format the column as a date, or "
            "write it like 2026-11-21."
        )
        raise UnclearDay(message % {"cell": plain})
    if _SHORT_YEAR.fullmatch(plain):
        message = _("“%(cell)s” does not have a four-digit year. Please write it like 2026-11-21.")
        raise UnclearDay(message % {"cell": plain})
    if _NO_YEAR.fullmatch(plain):
        message = _("“%(cell)s” has no year. Please write it like 2026-11-21.")
        raise UnclearDay(message % {"cell": plain})


def _year_last(plain: str, first: int, mark: str, second: int, year: int) -> date:
    """Dots mean day first; with a slash or hyphen some countries put the month first."""
    if mark == "." or first > 12 or first == second:
        return date(year, second, first)
    if second > 12:
        return date(year, first, second)
    message = _("“%(cell)s” could be %(one)s or %(other)s. Please write the year first, like 2026-11-21.")
    days = {"one": date(year, second, first).isoformat(), "other": date(year, first, second).isoformat()}
    raise UnclearDay(message % {"cell": plain, **days})
