"""``conditions``: what a player needs from the coming hand.

Request: ``rulebook``, ``assume``, ``state`` (as ``next`` answers it), ``goal`` (``seat`` with ``place``, or
``total`` in units, or ``rank`` with ``carried``, ``others``, ``ties``, ``rivals``: ``least`` and ``most`` of each
total that is still open, ``tables``: the ``rivals`` of one table with ``least`` and ``most`` of their sum),
``riichi`` (who has declared), ``by_others``, ``several``, ``liability``, ``chombo``, ``sticks``, ``marked``.
Answer: ``conditions``, a list of ranges of outcomes (see ``scoring.conditions.conditions``).
"""

from collections.abc import Mapping
from typing import Any

from scoring.conditions.conditions import Condition, Goal, conditions
from scoring.conditions.rivals import together
from scoring.conditions.win_levels import Level
from scoring.game.log import state_from_json
from scoring.verbs.payment import marked_seat
from scoring.verbs.request import ALWAYS, flag, malformed, only, rulebook_of, seat, seats, whole, wholes

MOST_TABLES = 2_500
ASKED = ("by_others", "several", "liability", "chombo", "sticks")
KEYS = (*ALWAYS, "state", "goal", "riichi", *ASKED, "marked")
GOAL = ("seat", "place", "total", "rank", "carried", "others", "ties", "rivals", "tables")


def what_is_needed(request: Mapping[str, Any]) -> dict[str, Any]:
    """The conditions for one goal."""
    only(request, KEYS)
    book = rulebook_of(request)
    players = book.hand_players
    told = request.get("goal")
    if not isinstance(told, dict):
        raise malformed("goal", "a seat and a place, a total or a rank")
    only(told, GOAL, "goal")
    goal = Goal(
        seat=seat(told, "seat", players),
        place=_maybe(told, "place"),
        total=_maybe(told, "total"),
        rank=_maybe(told, "rank"),
        carried=tuple(wholes(told, "carried", default=())),
        others=tuple(wholes(told, "others", default=(), at_most=10_000)),
        ties=flag(told, "ties"),
        rivals=_rivals(told) + _tables(told),
    )
    found = conditions(
        book,
        state_from_json(book, request.get("state")),
        goal,
        riichi=seats(request, "riichi", players),
        marked=marked_seat(request, book),
        **{name: flag(request, name) for name in ASKED},
    )
    return {"conditions": [as_json(condition, with_rivals=bool(goal.rivals)) for condition in found]}


def _rivals(told: Mapping[str, Any]) -> tuple[tuple[int, int], ...]:
    rivals = [] if told.get("rivals") is None else told["rivals"]
    if not isinstance(rivals, list) or len(rivals) > 10_000:
        raise malformed("rivals", "a list of objects with least and most")
    if not all(isinstance(rival, dict) and rival.keys() == {"least", "most"} for rival in rivals):
        raise malformed("rivals", "a list of objects with least and most")
    return tuple((whole(rival, "least"), whole(rival, "most")) for rival in rivals)


def _tables(told: Mapping[str, Any]) -> tuple[tuple[int, int], ...]:
    """Rivals told table by table, as what the best, the second best, … of each table can end with."""
    tables = [] if told.get("tables") is None else told["tables"]
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
    """A condition as plain JSON values; what does not apply is left out. ``sure`` is told where rivals were asked
    about.
    """
    told: dict[str, Any] = {"kind": condition.kind}
    if condition.winner is not None:
        told["winner"] = condition.winner
    if condition.loser is not None:
        told["loser"] = condition.loser
    if condition.sticks is not None:
        told["sticks"] = _lists(condition.sticks)
    elif condition.kind in ("tsumo", "ron", "draw"):
        told["riichi"] = condition.riichi
    if condition.low is not None:
        told |= _range(condition.low, condition.high) | _liable(condition.liable, condition.liable_for)
    if condition.others:
        told["others"] = [
            {"winner": one.seat}
            | _range(one.low, one.high)
            | _liable(() if one.liable is None else (one.liable,), one.liable_for)
            for one in condition.others
        ]
    if condition.kind == "draw":
        told["tenpai"] = _lists(condition.tenpai)
    if condition.nagashi:
        told["nagashi"] = _lists(condition.nagashi)
    if condition.offenders:
        told["offenders"] = _lists(condition.offenders)
    if condition.abort:
        told["abort"] = condition.abort
    if with_rivals:
        told["sure"] = condition.sure
    return told | {"ends": condition.ends}


def _range(low: Level, high: Level | None) -> dict[str, Any]:
    return {"at_least": _level(low), "at_most": None if high is None else _level(high)}


def _liable(seats: tuple[int, ...], names: tuple[str, ...]) -> dict[str, Any]:
    return {"liable": list(seats), "liable_for": list(names)} if names else {}


def _lists(sets: tuple[tuple[int, ...], ...]) -> list[list[int]]:
    return [list(seats) for seats in sets]


def _level(level: Level) -> dict[str, Any]:
    told = level._asdict() | {"hands": [list(hand) for hand in level.hands]}
    return {key: value for key, value in told.items() if value not in ([], "", 0)}


def _maybe(told: Mapping[str, Any], key: str) -> int | None:
    return None if told.get(key) is None else whole(told, key)
