"""The days of a series: every few weeks, or on certain weekdays of each month."""

from datetime import date

import pytest

from tournaments.actions.seasons.rhythms import RHYTHMS

SUNDAY, FRIDAY = 6, 4


@pytest.mark.parametrize(
    ("rhythm", "weekday", "days"),
    [
        ("first", SUNDAY, ["2027-02-07", "2027-03-07", "2027-04-04", "2027-05-02"]),
        ("last", SUNDAY, ["2027-01-31", "2027-02-28", "2027-03-28", "2027-04-25", "2027-05-30"]),
        ("fourth", SUNDAY, ["2027-01-24", "2027-02-28", "2027-03-28", "2027-04-25", "2027-05-23"]),
        ("weeks_6", FRIDAY, ["2027-01-15", "2027-02-26", "2027-04-09", "2027-05-21"]),
        (
            "second_fourth",
            FRIDAY,
            [
                *("2027-01-22", "2027-02-12", "2027-02-26", "2027-03-12", "2027-03-26"),
                *("2027-04-09", "2027-04-23", "2027-05-14", "2027-05-28"),
            ],
        ),
    ],
)
def test_days_from_the_middle_of_january_to_the_end_of_may(
    rhythm: str, weekday: int, days: list[str]
) -> None:
    found = RHYTHMS[rhythm].days(weekday, date(2027, 1, 11), date(2027, 5, 31), most=99)

    assert [str(day) for day in found] == days


def test_both_ends_belong_to_it() -> None:
    found = RHYTHMS["weeks_2"].days(FRIDAY, date(2027, 1, 1), date(2027, 1, 15), most=99)

    assert found == [date(2027, 1, 1), date(2027, 1, 15)]


def test_no_more_days_are_made_than_asked_for() -> None:
    assert len(RHYTHMS["weeks_1"].days(FRIDAY, date.min, date.max, most=25)) == 25


def test_time_ends_with_the_year_9999() -> None:
    assert RHYTHMS["last"].days(FRIDAY, date(9999, 12, 30), date.max, most=9) == [date(9999, 12, 31)]


def test_nothing_is_played_before_it_begins() -> None:
    assert RHYTHMS["first"].days(SUNDAY, date(2027, 5, 1), date(2027, 1, 1), most=9) == []
