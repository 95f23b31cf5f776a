"""Ids and fields in a body: another tournament's are like those that do not exist; what is no field is refused.

Each body succeeds as it stands for the caller who sends it; only the one value makes the difference.
"""

from collections.abc import Callable, Mapping
from typing import Any

import pytest
from django.core.cache import cache
from django.test.client import BOUNDARY, encode_multipart

from tests.permissions import Digest, Row, digest, has_changed, undone, written
from tests.thorough import THOROUGH, in_turn
from tests.tournaments.api.callers import body_of
from tests.tournaments.api.permission_matrix import MATRIX, SCORES, T, one_who_may
from tests.tournaments.worlds import ORGANIZER, Worlds, build
from tournaments.models import Seat, Table

pytestmark = pytest.mark.database("sqlite")

Body = Callable[[Mapping[str, Any]], dict[str, Any]]

# Address → a body that succeeds, and where in it an id stands that belongs to a tournament.
NESTED: list[tuple[str, dict[str, str], Body, str, Callable[[Mapping[str, Any]], Any]]] = [
    ("v1/stages/<id:pk>/penalties/", {"pk": "stage"},
     lambda w: {"entry": w["entry"], "amount": 1_000, "reason": "late"}, "entry", lambda w: w["entry"]),
    ("v1/seats/<id:pk>/substitute/", {"pk": "seat"}, lambda w: {"entry": w["spare"]}, "entry", lambda w: w["spare"]),
    ("v1/rounds/<id:pk>/swap/", {"pk": "drafted_round"},
     lambda w: {"one": w["entry"], "other": w["other_entry"]}, "one", lambda w: w["entry"]),
    ("v1/rounds/<id:pk>/swap/", {"pk": "drafted_round"},
     lambda w: {"one": w["entry"], "other": w["other_entry"]}, "other", lambda w: w["other_entry"]),
    ("v1/rounds/<id:pk>/tables/", {"pk": "fresh_round"}, lambda w: {"players": w["late"]}, "players",
     lambda w: w["late"]),
    (f"{T}wishes/", {"slug": "slug"}, lambda w: {"kind": "table", "entry": w["entry"], "table": 1}, "entry",
     lambda w: w["entry"]),
    (f"{T}wishes/", {"slug": "slug"}, lambda w: {"kind": "never", "entry": w["entry"], "other": w["spare"]}, "other",
     lambda w: w["spare"]),
    ("v1/stages/<id:pk>/rounds/", {"pk": "stage"}, lambda w: {"sit_out": w["four"]}, "sit_out", lambda w: w["four"]),
    ("v1/rounds/<id:pk>/redraw/", {"pk": "drafted_round"}, lambda w: {"sit_out": w["four"]}, "sit_out",
     lambda w: w["four"]),
    ("v1/stages/<id:pk>/draws/", {"pk": "stage"}, lambda w: {"method": "random", "sit_out": w["four"]}, "sit_out",
     lambda w: w["four"]),
    ("v1/stages/<id:pk>/repair/", {"pk": "planned_stage"},
     lambda w: {"leavers": [w["entry"]], "remainder": "byes"}, "leavers", lambda w: [w["entry"]]),
    ("v1/stages/<id:pk>/repair/", {"pk": "planned_stage"},
     lambda w: {"substitutes": [{"out": w["entry"], "into": w["spare"]}]}, "substitutes",
     lambda w: [{"out": w["entry"], "into": w["spare"]}]),
    ("v1/rounds/<id:pk>/seat-tokens/", {"pk": "published_round"}, lambda w: {"seats": [w["seat"]]}, "seats",
     lambda w: [w["seat"]]),
    (f"{T}player-cards/", {"slug": "slug"}, lambda w: {"entries": [w["entry"]]}, "entries", lambda w: [w["entry"]]),
    ("v1/tables/<id:pk>/scoresheets/", {"pk": "table"}, lambda w: {"points": SCORES, "entries": w["seated"]},
     "entries", lambda w: w["seated"]),
    ("v1/tables/<id:pk>/seat-order/", {"pk": "table"}, lambda w: {"players": w["seated"][::-1]}, "players",
     lambda w: w["seated"]),
    ("v1/nights/<id:pk>/settle/", {"pk": "evening_night"}, lambda w: {"absent": [w["evening_1"]]}, "absent",
     lambda w: [w["evening_1"]]),
    ("v1/nights/<id:pk>/sign-up/", {"pk": "club_night"}, lambda w: {"entry": w["club_1"]}, "entry",
     lambda w: w["club_1"]),
    ("v1/teams/<id:pk>/captain/", {"pk": "captained_team"}, lambda w: {"entry": w["mate"]}, "entry",
     lambda w: w["mate"]),
    ("v1/rounds/<id:pk>/clock/extend/", {"pk": "reported_round"},
     lambda w: {"minutes": 5, "table": w["reported_table"]}, "table", lambda w: w["reported_table"]),
    ("v1/tokens/", {}, lambda w: {"name": "bot", "scope": "read", "days": 1, "tournament": w["slug"]}, "tournament",
     lambda w: w["slug"]),
]  # fmt: skip
# Names that a client might hope to set: read-only, of another thing, or of the framework.
HOPED_FOR = {
    "id": 1,
    "pk": 1,
    "status": "confirmed",
    "tournament_id": 1,
    "created_at": "2026-01-01T00:00:00Z",
    "is_superuser": True,
    "is_staff": True,
    "is_founder": True,
    "organizer": True,
    "version": 9,
    "tag": "r9-00000000",
    "confirmed_by_referee": True,
    "total": 99_000,
    "totals": [99_000],
    "counts": True,
    "reported_by_user": 1,
    "imposed_by": 1,
    "lot": 1,
    "hash": "0" * 64,
    "__class__": "x",
}


@pytest.fixture
def worlds(db: None) -> Worlds:
    made = build()
    for world in (made.own, made.foreign):
        seats = Seat.objects.filter(table=world["table"]).order_by("wind")
        world["seated"] = list(seats.values_list("entry", flat=True))
        # Those at the other table, so that one full table remains.
        others = Table.objects.get(pk=world["table"]).round.seats.exclude(table=world["table"])
        world["four"] = list(others.order_by("entry").values_list("entry", flat=True))
    made.missing.update(four=[10**9] * 4, seated=[10**9] * 4, late=[10**9] * 4)
    return made


def send(worlds: Worlds, untouched: Digest, row: Row, body: object, role: str) -> tuple[int, bytes, bool]:
    """Status, answer, and whether anything in the database is another; undone again."""
    caller = worlds.caller(role, row.scene)
    headers = row.headers(worlds.own) if row.headers else {}
    cache.clear()
    with undone(), written() as statements:
        answer = caller.call(row.method, row.path(worlds.own).removeprefix("/api"), body, **dict(headers))
        changed = has_changed(untouched, statements)
    return answer.status_code, answer.content, changed


def with_field(body: object, name: str, value: object) -> object:
    """A body with one field more: of JSON, or of a form with a file."""
    if isinstance(body, bytes):
        end = f"--{BOUNDARY}--\r\n".encode()
        return body.removesuffix(end) + encode_multipart(BOUNDARY, {name: str(value)})
    assert isinstance(body, dict)
    return {**body, name: value}


def test_an_id_of_another_tournament_is_answered_like_one_that_does_not_exist(worlds: Worlds) -> None:
    untouched, wrong = digest(), []
    for route, things, body, name, where in NESTED:
        row = Row("POST", f"api/{route}", {}, things)
        good = body(worlds.own)
        taken = send(worlds, untouched, row, good, ORGANIZER)
        foreign = send(worlds, untouched, row, {**good, name: where(worlds.foreign)}, ORGANIZER)
        missing = send(worlds, untouched, row, {**good, name: where(worlds.missing)}, ORGANIZER)
        if not (taken[0] in (200, 201) and taken[2]):
            wrong.append((route, name, "as it should be", taken))
        if foreign[0] not in (400, 404, 409, 412, 422) or b"secret" in foreign[1].lower():
            wrong.append((route, name, "foreign", foreign))
        if foreign[:2] != missing[:2] or (foreign[2] and foreign[0] == 400):
            wrong.append((route, name, "foreign", foreign, "missing", missing))

    assert "\n".join(map(str, wrong)) == ""


def test_a_thing_of_another_tournament_is_not_reached_through_ones_own_address(worlds: Worlds) -> None:
    untouched = digest()
    organizer = worlds.caller(ORGANIZER, "")
    for path in (
        f"/v1/tournaments/{worlds.own['slug']}/staff/{worlds.foreign['staff']}/",
        f"/v1/tournaments/{worlds.foreign['slug']}/staff/{worlds.own['staff']}/",
    ):
        assert organizer.delete(path).status_code == 404
    assert digest() == untouched


def test_an_entry_is_not_made_with_the_player_or_team_of_a_private_tournament(worlds: Worlds) -> None:
    untouched = digest()
    organizer = worlds.caller(ORGANIZER, "")
    path = f"/v1/tournaments/{worlds.own['slug']}/entries/"
    for fields in (
        {"player": worlds.foreign["player"]},
        {"name": "Newcomer", "team": worlds.foreign["team"]},
    ):
        answer = organizer.post(path, fields)

        assert answer.status_code == 400, answer.content
    assert digest() == untouched


@pytest.mark.once("refused before anything is looked up")
@pytest.mark.timeout(600)
def test_a_field_that_is_not_asked_for_is_refused_by_name_wherever_a_body_is_taken(worlds: Worlds) -> None:
    untouched, wrong, calls = digest(), [], 0
    for turn, row in enumerate(MATRIX):
        if row.method != "POST" or (role := one_who_may(row)) is None:
            continue
        body = row.body(worlds.own) if row.body else {}
        # Every day each body has one of them in turn: that a field is none is found out for all bodies alike.
        for name, value in in_turn(list(HOPED_FOR.items()), turn, of=len(HOPED_FOR)):
            if isinstance(body, dict) and name in body:
                continue
            status, content, changed = send(worlds, untouched, row, with_field(body, name, value), role)
            calls += 1
            if (status, changed) != (400, False) or name.encode() not in content:
                wrong.append((str(row), name, status, changed, content[:100]))

    print(f"{calls} calls")
    assert "\n".join(map(str, wrong)) == ""
    assert calls > (700 if THOROUGH else 80)


def test_each_of_these_bodies_succeeds_without_the_field(worlds: Worlds) -> None:
    untouched, failed = digest(), []
    # Every day one of three: each of them is sent by who may in the permission matrix, too.
    for row in in_turn([one for one in MATRIX if one.method == "POST"], 0, of=3):
        if (role := one_who_may(row)) is not None:
            body = row.body(worlds.own) if row.body else {}
            status, content, _changed = send(worlds, untouched, row, body, role)
            if status not in (200, 201, 202, 204):
                failed.append((str(row), status, content[:200]))

    assert failed == []


def test_a_list_or_a_text_in_place_of_an_object_is_refused(worlds: Worlds) -> None:
    untouched = digest()
    organizer = worlds.caller(ORGANIZER, "")
    for raw in (b"[]", b'"name"', b"1", b"null", b'[{"name": "x"}]'):
        answer = organizer.post(f"/v1/tournaments/{worlds.own['slug']}/stages/", raw)

        assert (answer.status_code, body_of(answer)["error"]["code"]) == (400, "malformed"), raw
    assert digest() == untouched
