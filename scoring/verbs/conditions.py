"""``conditions``: what a player needs from the coming hand.

Request: ``rulebook``, ``assume``, ``state`` (as ``next`` answers it), ``goal`` (``seat`` with ``place``, or
``total`` in units, or ``rank`` with ``carried``, ``others``, ``ties``), ``riichi`` (who has declared),
``by_others``, ``wareme_seat``. Answer: ``conditions``, a list of ranges of outcomes (see ``scoring.conditions``).
"""

from collections.abc import Mapping
from typing import Any

from scoring.conditions import Condition, Goal, conditions
from scoring.game_log import state_from_json
from scoring.levels import Level
from scoring.verbs.payment import marked_seat
from scoring.verbs.request import flag, malformed, rulebook_of, seat, seats, whole, wholes


def what_is_needed(request: Mapping[str, Any]) -> dict[str, Any]:
    """The conditions for one goal."""
    book = rulebook_of(request)
    players = book.table.players
    told = request.get("goal")
    if not isinstance(told, dict):
        raise malformed("goal", "a seat and a place, a total or a rank")
    goal = Goal(
        seat=seat(told, "seat", players),
        place=_maybe(told, "place"),
        total=_maybe(told, "total"),
        rank=_maybe(told, "rank"),
        carried=tuple(wholes(told, "carried", default=())),
        others=tuple(wholes(told, "others", default=(), at_most=10_000)),
        ties=flag(told, "ties"),
    )
    found = conditions(
        book,
        state_from_json(book, request.get("state")),
        goal,
        riichi=seats(request, "riichi", players),
        by_others=flag(request, "by_others"),
        marked=marked_seat(request, book),
    )
    return {"conditions": [as_json(condition) for condition in found]}


def as_json(condition: Condition) -> dict[str, Any]:
    """A condition as plain JSON values; what does not apply is left out."""
    told: dict[str, Any] = {"kind": condition.kind}
    if condition.winner is not None:
        told["winner"] = condition.winner
    if condition.loser is not None:
        told["from"] = condition.loser
    if condition.kind in ("tsumo", "ron", "draw"):
        told["riichi"] = condition.riichi
    if condition.low is not None:
        told["at_least"] = _level(condition.low)
        told["at_most"] = None if condition.high is None else _level(condition.high)
    if condition.kind == "draw":
        told["tenpai"] = [list(tenpai) for tenpai in condition.tenpai]
    if condition.abort:
        told["abort"] = condition.abort
    return told | {"ends": condition.ends}


def _level(level: Level) -> dict[str, Any]:
    told = level._asdict() | {"hands": [list(hand) for hand in level.hands]}
    return {key: value for key, value in told.items() if value not in ([], "", 0)}


def _maybe(told: Mapping[str, Any], key: str) -> int | None:
    return None if told.get(key) is None else whole(told, key)
