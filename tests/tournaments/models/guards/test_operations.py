"""A migration puts triggers up and drops them, and does the opposite on the way back."""

from collections.abc import Iterator

import pytest
from django.db import IntegrityError, connection
from django.db.migrations.state import ProjectState

from players.models import Player
from tournaments.models.guards import DropTriggers, Guard, PutUpTriggers

NOBODY = Guard("nobody_is_called_nobody", "players_player", "INSERT", "NEW.name = 'Nobody'")
EVERYBODY = Guard(NOBODY.name, NOBODY.table, NOBODY.event, "NEW.name <> 'Everybody'")
STATE = ProjectState()

pytestmark = pytest.mark.django_db(transaction=True)


def forwards(operation: PutUpTriggers) -> None:
    with connection.schema_editor() as editor:
        operation.database_forwards("tournaments", editor, STATE, STATE)


def backwards(operation: PutUpTriggers) -> None:
    with connection.schema_editor() as editor:
        operation.database_backwards("tournaments", editor, STATE, STATE)


def refuses(name: str) -> bool:
    """Does the database refuse a player of this name?"""
    try:
        Player.objects.create(name=name)
    except IntegrityError as refusal:
        return NOBODY.name in str(refusal)
    return False


@pytest.fixture(autouse=True)
def _none_is_left() -> Iterator[None]:
    yield
    forwards(DropTriggers([NOBODY]))


def test_what_is_put_up_stands_and_is_gone_on_the_way_back() -> None:
    operation = PutUpTriggers([NOBODY])

    forwards(operation)
    assert (refuses("Nobody"), refuses("Bob")) == (True, False)
    backwards(operation)
    assert not refuses("Nobody")


def test_what_is_dropped_stands_again_on_the_way_back() -> None:
    operation = DropTriggers([NOBODY])
    forwards(PutUpTriggers([NOBODY]))

    forwards(operation)
    assert not refuses("Nobody")
    backwards(operation)
    assert (refuses("Nobody"), refuses("Bob")) == (True, False)


def test_one_of_the_same_name_is_replaced() -> None:
    forwards(PutUpTriggers([EVERYBODY]))

    forwards(PutUpTriggers([NOBODY]))

    assert (refuses("Nobody"), refuses("Bob")) == (True, False)
