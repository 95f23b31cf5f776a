"""Figures and days are typed into forms as they are written in files, and read in one way."""

import re
from datetime import UTC, date, datetime, time
from fractions import Fraction
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone, translation

from tests.web.text.figures_as_typed import AS_TYPED, NONE, TWO
from web.text.typed_days import UnclearDay, read_day
from web.text.typed_figures import whole_number
from web.typed_fields import DayField, MomentField, NumberField, TimeOfDayField, WholeField

ROOT = Path(__file__).parents[2]
TOKYO, BERLIN = ZoneInfo("Asia/Tokyo"), ZoneInfo("Europe/Berlin")


def cleaned(field: forms.Field, typed: str) -> object:
    """What a field makes of a text, or the code of its refusal."""
    try:
        return field.clean(typed)
    except ValidationError as refused:
        return refused.error_list[0].code


def test_every_form_asks_for_figures_and_days_by_these_fields() -> None:
    folders = ("config", "players", "publishing", "rules", "tournaments")
    own = {
        f"{path.relative_to(ROOT)}: {found}"
        for folder in folders
        for path in (ROOT / folder).rglob("*.py")
        for found in re.findall(
            r"forms\.(?:Integer|Decimal|Float|Date|DateTime|SplitDateTime|Time)Field\b",
            path.read_text("utf-8"),
        )
    }

    assert own == set()


@pytest.mark.parametrize(("typed", "exact"), [(row[0], row[3]) for row in AS_TYPED if row[0].strip()])
def test_a_figure_is_read_in_a_form_as_in_a_file(typed: str, exact: str) -> None:
    whole = whole_number(typed)

    found = [cleaned(WholeField(), typed), cleaned(NumberField(), typed)]

    assert found == [
        "invalid" if whole is None else whole,
        "invalid" if exact == NONE else exact if exact == TWO else Fraction(exact),
    ]


def test_blanks_alone_are_nothing_typed() -> None:
    assert [cleaned(field(required=False), " ") for field in (WholeField, NumberField)] == [None, None]


FIFTH = date(2026, 1, 5)
DAYS: dict[str, date | str] = {
    "2026-01-05": FIFTH,
    "2026/1/5": FIFTH,
    "2026.1.5": FIFTH,
    "2026年1月5日": FIFTH,
    "２０２６年１月５日（月）": FIFTH,
    "２０２６／１／５": FIFTH,
    "令和8年1月5日": FIFTH,
    "R8.1.5": FIFTH,
    "20260105": FIFTH,
    "5.1.2026": FIFTH,
    "5 January 2026": FIFTH,
    "Jan 5, 2026": FIFTH,
    "13/1/2026": date(2026, 1, 13),
    "2026-01-05 13:00": FIFTH,
    "2026/1/5 13時30分": FIFTH,
    "2026-01-04T20:00:00Z": FIFTH,
    "1/5/2026": "“1/5/2026” could be 2026-05-01 or 2026-01-05. Please write the year first, like 2026-11-21.",
    "26/1/5": "“26/1/5” does not have a four-digit year. Please write it like 2026-11-21.",
    "8年1月5日": "“8年1月5日” does not have a four-digit year. Please write it like 2026-11-21.",
    "1月5日": "“1月5日” has no year. Please write it like 2026-11-21.",
    "46027": "“46027” is a spreadsheet's internal date number. Please format the column as a date, or write "
    "it like 2026-11-21.",
    "2026/2/30": "“2026/2/30” is not a date. Please write it like 2026-11-21.",
    "12026-01-05": "“12026-01-05” is not a date. Please write it like 2026-11-21.",
    "soon": "“soon” is not a date. Please write it like 2026-11-21.",
}


@pytest.mark.parametrize("typed", DAYS)
def test_a_day_is_read_in_a_form_as_in_a_file(typed: str) -> None:
    found: list[object] = []
    with timezone.override(TOKYO), translation.override("en"):
        try:
            found += [DayField().clean(typed), read_day(typed, TOKYO)]
        except ValidationError as refused:
            found += refused.messages
            with pytest.raises(UnclearDay) as in_a_file:
                read_day(typed, TOKYO)
            found.append(str(in_a_file.value))

    assert found == [DAYS[typed]] * 2


def at(hour: int, minute: int = 0, *, day: int = 5) -> datetime:
    return datetime(2026, 1, day, hour, minute, tzinfo=TOKYO)


MOMENTS: dict[str, datetime | str] = {
    "2026-01-05T13:00": at(13),
    "2026-01-05 13:00": at(13),
    "2026-01-05 13:00:00": at(13),
    "2026/1/5 13:00": at(13),
    "2026/1/5 9:05": at(9, 5),
    "２０２６／１／５　１３：００": at(13),
    "2026年1月5日 13時30分": at(13, 30),
    "2026年1月5日13時": at(13),
    "2026年1月5日(月)13時半": at(13, 30),
    "2026年1月5日 午後1時半": at(13, 30),
    "2026年1月5日 午前0時": at(0),
    "2026年1月5日 午後0時15分": at(12, 15),
    "令和8年1月5日 19:30": at(19, 30),
    "2026/1/5 1:30 pm": at(13, 30),
    "2026/1/5 7pm": at(19),
    "Jan 5, 2026 12:00 a.m.": at(0),
    "5.1.2026 19.30 Uhr": at(19, 30),
    "5.1.2026 19h30": at(19, 30),
    "20260105 19:30": at(19, 30),
    "2026/1/5 24:00": at(0, day=6),
    "2026-01-05T13:00+01:00": at(21),
    "2026-01-05T13:00Z": at(22),
    "2026/1/5": "“2026/1/5” has no time of day. Please write it like 2026-11-21 19:30.",
    "2026/1/5 25:00": "“2026/1/5 25:00” is not a date and time. Please write it like 2026-11-21 19:30.",
    "2026/1/5 13:60": "“2026/1/5 13:60” is not a date and time. Please write it like 2026-11-21 19:30.",
    "2026/1/5 13:00 pm": "“2026/1/5 13:00 pm” is not a date and time. Please write it like 2026-11-21 19:30.",
    "1/5/2026 13:00": "“1/5/2026 13:00” could be 2026-05-01 or 2026-01-05. Please write the year first, like "
    "2026-11-21.",
    "1/5 13:00": "“1/5 13:00” has no year. Please write it like 2026-11-21.",
    "13:00": "“13:00” is not a date and time. Please write it like 2026-11-21 19:30.",
    "0001-01-01T00:00+14:00": (
        "“0001-01-01T00:00+14:00” is not a date and time. Please write it like 2026-11-21 19:30."
    ),
    "9999-12-31 24:00": "“9999-12-31 24:00” is not a date and time. Please write it like 2026-11-21 19:30.",
    "tomorrow": "“tomorrow” is not a date and time. Please write it like 2026-11-21 19:30.",
}


@pytest.mark.parametrize("typed", MOMENTS)
def test_a_day_and_an_hour_are_read_in_the_time_zone_in_force(typed: str) -> None:
    with timezone.override(TOKYO), translation.override("en"):
        try:
            found: object = MomentField().clean(typed)
        except ValidationError as refused:
            (found,) = refused.messages

    assert found == MOMENTS[typed]


def test_an_hour_that_the_clocks_skip_or_have_twice_is_refused_unless_its_offset_is_written() -> None:
    with timezone.override(BERLIN):
        found = [
            cleaned(MomentField(), typed)
            for typed in ("2027/3/28 2:30", "2027/10/31 2:30", "2027-10-31T02:30+01:00")
        ]

    assert found == ["ambiguous_timezone", "ambiguous_timezone", datetime(2027, 10, 31, 1, 30, tzinfo=UTC)]


@pytest.mark.parametrize("language", ["en", "ja", "de"])
def test_what_is_there_is_shown_as_a_browsers_calendar_takes_it(language: str) -> None:
    class Form(forms.Form):
        day = DayField(initial=FIFTH)
        moment = MomentField(initial=at(13, 30))

    with timezone.override(TOKYO), translation.override(language):
        page = str(Form())

    assert 'type="date" name="day" value="2026-01-05"' in page
    assert 'type="datetime-local" name="moment" value="2026-01-05T13:30"' in page


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("9:05", time(9, 5)),
        ("１０：００", time(10)),
        ("10時30分", time(10, 30)),
        ("午後1時", time(13)),
        ("1.30 pm", time(13, 30)),
    ],
)
def test_a_time_of_day_is_read_as_people_type_it(typed: str, read: time) -> None:
    assert TimeOfDayField().clean(typed) == read


@pytest.mark.parametrize("typed", ["24:00", "25:00", "10:60", "ten", "10", "\x00"])
def test_what_is_no_time_of_day_is_refused(typed: str) -> None:
    assert cleaned(TimeOfDayField(), typed) == "invalid"
