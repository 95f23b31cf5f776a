"""The bounds of every number, list and choice in a body, literally: one step too far is refused by name."""

from typing import Any

import pytest
from django.core.cache import cache

from tests.permissions import Row, digest, undone
from tests.tournaments.api.callers import body_of
from tests.tournaments.api.permission_matrix import MATRIX, T
from tests.tournaments.worlds import ORGANIZER, Worlds, build

pytestmark = pytest.mark.database("sqlite", thorough="both")

TABLE, CORRECT = "v1/tables/<id:pk>/scoresheets/", "v1/tables/<id:pk>/correct/"
DRAWS, WISHES, PENALTIES = "v1/stages/<id:pk>/draws/", f"{T}wishes/", "v1/stages/<id:pk>/penalties/"
HUGE = 10**15 + 1

TOO_FAR: list[tuple[str, str, object]] = [
    *[
        (route, field, value)
        for route in (TABLE, CORRECT)
        for field, value in (
            ("leftover", -1),
            ("leftover", -1_000),
            ("leftover", HUGE),
            ("imbalance", -HUGE),
            ("imbalance", HUGE),
            ("points", [HUGE, 0, 0, 0]),
            ("points", [-HUGE, 0, 0, 0]),
            ("points", [50_000, 50_000]),
            ("points", [20_000] * 6),
            ("chombo", [-1, 0, 0, 0]),
            ("chombo", [21, 0, 0, 0]),
            ("chombo", [0] * 6),
            ("imbalance_reason", "x" * 201),
        )
    ],
    (TABLE, "entries", [1, 2]),
    (TABLE, "entries", [1, 2, 3, 4, 5, 6]),
    (TABLE, "entries", [0, 2, 3, 4]),
    (CORRECT, "reason", "x" * 201),
    (PENALTIES, "amount", -(10**9) - 1),
    (PENALTIES, "reason", ""),
    (PENALTIES, "entry", 0),
    (DRAWS, "rounds", 0),
    (DRAWS, "effort", 0),
    (DRAWS, "effort", 17),
    (DRAWS, "best", -1),
    (DRAWS, "games", 0),
    (DRAWS, "matches", -1),
    (DRAWS, "line_up", -1),
    (DRAWS, "method", "imported"),
    (DRAWS, "method", "repaired"),
    (DRAWS, "remainder", "whatever"),
    (DRAWS, "apart", ["team", "team", "club", "country"]),
    (DRAWS, "apart", ["language"]),
    (DRAWS, "seed", "x" * 129),
    (DRAWS, "sit_out", [0]),
    (WISHES, "table", 0),
    (WISHES, "table", 501),
    (WISHES, "wind", 0),
    (WISHES, "wind", 5),
    (WISHES, "kind", "always"),
    ("v1/tournaments/", "level", 0),
    ("v1/tournaments/", "level", 100),
    ("v1/tournaments/", "confirmations_needed", 0),
    ("v1/tournaments/", "confirmations_needed", 4),
    ("v1/tournaments/", "visibility", "nobody"),
    ("v1/tournaments/", "confirmation_rule", "nobody"),
    ("v1/tournaments/", "slug", "New Cup"),
    ("v1/tournaments/", "slug", "x" * 61),
    ("v1/tournaments/", "name", ""),
    (f"{T}odd-rulebooks/", "players", 0),
    (f"{T}odd-rulebooks/", "players", 10),
    (f"{T}stages/", "name", ""),
    (f"{T}stages/", "kind", "knockout"),
    (f"{T}staff/", "role", "owner"),
    (f"{T}entries/", "number", 0),
    (f"{T}entries/", "name", ""),
    ("v1/tokens/", "scope", "everything"),
    ("v1/tokens/", "name", ""),
    ("v1/rounds/<id:pk>/close/", "leave_open", "yes"),
    ("v1/rounds/<id:pk>/close/", "leave_open", 1),
    ("v1/rounds/<id:pk>/swap/", "dry_run", "no"),
]


@pytest.fixture
def worlds(db: None) -> Worlds:
    return build()


def row_of(route: str) -> Row:
    return next(row for row in MATRIX if (row.method, row.route) == ("POST", f"api/{route}"))


def send(worlds: Worlds, route: str, more: dict[str, object]) -> tuple[int, dict[str, Any]]:
    row = row_of(route)
    body = row.body(worlds.own) if row.body else {}
    assert isinstance(body, dict)
    headers = row.headers(worlds.own) if row.headers else {}
    cache.clear()
    with undone():
        answer = worlds.caller(ORGANIZER, row.scene).call(
            "POST", row.path(worlds.own).removeprefix("/api"), {**body, **more}, **dict(headers)
        )
    return answer.status_code, body_of(answer)


@pytest.mark.timeout(300)
def test_one_step_too_far_is_refused_by_the_name_of_the_field_and_nothing_changes(worlds: Worlds) -> None:
    untouched, wrong = digest(), []
    for route, field, value in TOO_FAR:
        status, answer = send(worlds, route, {field: value})
        if (status, answer.get("error", {}).get("code")) != (400, "invalid") or list(
            answer["error"]["fields"]
        ) != [field]:
            wrong.append((route, field, str(value)[:40], status, str(answer)[:200]))

    assert "\n".join(map(str, wrong)) == ""
    assert digest() == untouched


def test_the_same_bodies_are_taken_as_they_stand(worlds: Worlds) -> None:
    statuses = {route: send(worlds, route, {})[0] for route in {route for route, _field, _value in TOO_FAR}}

    assert {route: status for route, status in statuses.items() if status not in (200, 201)} == {}


@pytest.mark.parametrize(
    ("path", "field", "values"),
    [
        ("/v1/tournaments/", "limit", ["0", "201", "-1", "x", "1.5", ""]),
        ("/v1/tournaments/", "offset", ["-1", "1000001"]),
        ("/v1/tournaments/", "ordering", ["slug", "starts_on,name", "-"]),
        ("/v1/tournaments/", "status", ["open", ""]),
        ("/v1/tournaments/", "season", ["0", str(10**18)]),
        ("/v1/tournaments/", "starts_from", ["yesterday", "2026-13-01"]),
        ("/v1/tournaments/", "search", ["x" * 61]),
        ("/v1/players/", "club", ["0", "x"]),
        ("/v1/tournaments/spring-open/rounds/", "status", ["open"]),
        ("/v1/tournaments/spring-open/ledger/", "after", ["-1", "x"]),
        ("/v1/tournaments/spring-open/ledger/", "limit", ["0", "201"]),
    ],
)
def test_a_parameter_out_of_bounds_is_refused(
    worlds: Worlds, path: str, field: str, values: list[str]
) -> None:
    organizer = worlds.caller(ORGANIZER, "")
    for value in values:
        answer = organizer.get(f"{path}?{field}={value}")

        assert answer.status_code == 400, value
        assert list(body_of(answer)["error"]["fields"]) == [field], value
