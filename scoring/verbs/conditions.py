"""``conditions``: what a player needs in the coming hand.

Request: ``rulebook``, ``assume``, ``state`` (as answered by ``next``), ``goal`` (``seat`` with ``place``, or
``total`` in units, or ``rank`` with ``carried``, ``others``, ``ties``, ``rivals``: ``least`` and ``most`` of each
open total, ``tables``: the ``rivals`` of one table with ``least`` and ``most`` of their sum), ``riichi`` (who has
declared), ``dead`` (players with dead hands), ``by_others``, ``several``, ``liability``, ``chombo``, ``sticks``,
``marked``. Answer: ``conditions``, a list of ranges of outcomes (see ``scoring.conditions.conditions``).
"""

from collections.abc import Mapping
from typing import Any

from scoring.conditions.conditions import Condition, Goal, Listed, Underway, conditions
from scoring.conditions.rivals import together
from scoring.conditions.win_levels import Level
from scoring.game.log import state_from_json
from scoring.verbs.payment import marked_seat
from scoring.verbs.request import ALWAYS, flag, malformed, only, rulebook_of, seat, seats, whole, wholes

MOST_TABLES = 2_500
OPTIONS = ("by_others", "several", "liability", "chombo", "sticks")
KEYS = (*ALWAYS, "state", "goal", "riichi", "dead", *OPTIONS, "marked")
GOAL = ("seat", "place", "total", "rank", "carried", "others", "ties", "rivals", "tables")


def what_is_needed(request: Mapping[str, Any]) -> dict[str, Any]:
    """Return the conditions for one goal."""
    only(request, KEYS)
    book = rulebook_of(request)
    players = book.hand_players
    data = request.get("goal")
    if not isinstance(data, dict):
        raise malformed("goal", "a seat and a place, a total or a rank")
    only(data, GOAL, "goal")
    goal = Goal(
        seat=seat(data, "seat", players),
        place=_maybe(data, "place"),
        total=_maybe(data, "total"),
        rank=_maybe(data, "rank"),
        carried=tuple(wholes(data, "carried", default=())),
        others=tuple(wholes(data, "others", default=(), at_most=10_000)),
        ties=flag(data, "ties"),
        rivals=_rivals(data) + _tables(data),
    )
    reached = conditions(
        book,
        state_from_json(book, request.get("state")),
        goal,
        Underway(
            riichi=seats(request, "riichi", players),
            dead=seats(request, "dead", players),
            marked=marked_seat(request, book),
        ),
        Listed(**{name: flag(request, name) for name in OPTIONS}),
    )
    return {"conditions": [as_json(condition, with_rivals=bool(goal.rivals)) for condition in reached]}


def _rivals(data: Mapping[str, Any]) -> tuple[tuple[int, int], ...]:
    rivals = [] if data.get("rivals") is None else data["rivals"]
    if not isinstance(rivals, list) or len(rivals) > 10_000:
        raise malformed("rivals", "a list of objects with least and most")
    if not all(isinstance(rival, dict) and rival.keys() == {"least", "most"} for rival in rivals):
        raise malformed("rivals", "a list of objects with least and most")
    return tuple((whole(rival, "least"), whole(rival, "most")) for rival in rivals)


def _tables(data: Mapping[str, Any]) -> tuple[tuple[int, int], ...]:
    """Return joint bounds for the rivals of each table: those of its best, second best, …"""
    tables = [] if data.get("tables") is None else data["tables"]
    if not isinstance(tables, list) or len(tables) > MOST_TABLES:
        raise malformed("tables", "a list of objects with rivals, least and most")
    if not all(isinstance(table, dict) and table.keys() == {"rivals", "least", "most"} for table in tables):
        raise malformed("tables", "a list of objects with rivals, least and most")
    return tuple(
        bounds
        for table in tables
        for bounds in together(_rivals(table), whole(table, "least"), whole(table, "most"))
    )


def as_json(condition: Condition, *, with_rivals: bool = False) -> dict[str, Any]:
    """Return a condition as plain JSON values, without fields that do not apply. ``sure`` is present only
    ``with_rivals``.
    """
    payload: dict[str, Any] = {"kind": condition.kind}
    if condition.winner is not None:
        payload["winner"] = condition.winner
    if condition.loser is not None:
        payload["loser"] = condition.loser
    if condition.sticks is not None:
        payload["sticks"] = _lists(condition.sticks)
    elif condition.kind in ("tsumo", "ron", "draw"):
        payload["riichi"] = condition.riichi
    if condition.low is not None:
        payload |= _range(condition.low, condition.high) | _liable(condition.liable, condition.liable_for)
    if condition.others:
        payload["others"] = [
            {"winner": one.seat}
            | _range(one.low, one.high)
            | _liable(() if one.liable is None else (one.liable,), one.liable_for)
            for one in condition.others
        ]
    if condition.kind == "draw":
        payload["tenpai"] = _lists(condition.tenpai)
    if condition.nagashi:
        payload["nagashi"] = _lists(condition.nagashi)
    if condition.offenders:
        payload["offenders"] = _lists(condition.offenders)
    if condition.abort:
        payload["abort"] = condition.abort
    if with_rivals:
        payload["sure"] = condition.sure
    return payload | {"ends": condition.ends}


def _range(low: Level, high: Level | None) -> dict[str, Any]:
    return {"at_least": _level(low), "at_most": None if high is None else _level(high)}


def _liable(seats: tuple[int, ...], names: tuple[str, ...]) -> dict[str, Any]:
    return {"liable": list(seats), "liable_for": list(names)} if names else {}


def _lists(sets: tuple[tuple[int, ...], ...]) -> list[list[int]]:
    return [list(seats) for seats in sets]


def _level(level: Level) -> dict[str, Any]:
    payload = level._asdict() | {"hands": [list(hand) for hand in level.hands]}
    return {key: value for key, value in payload.items() if value not in ([], "", 0)}


def _maybe(data: Mapping[str, Any], key: str) -> int | None:
    return None if data.get(key) is None else whole(data, key)
