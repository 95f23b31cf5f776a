"""Organizers say what happens when, as one list."""

from datetime import UTC, datetime, timedelta

import pytest
from django.db import IntegrityError, transaction

from players.models import NameTrace
from tests.permissions import digest
from tests.tournaments.hall import Hall, open_hall
from tests.tournaments.said import HIDDEN, HOSTILE, ITEMS, LONG
from tournaments.actions.about.timetable import set_timetable
from tournaments.actions.errors import RulesRefuse, StaleVersion
from tournaments.actions.seen_versions import said_tag
from tournaments.models import TimetableItem
from tournaments.models.about.events import TimetableSet
from tournaments.models.about.timetable import MOST_ITEMS
from tournaments.verification import verify_ledger

NOON = datetime(2026, 1, 2, 3, tzinfo=UTC)


@pytest.fixture
def hall(db: None) -> Hall:
    return open_hall()


def put(hall: Hall, items: list[dict[str, object]]) -> list[TimetableItem]:
    seen = said_tag(TimetableSet, list(TimetableItem.objects.filter(tournament=hall.tournament)))
    return set_timetable(tournament=hall.tournament, items=items, seen=seen, by=hall.alice)


def kept() -> list[tuple[datetime, str, str]]:
    return list(TimetableItem.objects.values_list("at", "title", "note"))


def rows(items: list[dict[str, object]]) -> list[tuple[object, ...]]:
    return [tuple(item.values()) for item in items]


def test_items_are_kept_in_the_order_of_their_times_and_proven(hall: Hall) -> None:
    put(hall, ITEMS[::-1])

    assert kept() == rows(ITEMS)
    assert hall.last_payload() == {"count": 2, "digest": NameTrace.objects.latest("pk").digest}
    assert verify_ledger(hall.tournament.pk).problems == []


def test_items_at_one_time_stay_in_the_order_in_which_they_were_given(hall: Hall) -> None:
    items = [{"at": NOON, "title": title, "note": ""} for title in ("Zen", "Lunch", "Ask")]

    put(hall, items)

    assert [title for _at, title, _note in kept()] == ["Zen", "Lunch", "Ask"]


def test_the_list_replaces_the_one_before(hall: Hall) -> None:
    put(hall, ITEMS)

    put(hall, [{"at": NOON, "title": "Lunch"}])

    assert kept() == [(NOON, "Lunch", "")]
    assert verify_ledger(hall.tournament.pk).problems == []


def test_the_same_again_changes_nothing(hall: Hall) -> None:
    put(hall, ITEMS)
    before = digest()

    put(hall, ITEMS[::-1])

    assert digest() == before


def test_two_organizers_do_not_undo_each_other(hall: Hall) -> None:
    seen = said_tag(TimetableSet, [])
    put(hall, ITEMS)
    before = digest()

    with pytest.raises(StaleVersion):
        set_timetable(tournament=hall.tournament, items=[], seen=seen, by=hall.alice)

    assert digest() == before


@pytest.mark.parametrize(
    ("item", "column", "says"),
    [
        ({"title": ""}, "title", "blank"),
        ({"title": "x" * 81}, "title", "at most 80"),
        ({"note": "x" * 201}, "note", "at most 200"),
        *(({"title": text}, "title", "cannot be displayed") for text in HIDDEN),
        *(({"note": text}, "note", "cannot be displayed") for text in HIDDEN),
        ({"at": datetime(1999, 12, 31, tzinfo=UTC)}, "at", "The year must be between 2000 and 2099"),
        ({"at": datetime(2100, 1, 1, tzinfo=UTC)}, "at", "The year must be between 2000 and 2099"),
    ],
)
def test_what_is_wrong_is_refused_with_its_line(
    hall: Hall, item: dict[str, object], column: str, says: str
) -> None:
    before = digest()

    with pytest.raises(RulesRefuse, match=says) as refused:
        put(hall, [{"at": NOON - timedelta(hours=1) if "at" not in item else NOON, "title": "Lunch", **item}])

    assert set(refused.value.fields) == {column, "row"}
    assert digest() == before


def test_hostile_and_long_words_are_kept_as_they_are(hall: Hall) -> None:
    put(hall, [{"at": NOON, "title": LONG, "note": HOSTILE[:200]}])

    assert kept() == [(NOON, LONG, HOSTILE[:200])]


def test_a_timetable_has_a_hundred_items_at_most(hall: Hall) -> None:
    items = [{"at": NOON, "title": f"Item {number}"} for number in range(MOST_ITEMS + 1)]
    before = digest()

    with pytest.raises(RulesRefuse, match="at most 100 items"):
        put(hall, items)

    assert digest() == before
    put(hall, items[:MOST_ITEMS])
    with pytest.raises(IntegrityError, match="a_timetable_has_an_end"), transaction.atomic():
        TimetableItem.objects.create(tournament=hall.tournament, at=NOON, title="One more")


@pytest.mark.parametrize(
    "columns", [{"title": ""}, {"note": "x" * 201}, {"at": datetime(2100, 1, 1, tzinfo=UTC)}], ids=str
)
def test_the_database_keeps_the_bounds(hall: Hall, columns: dict[str, object]) -> None:
    with pytest.raises(Exception, match=r"an_item_|too long"), transaction.atomic():
        TimetableItem.objects.create(tournament=hall.tournament, **{"at": NOON, "title": "Lunch", **columns})

    assert kept() == []
