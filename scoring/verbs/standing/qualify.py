"""``qualify``: who qualifies for a stage.

Request: ``rules``, each with ``first`` and ``last`` place and ``among`` (``groups``, ``ranking``, ``remaining``:
those who have not qualified by earlier rules), or with ``named``; the complete ``ranking`` and the ``groups``
(objects with ``name`` and ``players``), if a rule needs them. Answer: ``qualified``, in the order of their seeds:
objects with ``player``, the index of the ``rule``, ``place`` (null if named) and ``group``.
"""

from collections.abc import Mapping
from typing import Any, cast

from scoring.standing.cut import AMONG, Among, Group, Take, qualify
from scoring.verbs.request import choice, names, objects, only, text, whole

KEYS = ("do", "id", "language", "rules", "ranking", "groups")
MOST = 10_000


def qualify_players(request: Mapping[str, Any]) -> dict[str, Any]:
    """Return all qualifiers."""
    only(request, KEYS)
    rules = [_take(rule) for rule in objects(request, "rules", ("first", "last", "among", "named"))]
    groups = [
        Group(text(group, "name", default=""), names(group, "players"))
        for group in objects(request, "groups", ("name", "players"), default=())
    ]
    taken = qualify(rules, ranking=names(request, "ranking", default=()), groups=groups)
    return {
        "qualified": [
            {"player": one.key, "rule": one.rule, "place": one.place or None, "group": one.group}
            for one in taken
        ]
    }


def _take(rule: Mapping[str, Any]) -> Take:
    first = whole(rule, "first", low=1, high=MOST, default=1)
    return Take(
        first,
        whole(rule, "last", low=1, high=MOST, default=first),
        cast(Among, choice(rule, "among", AMONG, default="ranking")),
        names(rule, "named", default=()),
    )
