"""The permission matrix, run once per process: several tests check the answers.

In these worlds nobody has a name, and everybody has a second address, so that answers that use an address as a name
are noticed.
"""

import functools
from collections.abc import Collection, Sequence
from copy import copy
from dataclasses import dataclass

import pytest
from allauth.account.models import EmailAddress
from django.core.cache import cache
from django.http import HttpResponse

from players.models import User
from tests.permissions import OWN, Cell, Digest, Row, answer, digest, logged, undone
from tests.thorough import in_turn
from tests.tournaments.api.permission_matrix import MATRIX
from tests.tournaments.worlds import (
    ANONYMOUS,
    ORGANIZER,
    OTHER,
    PHONE,
    PLAYER,
    REFEREE,
    ROLES,
    SCORER,
    STRANGER,
    Worlds,
    build,
)

# From the fewest permissions to the most, so that mistakes show at the boundary.
LADDER = (ANONYMOUS, STRANGER, PLAYER, PHONE, SCORER, REFEREE, ORGANIZER)
# In groups, which can run in parallel.
SIZE = 10
GROUPS = [MATRIX[start : start + SIZE] for start in range(0, len(MATRIX), SIZE)]
# For tests that read a walk. With `--dist loadgroup` those of one group share a process, and its walk.
in_groups = pytest.mark.parametrize(
    "group",
    [
        pytest.param(
            number,
            id=f"{rows[0].route} to {rows[-1].route}",
            marks=pytest.mark.xdist_group(f"calls {number}"),
        )
        for number, rows in enumerate(GROUPS)
    ],
)


@dataclass(frozen=True)
class Walk:
    """A group of rows, with target → role → answer; and logged secrets."""

    rows: list[tuple[Row, str, dict[str, dict[str, Cell]]]]
    """Each row, the path of it in their own world, and the cells."""
    addresses: frozenset[str]
    log: str


def roles_for(target: str, turn: int, let_in: Collection[str], roles: Sequence[str] = ROLES) -> list[str]:
    """Return the roles that try the `turn`-th row; all in thorough runs.

    In daily runs the last role admitted and the first one refused try their own objects, the other organizer tries
    foreign or missing ones every second time, and one of the other roles in turn tries both.
    """
    if target == OWN:
        may, may_not = ([role for role in LADDER if (role in let_in) == is_open] for is_open in (True, False))
        always = [*may[:1], *may_not[-1:]]
    else:
        always = list(in_turn([OTHER], turn, of=2))
    rest = [role for role in roles if role not in always]
    return [*always, *in_turn(rest, turn, of=len(rest))]


def let_in(row: Row) -> set[str]:
    """Return the roles that are not refused."""
    return {role for role, status in row.expected[OWN].items() if status < 400}


@functools.cache
def walk(group: int) -> Walk:
    """Call everything in a group, and roll it back."""
    with undone(), logged() as log:
        worlds = nameless(build())
        untouched = digest()
        rows = [
            (
                row,
                row.path(worlds.own),
                {
                    target: {
                        role: _ask(worlds, untouched, row, role, target)
                        for role in roles_for(target, turn, let_in(row))
                    }
                    for target in row.expected
                },
            )
            for turn, row in enumerate(GROUPS[group], start=group * SIZE)
        ]
        return Walk(rows, frozenset(every_address()), log.getvalue())


def nameless(worlds: Worlds) -> Worlds:
    """Remove all names and add a second address to each user."""
    User.objects.update(name="")
    for user in User.objects.all():
        EmailAddress.objects.create(user=user, email=f"second-{user.email}", verified=True)
    return worlds


def every_address() -> set[str]:
    return {
        *User.objects.values_list("email", flat=True),
        *EmailAddress.objects.values_list("email", flat=True),
    }


def _ask(worlds: Worlds, untouched: Digest, row: Row, role: str, target: str) -> Cell:
    caller = worlds.caller(role, row.scene)
    cache.clear()
    # Undo changes in browsers too: a phone that claimed a seat holds its own again.
    cookies = copy(caller.client.cookies)

    def call(method: str, path: str, body: object, headers: dict[str, str]) -> HttpResponse:
        return caller.call(method, path.removeprefix("/api"), body, **headers)

    found = answer(row, call, worlds.of(target), untouched)
    caller.client.cookies = cookies
    return found
