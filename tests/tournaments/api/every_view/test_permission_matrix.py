"""Every method of every route of the API × every role × own, foreign and missing things."""

from collections.abc import Callable

import pytest

from tests.permissions import FOREIGN, MISSING, OWN
from tests.registers import CALLS
from tests.routes import calls
from tests.thorough import THOROUGH
from tests.tournaments.api.permission_matrix import MATRIX
from tests.tournaments.api.walk import LADDER, in_groups, let_in, roles_for, walk
from tests.tournaments.worlds import ROLES

pytestmark = [pytest.mark.database("sqlite"), pytest.mark.most_trusted]


def test_every_method_of_every_route_has_a_row_and_every_row_a_route() -> None:
    CALLS.refuse_gaps(calls(), ((row.method, row.route) for row in MATRIX))


def test_the_routes_are_really_found() -> None:
    assert ("POST", "api/v1/tables/<id:pk>/scoresheets/") in calls()


@pytest.mark.timeout(600)
@pytest.mark.django_db
@in_groups
def test_each_role_gets_what_the_specification_says(
    group: int, record_property: Callable[[str, object], None]
) -> None:
    wrong: list[tuple[object, ...]] = []
    asked = 0
    for row, _path, cells in walk(group).rows:
        asked += sum(len(answers) for answers in cells.values())
        for target, statuses in row.expected.items():
            assert set(statuses) == set(ROLES)
            for role, cell in cells[target].items():
                if cell.status != statuses[role]:
                    wrong.append((str(row), target, role, statuses[role], cell.status, cell.content[:160]))
                if cell.changed and (row.method == "GET" or statuses[role] >= 400):
                    wrong.append((str(row), target, role, "changed the database"))
        for role in cells[FOREIGN] if {FOREIGN, MISSING} <= set(cells) else ():
            foreign, missing = cells[FOREIGN][role], cells[MISSING][role]
            if foreign.status == missing.status and foreign.content != missing.content:
                wrong.append((str(row), role, "can tell what is foreign from what is missing"))
    record_property("calls", asked)
    print(f"{asked} calls")
    assert not wrong


@pytest.mark.once("counts the calls on the first database")
def test_the_matrix_is_thousands_of_calls() -> None:
    number = sum(
        len(roles_for(target, turn, let_in(row)))
        for turn, row in enumerate(MATRIX)
        for target in row.expected
    )

    assert number >= (4_000 if THOROUGH else 1_000)


@pytest.mark.once("counts the calls on the first database")
def test_usually_each_row_is_tried_by_those_between_whom_the_line_is_and_by_the_rest_in_turn() -> None:
    own = [roles_for(OWN, turn, let_in(row)) for turn, row in enumerate(MATRIX)]
    foreign = [roles_for(FOREIGN, turn, let_in(row)) for turn, row in enumerate(MATRIX)]

    assert {role for roles in own for role in roles} == set(ROLES)
    assert {role for roles in foreign for role in roles} == set(ROLES)
    assert all(
        let_in(row) & set(roles) and (let_in(row) >= set(LADDER) or set(roles) - let_in(row))
        for row, roles in zip(MATRIX, own, strict=True)
        if let_in(row) & set(LADDER)
    )
