"""A tablet does nothing but its own table's calls: every call that changes something is tried by a tablet of another
table and by one of another tournament, for a player who sits there and with that player's PIN.
"""

from collections.abc import Mapping
from typing import Any

import pytest
from django.core.cache import cache

from tests.permissions import OWN, Row, digest, undone
from tests.thorough import in_turn
from tests.tournaments.api.permission_matrix import MATRIX
from tests.tournaments.worlds import ANONYMOUS, TABLET, Worlds, build, tablet_of
from tournaments.actions.actor import Actor
from tournaments.actions.credentials.player_cards import issue_player_cards
from tournaments.models import PlayerCard, Seat, Staff, Table

SEAT, PIN = ("seat",), ("seat", "pin")
# What a tablet says besides, and at which of the world's tables.
AT_TABLES = {
    "api/v1/tables/<id:pk>/scoresheets/": ("table", PIN),
    "api/v1/tables/<id:pk>/hands/": ("table", SEAT),
    "api/v1/tables/<id:pk>/hands/undo/": ("played_table", SEAT),
    "api/v1/tables/<id:pk>/hands/scoresheet/": ("played_table", PIN),
    "api/v1/tables/<id:pk>/referee-calls/": ("table", SEAT),
    "api/v1/scoresheets/<id:pk>/confirm/": ("reported_table", PIN),
    "api/v1/scoresheets/<id:pk>/dispute/": ("reported_table", PIN),
}
# What anybody may, and what only reads, is no matter of tablets.
UNSAFE = [
    row
    for row in MATRIX
    if row.method != "GET"
    and row.expected[OWN][ANONYMOUS] >= 400
    and not row.route.startswith("api/v1/rulebooks/")
]


@pytest.fixture
def worlds(db: None) -> Worlds:
    return build()


def organizer_of(slug: str) -> Actor:
    staff = Staff.objects.select_related("user").filter(tournament__slug=slug, role=Staff.Role.ORGANIZER)
    return Actor(user=staff.earliest("pk").user)


def body_of(row: Row, world: Mapping[str, Any]) -> object:
    """What this row sends, for the player on West and with their PIN."""
    body = row.body(world) if row.body else None
    if row.method != "POST" or row.route not in AT_TABLES:
        return body
    table, names = AT_TABLES[row.route]
    seat = Seat.objects.select_related("entry__tournament").get(table=world[table], wind=2)
    by = organizer_of(world["slug"])
    issue_player_cards(tournament=seat.entry.tournament, entries=[seat.entry_id], by=by)
    pin = PlayerCard.objects.alive().get(entry=seat.entry_id).pin
    return {
        **(body if isinstance(body, dict) else {}),
        **{n: {"seat": seat.pk, "pin": pin}[n] for n in names},
    }


def test_every_call_that_changes_something_is_refused_to_a_tablet_from_elsewhere(worlds: Worlds) -> None:
    own = Table.objects.select_related("round__stage__tournament").get(pk=worlds.own["table"])
    abroad = Table.objects.select_related("round__stage__tournament").get(pk=worlds.foreign["table"])
    beside = own.round.tables.select_related("round__stage__tournament").exclude(pk=own.pk)[0]
    tablets = {
        "of another table": tablet_of(beside, organizer_of(worlds.own["slug"])),
        "of another tournament": tablet_of(abroad, organizer_of(worlds.foreign["slug"])),
    }
    wrong, asked = [], set()
    for turn, row in enumerate(UNSAFE):
        # Every day what is no matter of tablets at all is tried by one of them in turn.
        for who in tablets if row.route in AT_TABLES else in_turn(list(tablets), turn, of=2):
            tablet = tablets[who]
            with undone():
                body = body_of(row, worlds.own)
                headers = row.headers(worlds.own) if row.headers else {}
                cache.clear()
                before = digest() if row.route in AT_TABLES else None
                path = row.path(worlds.own).removeprefix("/api")
                answer = tablet.call(row.method, path, body, **dict(headers))
                is_changed = before is not None and digest() != before
            asked.add(row.route)
            if answer.status_code not in (403, 404) or is_changed:
                wrong.append((str(row), who, answer.status_code, is_changed, answer.content[:120]))

    assert wrong == []
    assert AT_TABLES.keys() <= asked
    assert len(UNSAFE) > 100


def test_the_same_calls_are_let_through_at_the_tablets_own_table(worlds: Worlds) -> None:
    """So that what is refused above is refused for its table."""
    tablet = worlds.caller(TABLET, "")
    statuses = {}
    for row in UNSAFE:
        if row.route in AT_TABLES and row.method == "POST" and AT_TABLES[row.route][0] != "played_table":
            with undone():
                body = body_of(row, worlds.own)
                headers = row.headers(worlds.own) if row.headers else {}
                path = row.path(worlds.own).removeprefix("/api")
                statuses[row.route] = tablet.call("POST", path, body, **dict(headers)).status_code

    assert statuses == {
        "api/v1/tables/<id:pk>/scoresheets/": 201,
        "api/v1/tables/<id:pk>/hands/": 201,
        "api/v1/tables/<id:pk>/referee-calls/": 201,
        "api/v1/scoresheets/<id:pk>/confirm/": 200,
        "api/v1/scoresheets/<id:pk>/dispute/": 200,
    }
