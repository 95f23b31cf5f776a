"""An e-mail address is shown to its owner alone: no answer in the permission matrices has another's."""

import pytest

from tests.permissions import OWN
from tests.tournaments.api.walk import GROUPS, SIZE, in_groups, let_in, roles_for, walk
from tests.tournaments.email_addresses import shown_in
from tests.tournaments.views.permission_matrix import ROLES as PEOPLE
from tests.tournaments.views.test_permission_matrix import walk as pages_walk
from tests.tournaments.views.test_permission_matrix import walks_pages

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.database("sqlite"),
    pytest.mark.run("asking"),
    # With the matrices, whose walks it reads.
    pytest.mark.most_trusted,
]

# Where people read their own address; the admin is the operator's, who may look.
ONES_OWN = ("/api/v1/me/", "/accounts/")


def is_ones_own(path: str) -> bool:
    return path.startswith(ONES_OWN)


@pytest.mark.timeout(600)
@in_groups
def test_no_answer_of_the_api_has_anybodys_address(group: int) -> None:
    walked = walk(group)
    cells = [
        (row, role, target, cell)
        for row, path, targets in walked.rows
        if not is_ones_own(path)
        for target, answers in targets.items()
        for role, cell in answers.items()
    ]
    assert {(str(row), role) for row, role, target, _cell in cells if target == OWN} == {
        (str(row), role)
        for turn, row in enumerate(GROUPS[group], start=group * SIZE)
        if not is_ones_own(f"/{row.route}")
        for role in roles_for(OWN, turn, let_in(row))
    }

    leaks = [
        (str(row), role, target, one)
        for row, role, target, cell in cells
        for one in shown_in(f"{cell.head}\n{cell.content.decode(errors='replace')}", walked.addresses)
    ]

    assert leaks == []
    assert len(walked.addresses) > 20
    assert shown_in(walked.log, walked.addresses) == set()


@walks_pages
@pytest.mark.slow
@pytest.mark.timeout(600)
def test_no_page_has_anybodys_address() -> None:
    walked = pages_walk()

    leaks = [
        (*cell, one)
        for cell, answer in walked.answers.items()
        for one in shown_in(answer.text, walked.addresses)
    ]

    assert {role for target, _route, _method, role in walked.answers if target == OWN} == set(PEOPLE)
    assert len(walked.addresses) > 20
    assert leaks == []
    assert shown_in(walked.log, walked.addresses) == set()
