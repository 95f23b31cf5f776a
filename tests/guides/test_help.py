"""Help where the question arises leads to the chapter that says more."""

import pytest

from tests.tournaments.hall import open_hall
from tests.tournaments.views.conftest import signed_in

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("page", "chapter"),
    [
        ("check-in/", "the-day/#arrivals"),
        ("draw/plan/", "the-day-before/#draw"),
        ("sheets/", "the-day/#paper"),
    ],
)
def test_pages_of_the_desk_explain_themselves(page: str, chapter: str) -> None:
    hall = open_hall()

    shown = signed_in(hall.alice).get(f"/t/spring-open/desk/{page}").content.decode()

    _before, _summary, help_ = shown.partition("What is this?")
    assert f'{chapter}"' in help_.partition("</details>")[0]
