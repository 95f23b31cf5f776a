"""Sentences on the screens of the hall: put there and taken down by the staff."""

import pytest

from tests.tournaments.actions.refusals import refused
from tests.tournaments.hall import Hall
from tournaments.actions.actor import Actor
from tournaments.actions.errors import NotAllowed, StateRefuses
from tournaments.actions.hall.announcements import MOST_STANDING, announce, remove_announcement

pytestmark = pytest.mark.django_db
NOBODY = Actor()


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
