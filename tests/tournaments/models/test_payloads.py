"""Payloads as they have been written since ledgers began: an event gives the same bytes, or no hash holds.

`payloads.jsonl` has what every kind said before events were declared, in all the shapes that the actions of the tests
gave it: kind, and canonical JSON.
"""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tournaments.models import Tournament
from tournaments.models.chain import canonical
from tournaments.models.events import Event
from tournaments.models.origins.payloads import moved
from tournaments.models.setup.events import OfSettings

WRITTEN = [json.loads(line) for line in Path(__file__).with_name("payloads.jsonl").read_text().splitlines()]


def event_of(kind: str, payload: str) -> Event:
    """The event that an action would record today."""
    event, content = Event.events[kind], json.loads(payload)
    if issubclass(event, OfSettings):
        recorded = Tournament.RECORDED.values()
        content["settings"] = {name: content.pop(name) for name in [*content] if name in recorded}
    return msgspec.convert(content, event)


def test_there_is_one_of_every_kind() -> None:
    assert {kind for kind, _payload in WRITTEN} == set(Event.events) - SINCE


# Kinds that there have been only since.
SINCE = {
    *("about_set", "questions_set", "team_look_set", "timetable_set"),
    *("brand_set", "sponsors_set", "brand_pictures_set", "planned_rounds_set", "fees_paid", "fees_unpaid"),
    *("records_mailed", "thanks_set", "tournament_archived", "tournament_brought_back"),
    *("webhook_added", "webhook_changed", "webhook_removed", "confirmation_undone"),
}


@pytest.mark.parametrize(("kind", "payload"), WRITTEN)
def test_an_event_gives_the_same_bytes(kind: str, payload: str) -> None:
    assert canonical(event_of(kind, payload).payload) == payload


@pytest.mark.parametrize(("kind", "payload"), WRITTEN)
def test_a_file_can_take_it_to_another_server(kind: str, payload: str) -> None:
    content: dict[str, Any] = json.loads(payload)

    assert moved(kind, content, lambda _kind, pk: pk) == content
