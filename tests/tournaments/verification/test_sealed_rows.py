"""What organizers say about their event is proven as long as it stands, and by nothing once it is replaced."""

from base64 import b64encode
from operator import itemgetter
from typing import Any

import pytest

from players.models import NameTrace
from tests.tournaments.brands import BRAND, EMPTY, sent_picture
from tests.tournaments.hall import Hall, open_hall
from tests.tournaments.said import ABOUT, ITEMS, QUESTIONS, THANKS
from tournaments.actions.about.saying import set_said
from tournaments.actions.seen_versions import said_tag
from tournaments.models.about.events import Said
from tournaments.models.events import Seals, sealing_events
from tournaments.verification import verify_ledger
from web.pictures import logo_of

SPONSORS = [
    {"ordinal": 1, "name": "Green Tiles", "link": "https://tiles.example/", "logo": ""},
    {"ordinal": 2, "name": "Café Ron", "link": "", "logo": ""},
]
PICTURES = sorted(
    (
        {"name": one.file, "content": b64encode(one.content).decode()}
        for one in (logo_of(sent_picture()), logo_of(sent_picture(colour="#0d4438")))
    ),
    key=itemgetter("name"),
)
# By the kind of its event: what is said first, and then.
SAID: dict[str, tuple[list[dict[str, Any]], list[dict[str, Any]]]] = {
    "about_set": ([ABOUT], [{"fee": "free"}]),
    "thanks_set": ([THANKS], [{"text_en": "Bye"}]),
    "timetable_set": (ITEMS, ITEMS[:1]),
    "questions_set": (QUESTIONS, QUESTIONS[2:]),
    "brand_set": ([{**EMPTY, **BRAND}], [{**EMPTY, "name": "Another club"}]),
    "sponsors_set": (SPONSORS, SPONSORS[:1]),
    "brand_pictures_set": (PICTURES, PICTURES[:1]),
}
SEALING = pytest.mark.parametrize(
    ("event", "seals"), sealing_events().items(), ids=lambda one: getattr(one, "kind", "")
)


@pytest.fixture
def hall(db: None) -> Hall:
    return open_hall(players=0)


def say(hall: Hall, event: Any, rows: list[dict[str, Any]]) -> None:
    assert issubclass(event, Said)
    seen = said_tag(event, list(sealing_events()[event].rows(hall.tournament)))
    set_said(event, rows, tournament=hall.tournament, seen=seen, by=hall.alice)


def problems(hall: Hall) -> list[str]:
    return [str(problem) for problem in verify_ledger(hall.tournament.pk).problems]


def test_every_kind_that_seals_rows_is_said_here() -> None:
    assert {event.kind for event in sealing_events()} == set(SAID)


@SEALING
def test_an_event_seals_every_column(event: type[Said], seals: Seals) -> None:
    columns = {field.name for field in seals.model._meta.concrete_fields if not field.primary_key}

    assert set(seals.columns) == columns - {"tournament", "league"}


@SEALING
def test_the_last_entry_says_what_the_rows_are(hall: Hall, event: type[Said], seals: Seals) -> None:
    found = []
    for rows in (*SAID[event.kind], []):
        say(hall, event, rows)
        found.append((seals.model._default_manager.count(), problems(hall)))

    first, second = SAID[event.kind]
    assert found == [(len(first), []), (len(second), []), (0, [])]


@SEALING
def test_rows_that_went_or_came_another_way_are_found(hall: Hall, event: type[Said], seals: Seals) -> None:
    say(hall, event, SAID[event.kind][0])
    seq = hall.tournament.ledger.latest("seq").seq
    rows = list(seals.rows(hall.tournament))

    seals.rows(hall.tournament).delete()
    gone = problems(hall)
    seals.model._default_manager.bulk_create(rows)

    assert gone == [f"Entry {seq}: {seals.about}, which this entry records, is gone."]
    assert problems(hall) == []


@SEALING
def test_rows_without_an_entry_are_found(hall: Hall, event: type[Said], seals: Seals) -> None:
    seals.model._default_manager.create(tournament=hall.tournament, **SAID[event.kind][0][0])

    assert len(problems(hall)) == 1
    assert str(seals.about) in problems(hall)[0]


@SEALING
def test_a_salt_that_was_thrown_away_is_found(hall: Hall, event: type[Said], seals: Seals) -> None:
    say(hall, event, SAID[event.kind][0])
    seq = hall.tournament.ledger.latest("seq").seq

    NameTrace.objects.filter(subject=f"{seals.subject}:{hall.tournament.pk}").update(salt="")

    assert problems(hall) == [f"Entry {seq}: {seals.about}: differs from what was saved here."]
