"""Sentences on the screens of the hall: put there and taken down by the staff."""

from datetime import UTC, datetime, timedelta

import pytest
from django.db import IntegrityError, transaction
from django.db.models import F
from django.db.models.functions import Now
from django.utils.timezone import now

from tests.tournaments.actions.refusals import refused
from tests.tournaments.hall import Hall
from tournaments.actions.actor import Actor
from tournaments.actions.errors import NotAllowed, RulesRefuse, StateRefuses
from tournaments.actions.hall.announcements import MOST_STANDING, announce, remove_announcement
from tournaments.models import Announcement

pytestmark = pytest.mark.django_db
NOBODY = Actor()
TOMORROW = now() + timedelta(days=1)


def test_nobody_in_particular_announces_or_takes_down(hall: Hall) -> None:
    lunch = announce(tournament=hall.tournament, text="Lunch at one", by=hall.rob)

    says = [
        refused(
            lambda: announce(tournament=hall.tournament, text="Fire", by=NOBODY), NotAllowed, "not_allowed"
        ),
        refused(lambda: remove_announcement(announcement=lunch, by=NOBODY), NotAllowed, "not_allowed"),
    ]

    assert says == ["Only staff can make announcements.", "Only staff can take down announcements."]


def test_screens_take_so_many_until_one_is_taken_down(hall: Hall) -> None:
    texts = [f"Lunch at {number}" for number in range(MOST_STANDING)]
    first, *_others = [announce(tournament=hall.tournament, text=text, by=hall.rob) for text in texts]

    says = refused(
        lambda: announce(tournament=hall.tournament, text="Dinner", by=hall.rob),
        StateRefuses,
        "too_many_announcements",
    )

    assert says == "There are already 20 announcements on the screens. Please take one down first."
    remove_announcement(announcement=first, by=hall.rob)
    assert announce(tournament=hall.tournament, text="Dinner", by=hall.rob).text == "Dinner"


def test_an_announcement_is_shown_until_its_time(hall: Hall) -> None:
    lunch = announce(tournament=hall.tournament, text="Lunch at one", until=TOMORROW, by=hall.rob)
    dinner = announce(tournament=hall.tournament, text="Dinner at seven", by=hall.rob)
    shown = list(Announcement.objects.standing())

    it_is_over(lunch)

    assert shown == [dinner, lunch]
    assert list(Announcement.objects.standing()) == [dinner]
    assert list(Announcement.objects.over()) == [lunch]


def test_the_ledger_says_until_when(hall: Hall) -> None:
    lunch = announce(
        tournament=hall.tournament,
        text="Lunch at one",
        until=datetime(2099, 1, 1, 13, 30, tzinfo=UTC),
        by=hall.rob,
    )

    entry = hall.tournament.ledger.last()

    assert entry is not None
    assert (entry.kind, entry.content["announcement"]) == ("announced", lunch.pk)
    assert entry.content["until"] == "2099-01-01T13:30:00.000000Z"


@pytest.mark.parametrize(
    ("until", "code", "says"),
    [
        (
            datetime(2026, 1, 1, tzinfo=UTC),
            "until_in_the_past",
            "This time has passed. Please choose a later one, or leave it empty.",
        ),
        (
            datetime(2100, 1, 1, tzinfo=UTC),
            "time_out_of_range",
            "The year must be between 2000 and 2099.",
        ),
    ],
)
def test_an_impossible_time_is_refused(until: datetime, code: str, says: str, hall: Hall) -> None:
    before = hall.kinds()

    said = refused(
        lambda: announce(tournament=hall.tournament, text="Lunch", until=until, by=hall.rob),
        RulesRefuse,
        code,
    )

    assert said == says
    assert (Announcement.objects.count(), hall.kinds()) == (0, before)


def test_what_is_over_makes_room_for_others(hall: Hall) -> None:
    for number in range(MOST_STANDING):
        made = announce(tournament=hall.tournament, text=f"Lunch at {number}", until=TOMORROW, by=hall.rob)
    it_is_over(made)

    assert announce(tournament=hall.tournament, text="Dinner", by=hall.rob).text == "Dinner"


def test_none_ends_before_it_is_made(hall: Hall) -> None:
    announce(tournament=hall.tournament, text="Lunch at one", by=hall.rob)

    with pytest.raises(IntegrityError, match="an_announcement_is_shown_for_a_while"), transaction.atomic():
        Announcement.objects.update(until=F("made_at"))


def it_is_over(announcement: Announcement) -> None:
    Announcement.objects.filter(pk=announcement.pk).update(
        made_at=Now() - timedelta(hours=2), until=Now() - timedelta(seconds=1)
    )
