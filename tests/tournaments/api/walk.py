"""The permission matrix, walked once in a process: what was answered is looked at by several tests.

Nobody in these worlds has a name, and everybody has a second address: whoever is called by an address is seen.
"""

import functools
from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass

from allauth.account.models import EmailAddress
from django.core.cache import cache
from django.http import HttpResponse

from players.models import User
from tests.permissions import OWN, Cell, Digest, Row, answer, digest, logged, undone
from tests.thorough import in_turn
from tests.tournaments.api.permission_matrix import MATRIX
from tests.tournaments.worlds import ORGANIZER, OTHER, ROLES, STRANGER, Worlds, build

# Who tries everything every day: of one's own, and of what is foreign or missing. The others do so in turn.
AT_HOME = (STRANGER, ORGANIZER)
ABROAD = (STRANGER, OTHER)
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


def roles_for(target: str, turn: int, roles: Sequence[str] = ROLES) -> list[str]:
    """Who tries the `turn`-th row: a part about one's own, and few about the rest; thoroughly all."""
    always, of = (AT_HOME, 4) if target == OWN else (ABROAD, len(roles) - len(ABROAD))
    return [*always, *in_turn([role for role in roles if role not in always], turn, of)]


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
                        role: _ask(worlds, untouched, row, role, target) for role in roles_for(target, turn)
                    }
                    for target in row.expected
                },
            )
            for turn, row in enumerate(GROUPS[group], start=group)
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
