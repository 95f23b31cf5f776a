"""The page on which a series is set up like one tournament: a rhythm, its days, one button."""

import re
from datetime import date

import pytest
from django.test import override_settings

from tests.tournaments.actions.refusals import facts
from tests.tournaments.views.desk.browser import DESK
from tournaments.actions.leagues.founding import create_league
from tournaments.actions.leagues.presets import open_season
from tournaments.models import SelfRegistration, Tournament

pytestmark = pytest.mark.django_db
PAGE = f"{DESK}series/"
RHYTHM = {
    "rhythm": "first",
    "weekday": "6",
    "first": "2098-04-01",
    "last": "2098-06-30",
    "stem": "Sunday Cup",
}
DAYS = {
    "2098-04-06": "Sunday Cup April 2098",
    "2098-05-04": "Sunday Cup May 2098",
    "2098-06-01": "Sunday Cup June 2098",
}
SENT = RHYTHM | {
    f"{field}_{day}": value for day, name in DAYS.items() for field, value in (("take", "on"), ("name", name))
}


def test_the_days_of_a_rhythm_are_shown_with_their_names_before_anything_is_set_up(hall, alice):
    before = facts()

    shown = alice.get(PAGE, RHYTHM).content.decode()

    assert re.findall(r'name="name_(\S+)" value="([^"]+)"', shown) == list(DAYS.items())
    assert facts() == before


def test_one_button_sets_all_of_them_up(hall, alice):
    answer = alice.post(PAGE, SENT)

    made = Tournament.objects.filter(starts_on__year=2098).order_by("starts_on")
    assert answer["Location"] == "/me/"
    assert list(made.values_list("starts_on", "name", "slug")) == [
        (date(2098, 4, 6), "Sunday Cup April 2098", "sunday-cup-april-2098"),
        (date(2098, 5, 4), "Sunday Cup May 2098", "sunday-cup-may-2098"),
        (date(2098, 6, 1), "Sunday Cup June 2098", "sunday-cup-june-2098"),
    ]


def test_a_day_without_its_tick_is_left_out_and_a_name_can_be_another(hall, alice):
    sent = {name: value for name, value in SENT.items() if name != "take_2098-05-04"}

    alice.post(PAGE, sent | {"name_2098-06-01": "Sunday Cup April 2098"})

    made = Tournament.objects.filter(starts_on__year=2098).order_by("starts_on")
    assert list(made.values_list("starts_on", "name", "slug")) == [
        (date(2098, 4, 6), "Sunday Cup April 2098", "sunday-cup-april-2098"),
        (date(2098, 6, 1), "Sunday Cup April 2098", "sunday-cup-april-2098-2"),
    ]


def test_they_count_in_the_season_that_is_chosen_and_registration_opens_days_before(hall, alice):
    league = create_league(slug="river", name="River", by=hall.alice)
    season = open_season(league=league, name="2098", preset="series", by=hall.alice)

    answer = alice.post(PAGE, SENT | {"season": season.pk, "opens_before": "28", "at": "20:00"})

    assert (answer["Location"], season.tournaments.count()) == ("/l/river/", 3)
    opens = SelfRegistration.objects.order_by("pk").values_list("opens_at", flat=True)
    assert [str(at) for at in opens] == [
        "2098-03-09 11:00:00+00:00",
        "2098-04-06 11:00:00+00:00",
        "2098-05-04 11:00:00+00:00",
    ]


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        (
            {"take_2098-04-06": "", "take_2098-05-04": "", "take_2098-06-01": ""},
            "Please tick at least one day.",
        ),
        ({"name_2098-05-04": ""}, "Every event needs a name."),
        ({"name_2098-05-04": "a\x00b"}, "Null characters are not allowed."),
        ({"opens_before": "2", "closes_before": "2"}, "Registration must open before it closes."),
        ({"season": "1"}, "Select a valid choice."),
        ({"last": "2098-04-01"}, "There is no such day in this time."),
        ({"rhythm": "weeks_1", "last": "2099-04-01"}, "These are more than 24 events."),
        ({"last": "9999-12-31"}, "The year must be between 1900 and 2199."),
        ({"rhythm": "daily"}, "Select a valid choice."),
    ],
)
def test_what_cannot_be_is_said_and_nothing_is_set_up(hall, alice, changed, says):
    create_league(slug="river", name="River", by=hall.alice)
    before = facts()

    answer = alice.post(PAGE, {name: value for name, value in (SENT | changed).items() if value})

    assert answer.status_code == 422
    assert says in answer.content.decode()
    assert facts() == before


@override_settings(TOURNAMENT_FOUNDERS="founders")
def test_who_may_set_none_up_may_not_repeat_one(hall, alice):
    assert alice.get(PAGE).status_code == 403
