"""The permission matrix, walked once in a process: what was answered is looked at by several tests.

Nobody in these worlds has a name, and everybody has a second address: whoever is called by an address is seen.
"""

import functools
from copy import copy
from dataclasses import dataclass

from allauth.account.models import EmailAddress
from django.core.cache import cache
from django.http import HttpResponse

from players.models import User
from tests.permissions import OWN, Cell, Digest, Row, answer, digest, logged, undone
from tests.thorough import IS_SECOND_DATABASE, THOROUGH
from tests.tournaments.api.permission_matrix import MATRIX
from tests.tournaments.worlds import (
    ANONYMOUS,
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

# About what is one's own every role calls; about what is foreign or missing a part of them, unless this is a
# thorough run. Who may is decided before a database is read, so a part of them is enough on the second one.
SOME = (ANONYMOUS, STRANGER, PHONE_ABROAD, ORGANIZER, OTHER, SUPERUSER)
FEW = (STRANGER, PHONE, ORGANIZER, OTHER)
# Who knows nothing of the other tournament, and who organizes it.
TWO = (STRANGER, OTHER)
# In groups, because groups can run side by side.
SIZE = 10
GROUPS = [MATRIX[start : start + SIZE] for start in range(0, len(MATRIX), SIZE)]


@dataclass(frozen=True)
class Walk:
    """A group of rows, with target → role → what came; and what was logged meanwhile and must not be shown."""

    rows: list[tuple[Row, str, dict[str, dict[str, Cell]]]]
    """Each row, the path of it in their own world, and the cells."""
    addresses: frozenset[str]
    log: str


def is_for_every_role(target: str) -> bool:
    return THOROUGH or (target == OWN and not IS_SECOND_DATABASE)


def roles_for(target: str) -> tuple[str, ...]:
    if is_for_every_role(target):
        return ROLES
    if not IS_SECOND_DATABASE:
        return SOME
    return FEW if target == OWN else TWO


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
                    target: {role: _ask(worlds, untouched, row, role, target) for role in roles_for(target)}
                    for target in row.expected
                },
            )
            for row in GROUPS[group]
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
