"""The permission matrix, walked once in a process: what was answered is looked at by several tests.

Nobody in these worlds has a name, and everybody has a second address: whoever is called by an address is seen.
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

# From those to whom least is open to those to whom most is. A mistake shows first where it ends.
LADDER = (ANONYMOUS, STRANGER, PLAYER, PHONE, SCORER, REFEREE, ORGANIZER)
# In groups, because groups can run side by side.
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
    """A group of rows, with target → role → what came; and what was logged meanwhile and must not be shown."""

    rows: list[tuple[Row, str, dict[str, dict[str, Cell]]]]
    """Each row, the path of it in their own world, and the cells."""
    addresses: frozenset[str]
    log: str


def roles_for(target: str, turn: int, let_in: Collection[str], roles: Sequence[str] = ROLES) -> list[str]:
    """Who tries the `turn`-th row; thoroughly all.

    Every day one's own is tried by whoever is only just let in and by whoever is only just not, what is foreign or
    missing every second time by the other organizer, and either by one of the rest in turn.
    """
    if target == OWN:
        may, may_not = ([role for role in LADDER if (role in let_in) == is_open] for is_open in (True, False))
        always = [*may[:1], *may_not[-1:]]
    else:
        always = list(in_turn([OTHER], turn, of=2))
    rest = [role for role in roles if role not in always]
    return [*always, *in_turn(rest, turn, of=len(rest))]


def let_in(row: Row) -> set[str]:
    """Those for whom this does not end in a refusal."""
    return {role for role, status in row.expected[OWN].items() if status < 400}


@functools.cache
def walk(group: int) -> Walk:
    """Ask everything of a group; nothing of it stays in the database."""
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
    """Take everybody's name and give them a second address."""
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
    # What is undone in the database is undone in the browser: a phone that claimed a seat holds its own again.
    cookies = copy(caller.client.cookies)

    def call(method: str, path: str, body: object, headers: dict[str, str]) -> HttpResponse:
        return caller.call(method, path.removeprefix("/api"), body, **headers)

    found = answer(row, call, worlds.of(target), untouched)
    caller.client.cookies = cookies
    return found
