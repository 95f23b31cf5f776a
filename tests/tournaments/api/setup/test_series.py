"""A series of tournaments like one, set up by a program."""

import pytest

from tests.tournaments.actions.refusals import facts
from tests.tournaments.api.callers import Caller, body_of, signed_in
from tests.tournaments.hall import Hall
from tournaments.actions.leagues.founding import create_league
from tournaments.actions.leagues.presets import open_season
from tournaments.models import SelfRegistration, Tournament

pytestmark = pytest.mark.django_db
SERIES = "/v1/tournaments/spring-open/series/"
EVENTS = [
    {"name": "Sunday Cup May", "slug": "sunday-cup-may", "starts_on": "2098-05-04"},
    {"name": "Sunday Cup June", "slug": "sunday-cup-june", "starts_on": "2098-06-01"},
]


@pytest.fixture
def alice(hall: Hall) -> Caller:
    return signed_in(hall.alice.user)


def test_all_events_are_set_up_in_a_season_with_their_registration(hall: Hall, alice: Caller) -> None:
    league = create_league(slug="river", name="River", by=hall.alice)
    season = open_season(league=league, name="2098", preset="series", by=hall.alice)
    days = {"opens_before": 28, "closes_before": 2, "at": 1200}

    answer = body_of(alice.post(SERIES, {"events": EVENTS, "season": season.pk, "registration": days}))

    made = answer["tournaments"]
    assert [(one["slug"], one["name"], one["starts_on"], one["season"]) for one in made] == [
        ("sunday-cup-may", "Sunday Cup May", "2098-05-04", season.pk),
        ("sunday-cup-june", "Sunday Cup June", "2098-06-01", season.pk),
    ]
    assert [str(one.opens_at) for one in SelfRegistration.objects.order_by("pk")] == [
        "2098-04-06 11:00:00+00:00",
        "2098-05-04 11:00:00+00:00",
    ]


def test_the_same_call_again_sets_up_nothing_more(hall: Hall, alice: Caller) -> None:
    first = body_of(alice.post(SERIES, {"events": EVENTS}, key="the-same-key"))

    again = body_of(alice.post(SERIES, {"events": EVENTS}, key="the-same-key"))

    assert again == first
    assert Tournament.objects.filter(name__startswith="Sunday Cup").count() == 2


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"events": []}, 422),
        ({"events": EVENTS * 13}, 400),
        ({"events": [EVENTS[0], EVENTS[0]]}, 409),
        ({"events": EVENTS, "season": 999}, 400),
        ({"events": [EVENTS[0] | {"name": "a\x00"}]}, 400),
        ({"events": [EVENTS[0] | {"starts_on": "0001-01-01"}]}, 422),
        ({"events": EVENTS, "registration": {"opens_before": 2, "closes_before": 3}}, 422),
        ({"events": EVENTS, "registration": {"opens_before": 366}}, 400),
    ],
)
def test_all_or_none(hall: Hall, alice: Caller, body: dict[str, object], status: int) -> None:
    before = facts()

    answer = alice.post(SERIES, body)

    assert (answer.status_code, facts()) == (status, before)
