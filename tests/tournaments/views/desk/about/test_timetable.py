"""At the desk the timetable is one list, in the zone of the tournament."""

from datetime import datetime

import pytest
from django.test import Client

from tests.permissions import digest
from tests.tournaments.hall import Hall
from tests.tournaments.said import ITEMS
from tests.tournaments.views.desk.browser import DESK
from tournaments.actions.about.timetable import set_timetable
from tournaments.actions.seen_versions import said_tag
from tournaments.models import TimetableItem
from tournaments.models.about.events import TimetableSet

pytestmark = pytest.mark.django_db
PAGE = f"{DESK}timetable/"
EMPTY = said_tag(TimetableSet, [])


def filled(*rows: tuple[str, str, str], initial: int = 0, seen: str = EMPTY, **more: str) -> dict[str, str]:
    fields = {"seen": seen, "items-TOTAL_FORMS": str(len(rows)), "items-INITIAL_FORMS": str(initial)}
    for number, row in enumerate(rows):
        fields |= {
            f"items-{number}-{name}": text for name, text in zip(("at", "title", "note"), row, strict=True)
        }
    return fields | more


def kept() -> list[tuple[datetime, str, str]]:
    return list(TimetableItem.objects.values_list("at", "title", "note"))


def test_rows_are_saved_and_empty_ones_are_not(hall: Hall, alice: Client) -> None:
    rows = [
        ("2026-01-02T17:00", "Prize-giving", ""),
        ("", "", ""),
        ("2026-01-02T09:30", "Doors", "Ring twice"),
    ]

    page = alice.post(PAGE, filled(*rows), follow=True).content.decode()

    assert "Timetable saved." in page
    assert kept() == [tuple(item.values()) for item in ITEMS]
    assert 'value="2026-01-02T09:30"' in page
    assert page.count('type="datetime-local"') == 2 + 5


def test_a_row_that_is_ticked_is_left_out(hall: Hall, alice: Client) -> None:
    set_timetable(tournament=hall.tournament, items=ITEMS, seen=EMPTY, by=hall.alice)
    seen = said_tag(TimetableSet, list(TimetableItem.objects.all()))
    rows = [("2026-01-02T09:30", "Doors", "Ring twice"), ("", "", "")]

    alice.post(PAGE, filled(*rows, initial=2, seen=seen, **{"items-1-DELETE": "on"}), follow=True)

    assert [title for _at, title, _note in kept()] == ["Doors"]


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        (filled(("2026-01-02T09:30", "", "")), "This field is required."),
        (filled(("", "Doors", "")), "This field is required."),
        (filled(("yesterday", "Doors", "")), "Please correct the items marked below."),
        (filled(("2026-01-02T09:30", "x" * 81, "")), "at most 80 characters"),
        (filled(("9999-12-31T23:59", "Doors", "")), "The year must be between 2000 and 2099."),
        (filled(("0001-01-01T00:00", "Doors", "")), "The year must be between 2000 and 2099."),
        ({"seen": EMPTY}, "ManagementForm"),
        (filled(*[("2026-01-02T09:30", "Doors", "")] * 101), "at most 100"),
        ({"seen": EMPTY, "items-TOTAL_FORMS": "9" * 30, "items-INITIAL_FORMS": "0"}, "at most 100"),
    ],
)
def test_what_is_wrong_is_said_beside_its_row(
    hall: Hall, alice: Client, fields: dict[str, str], says: str
) -> None:
    before = digest()

    answer = alice.post(PAGE, fields, follow=True)

    assert (answer.status_code, says in answer.content.decode()) == (422, True)
    assert digest() == before
