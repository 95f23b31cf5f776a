"""Every method of every route of the API × every role × own, foreign and missing things."""

import os
from collections.abc import Callable
from copy import deepcopy

import pytest
from django.core.cache import cache

from tests.permissions import FOREIGN, MISSING, OWN, Cell, Row, answer, check, digest, routes_under
from tests.tournaments.api.permission_matrix import MATRIX
from tests.tournaments.worlds import (
    ANONYMOUS,
    DEAD_BEARER,
    NARROWED_TOKEN,
    ORGANIZER,
    OTHER,
    PHONE,
    PHONE_ABROAD,
    ROLES,
    STRANGER,
    SUPERUSER,
    Worlds,
    build,
)

# About what is one's own everybody is asked, always; about what is foreign or missing a part of them, unless
# JANTAKU_THOROUGH=1.
THOROUGH = bool(os.environ.get("JANTAKU_THOROUGH"))
SOME = (
    ANONYMOUS,
    STRANGER,
    PHONE,
    PHONE_ABROAD,
    DEAD_BEARER,
    ORGANIZER,
    NARROWED_TOKEN,
    OTHER,
    SUPERUSER,
)

# In groups, because a group shares its worlds and groups can run side by side.
SIZE = 10
GROUPS = [MATRIX[start : start + SIZE] for start in range(0, len(MATRIX), SIZE)]


@pytest.fixture
def worlds(db: None) -> Worlds:
    return build()


@pytest.fixture
def untouched(worlds: Worlds) -> str:
    return digest()


def asked(target: str) -> tuple[str, ...]:
    return ROLES if target == OWN or THOROUGH else SOME


def ask(worlds: Worlds, untouched: str, row: Row, role: str, target: str) -> Cell:
    caller = worlds.caller(role, row.scene)
    cache.clear()
    # What is undone in the database is undone in the browser: a phone that claimed a seat holds its own again.
    cookies = deepcopy(caller.client.cookies)
    found = answer(
        row,
        lambda method, path, body, headers: caller.call(method, path.removeprefix("/api"), body, **headers),
        worlds.of(target),
        untouched,
    )
    caller.client.cookies = cookies
    return found


def test_every_method_of_every_route_has_a_row_and_every_row_a_route() -> None:
    assert check(MATRIX, "api/") == (set(), set())


def test_the_routes_are_really_found() -> None:
    assert ("POST", "api/v1/tables/<id:pk>/scoresheets/") in routes_under("api/")


@pytest.mark.timeout(600)
@pytest.mark.parametrize("rows", GROUPS, ids=lambda rows: f"{rows[0].route} to {rows[-1].route}")
def test_each_role_gets_what_the_specification_says(
    worlds: Worlds, untouched: str, rows: list[Row], record_property: Callable[[str, object], None]
) -> None:
    wrong: list[tuple[object, ...]] = []
    calls = 0
    for row in rows:
        cells = {
            target: {role: ask(worlds, untouched, row, role, target) for role in asked(target)}
            for target in row.expected
        }
        calls += sum(len(answers) for answers in cells.values())
        for target, statuses in row.expected.items():
            assert set(statuses) == set(ROLES)
            for role, cell in cells[target].items():
                if cell.status != statuses[role]:
                    wrong.append((str(row), target, role, statuses[role], cell.status, cell.content[:160]))
                if cell.changed and (row.method == "GET" or statuses[role] >= 400):
                    wrong.append((str(row), target, role, "changed the database"))
        for role in asked(FOREIGN) if {FOREIGN, MISSING} <= set(cells) else ():
            foreign, missing = cells[FOREIGN][role], cells[MISSING][role]
            if foreign.status == missing.status and foreign.content != missing.content:
                wrong.append((str(row), role, "can tell what is foreign from what is missing"))
    record_property("calls", calls)
    print(f"{calls} calls")
    assert not wrong


def test_the_matrix_is_thousands_of_calls() -> None:
    calls = sum(len(asked(target)) for row in MATRIX for target in row.expected)

    assert calls >= (4_000 if THOROUGH else 2_500)
