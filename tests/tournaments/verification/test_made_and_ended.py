"""What one event makes and others change is declared on them, and one part of the verification reads it."""

import pytest
from django.apps import apps
from django.db.models import DateTimeField

from tests.tournaments.hall import Hall, hall_with_a_game
from tournaments.actions.ledger import record
from tournaments.models import LedgerHead
from tournaments.models.events import Columns, Event, LeagueEvent, LedgerEvent
from tournaments.models.origins.reading import Ids
from tournaments.models.play.events import AnnouncementRemoved
from tournaments.verification import verify_ledger
from tournaments.verification.ledger import _Reading
from tournaments.verification.made_and_ended import MadeAndEnded

pytestmark = pytest.mark.database("sqlite")

WRITTEN: list[tuple[type[LedgerEvent], Columns]] = [
    (event, columns)
    for event in [*Event.events.values(), *LeagueEvent.events.values()]
    for columns in (event.makes, event.changes)
    if columns is not None
]


def test_what_an_event_writes_are_columns_and_its_own_fields() -> None:
    wrong = set()
    for event, columns in WRITTEN:
        there = {field.name: field for field in apps.get_model("tournaments", columns.row)._meta.fields}
        said = {columns.id, *columns.taken.values(), *columns.hashed.values()}
        said |= {"days"} if columns.until else set()
        wrong |= {f"{columns.row}.{name}" for name in columns.names if name not in there}
        wrong |= {
            f"{columns.row}.{name} is no moment"
            for name in (columns.at, columns.until)
            if name and not isinstance(there.get(name), DateTimeField)
        }
        wrong |= {f"{event.__name__}.{name}" for name in said - event.fields().keys()}

    assert wrong == set()


def test_every_row_that_an_event_changes_is_made_by_one() -> None:
    made, changed = (
        {columns.row for event, columns in WRITTEN if columns is getattr(event, how)}
        for how in ("makes", "changes")
    )

    assert made == changed == {"Announcement", "Invitation", "Photo", "RefereeCall", "TableKiosk", "Webhook"}


def test_the_rows_of_every_such_event_are_compared(db: None) -> None:
    parts = _Reading(LedgerHead(), Ids([])).parts

    followed = {part.about.__name__ for part in parts if isinstance(part, MadeAndEnded)}

    assert followed == {columns.row for _event, columns in WRITTEN}


def test_the_end_of_what_no_entry_made_is_found(db: None) -> None:
    hall: Hall = hall_with_a_game()
    removed = AnnouncementRemoved(announcement=4_711)
    entry = record(removed, tournament_id=hall.tournament.pk, by=hall.alice)

    found = [str(one) for one in verify_ledger(hall.tournament.pk).problems]

    assert found == [
        f"Entry {entry.seq}: it lacks the content of an entry of its kind (announcement_removed)."
    ]
