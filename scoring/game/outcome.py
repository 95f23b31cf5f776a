"""The outcome of one hand as reported, and as JSON.

An outcome is one of: ``win`` (tsumo or ron, one or several winners), ``draw`` (exhausted; perhaps nagashi mangan),
``abort``, ``chombo``, ``gong`` (time is up) and ``adjust`` (a referee's correction). It includes who declared
riichi.
"""

from collections.abc import Mapping
from dataclasses import MISSING, dataclass, fields
from typing import Any

from scoring.errors import ScoringError
from scoring.game.details_json import details_as_json, details_from_json
from scoring.hand.dead_hand import REASONS, DeadHand
from scoring.hand.win import Liability, Win
from scoring.unknown_keys import unknown_key

MAX_SEATS = 4
MAX_CHANGE = 10**15
MAX_REASON = 200


@dataclass(frozen=True, slots=True)
class Outcome:
    """An outcome. Only the fields of its ``kind`` (see ``KINDS``) differ from their defaults.

    ``riichi``: who declared riichi in this hand. ``open_hands``: who has called a tile. ``loser``: who discarded the
    winning tile (None: tsumo). ``marked``: the doubled seat of this hand, if that is played. ``stop``: the dealer
    uses the right to end the game. ``dead_hands``: players who could no longer win this hand, and why, in seat
    order. ``hands_left``: after the gong, how many hands are still finished, including the current one (0: stop at
    once); ``chombo_ends``: whether a chombo counts as one of them. ``delta``, ``sticks``, ``dealer``, ``honba``: a
    correction of points, of sticks on the table, of the dealer, of counters.
    """

    kind: str
    wins: tuple[Win, ...] = ()
    loser: int | None = None
    riichi: tuple[int, ...] = ()
    open_hands: tuple[int, ...] = ()
    dead_hands: tuple[DeadHand, ...] = ()
    marked: int | None = None
    stop: bool = False
    tenpai: tuple[int, ...] = ()
    nagashi: tuple[int, ...] = ()
    abort: str = ""
    offenders: tuple[int, ...] = ()
    hands_left: int = 0
    chombo_ends: bool = False
    delta: tuple[int, ...] = ()
    sticks: int = 0
    dealer: int | None = None
    round: int | None = None
    honba: int | None = None
    reason: str = ""


KINDS = {
    "win": ("wins", "loser", "riichi", "open_hands", "dead_hands", "marked", "stop"),
    "draw": ("tenpai", "nagashi", "riichi", "open_hands", "dead_hands", "marked", "stop"),
    "abort": ("abort", "riichi", "open_hands", "dead_hands"),
    "chombo": ("offenders", "riichi", "dead_hands", "marked"),
    "gong": ("hands_left", "chombo_ends"),
    "adjust": ("delta", "sticks", "dealer", "round", "honba", "reason"),
}
_DEFAULTS = {field.name: field.default for field in fields(Outcome) if field.default is not MISSING}
_WIN_KEYS = frozenset(Win._fields)


def as_json(outcome: Outcome) -> dict[str, Any]:
    """Convert the outcome to plain JSON values; defaults are omitted."""
    payload: dict[str, Any] = {"kind": outcome.kind}
    for name in KINDS[outcome.kind]:
        value = getattr(outcome, name)
        if value == _DEFAULTS[name]:
            continue
        if name == "wins":
            payload[name] = [_win_json(win) for win in value]
        elif name == "dead_hands":
            payload[name] = [dead._asdict() for dead in value]
        else:
            payload[name] = list(value) if isinstance(value, tuple) else value
    return payload


def _win_json(win: Win) -> dict[str, Any]:
    payload = {key: value for key, value in win._asdict().items() if value is not None and value != ()}
    if win.yakuman:
        payload["yakuman"] = list(win.yakuman)
    if win.pao:
        payload["pao"] = win.pao._asdict()
    if win.details:
        payload["details"] = details_as_json(win.details)
    return payload


def from_json(data: object) -> Outcome:
    """Parse the result of ``as_json``; raises ScoringError ``invalid_outcome``."""
    if not isinstance(data, Mapping) or not isinstance(data.get("kind"), str) or data["kind"] not in KINDS:
        raise _invalid("kind", "one of " + ", ".join(KINDS))
    kind = data["kind"]
    for key in data:
        if key != "kind" and key not in KINDS[kind]:
            raise _unknown(key, KINDS[kind], kind)
    return Outcome(kind, **{key: _READ[key](key, data[key]) for key in data if key != "kind"})


def _invalid(key: str, expected: str) -> ScoringError:
    return ScoringError("invalid_outcome", f'"{key}" must be {expected}.', fields=[key])


def _unknown(key: object, known: tuple[str, ...], where: str) -> ScoringError:
    return ScoringError("invalid_outcome", unknown_key(key, known, where), fields=[str(key)[:40]])


def _whole(key: str, value: object, low: int, high: int) -> int:
    if type(value) is not int or not low <= value <= high:
        raise _invalid(key, f"a whole number from {low:,} to {high:,}")
    return value


def _seat(key: str, value: object) -> int:
    return _whole(key, value, 0, MAX_SEATS - 1)


def _maybe_seat(key: str, value: object) -> int | None:
    return None if value is None else _seat(key, value)


def _seats(key: str, value: object) -> tuple[int, ...]:
    if not isinstance(value, list | tuple) or len(value) > MAX_SEATS:
        raise _invalid(key, "a list of seats")
    seats = tuple(_seat(key, seat) for seat in value)
    if len(set(seats)) != len(seats):
        raise _invalid(key, "a list of different seats")
    return seats


def _dead_hands(key: str, value: object) -> tuple[DeadHand, ...]:
    if not isinstance(value, list | tuple) or len(value) > MAX_SEATS:
        raise _invalid(key, "a list of seats, each with why its hand is dead")
    found = []
    for one in value:
        if not isinstance(one, Mapping) or one.keys() != set(DeadHand._fields):
            raise _invalid(key, "a list of seats, each with why its hand is dead")
        why = one["why"]
        if not isinstance(why, str) or why not in REASONS:
            raise _invalid("why", f"one of {', '.join(REASONS)}")
        found.append(DeadHand(_seat("seat", one["seat"]), why))
    if len({one.seat for one in found}) != len(found):
        raise _invalid(key, "a list of different seats")
    return tuple(sorted(found))


def _flag(key: str, value: object) -> bool:
    if type(value) is not bool:
        raise _invalid(key, "true or false")
    return value


def _text(key: str, value: object) -> str:
    if not isinstance(value, str) or len(value) > MAX_REASON:
        raise _invalid(key, f"a text of at most {MAX_REASON} characters")
    return value


def _changes(key: str, value: object) -> tuple[int, ...]:
    if not isinstance(value, list | tuple) or len(value) > MAX_SEATS:
        raise _invalid(key, "a change of points for each seat")
    return tuple(_whole(key, change, -MAX_CHANGE, MAX_CHANGE) for change in value)


def _wins(key: str, value: object) -> tuple[Win, ...]:
    if not isinstance(value, list | tuple) or not 1 <= len(value) <= MAX_SEATS:
        raise _invalid(key, "a list of wins")
    return tuple(_win(win) for win in value)


def _win(data: object) -> Win:
    if not isinstance(data, Mapping) or "winner" not in data:
        raise _invalid("wins", "a list of objects, each with its winner")
    for key in data:
        if key not in _WIN_KEYS:
            raise _unknown(key, Win._fields, "wins")
    names = data.get("yakuman", ())
    if not isinstance(names, list | tuple) or len(names) > 10:
        raise _invalid("yakuman", "a list of names")
    pao = data.get("pao")
    if pao is not None and (not isinstance(pao, Mapping) or pao.keys() != set(Liability._fields)):
        raise _invalid("pao", "a seat and a yaku")
    details = data.get("details")
    return Win(
        winner=_seat("winner", data["winner"]),
        han=_maybe(data, "han"),
        fu=_maybe(data, "fu"),
        yakuman=tuple(_text("yakuman", name) for name in names),
        units=_maybe(data, "units"),
        points=_maybe(data, "points"),
        pao=None if pao is None else Liability(_seat("pao", pao["seat"]), _text("pao", pao["yaku"])),
        open_kan_from=_maybe_seat("open_kan_from", data.get("open_kan_from")),
        # Empty details are the same as none.
        details=None if not details else details_from_json(details),
    )


def _maybe(data: Mapping[str, Any], key: str) -> int | None:
    return None if data.get(key) is None else _whole(key, data[key], 0, 1_000_000)


_READ: dict[str, Any] = {
    "wins": _wins,
    "loser": _maybe_seat,
    "riichi": _seats,
    "open_hands": _seats,
    "dead_hands": _dead_hands,
    "marked": _maybe_seat,
    "stop": _flag,
    "tenpai": _seats,
    "nagashi": _seats,
    "abort": _text,
    "offenders": _seats,
    "hands_left": lambda key, value: _whole(key, value, 0, 100),
    "chombo_ends": _flag,
    "delta": _changes,
    "sticks": lambda key, value: _whole(key, value, -1_000, 1_000),
    "dealer": _maybe_seat,
    "round": lambda key, value: None if value is None else _whole(key, value, 0, 1_000),
    "honba": lambda key, value: None if value is None else _whole(key, value, 0, 1_000),
    "reason": _text,
}
