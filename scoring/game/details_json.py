"""What a table tells of a win's hand, as JSON::

{"yaku": ["riichi", "pinfu"], "open": false, "dora": {"dora": 1, "ura_dora": 1},
 "hand": {"tiles": "123m406p11z789s", "win_tile": "9s", "melds": ["(777z)"], "dora": "3s", "ippatsu": true}}
"""

from collections.abc import Mapping
from typing import Any

from scoring.errors import ScoringError
from scoring.hand.details import CHANCES, DORA, Details, LaidTiles
from scoring.unknown_keys import unknown_key

MOST_YAKU = 20
LONGEST_TILES = 80
_KEYS = ("yaku", "open", "dora", "hand")
_TILES = ("tiles", "win_tile", "melds", "dora", "ura", "kita", *CHANCES)


def details_as_json(details: Details) -> dict[str, Any]:
    """Convert to plain JSON values; missing details are omitted."""
    found: dict[str, Any] = {}
    if details.yaku:
        found["yaku"] = list(details.yaku)
    if details.is_open:
        found["open"] = True
    if details.dora:
        found["dora"] = dict(details.dora)
    if details.hand:
        found["hand"] = _hand_as_json(details.hand)
    return found


def _hand_as_json(hand: LaidTiles) -> dict[str, Any]:
    found: dict[str, Any] = {"tiles": hand.tiles, "win_tile": hand.win_tile}
    if hand.melds:
        found["melds"] = list(hand.melds)
    found |= {name: value for name in ("dora", "ura", "kita") if (value := getattr(hand, name))}
    return found | dict.fromkeys(hand.chances, True)


def details_from_json(data: object) -> Details:
    """Parse the result of ``details_as_json``; raises ScoringError ``invalid_outcome``."""
    told = _mapping("details", data, _KEYS)
    dora = _mapping("dora", told.get("dora", {}), DORA)
    hand = told.get("hand")
    yaku = _several("yaku", told.get("yaku", ()), MOST_YAKU)
    return Details(
        yaku=tuple(_text("yaku", code) for code in yaku),
        is_open=_flag("open", told.get("open", False)),
        dora=tuple((code, _count("dora", dora[code], 100)) for code in DORA if code in dora),
        hand=None if hand is None else _hand(_mapping("hand", hand, _TILES)),
    )


def _hand(data: Mapping[str, Any]) -> LaidTiles:
    melds = _several("melds", data.get("melds", ()), 4)
    return LaidTiles(
        tiles=_text("tiles", data.get("tiles", "")),
        win_tile=_text("win_tile", data.get("win_tile", "")),
        melds=tuple(_text("melds", meld) for meld in melds),
        dora=_text("dora", data.get("dora", "")),
        ura=_text("ura", data.get("ura", "")),
        kita=_count("kita", data.get("kita", 0), 4),
        chances=tuple(name for name in CHANCES if _flag(name, data.get(name, False))),
    )


def _mapping(key: str, data: object, known: tuple[str, ...]) -> Mapping[str, Any]:
    if not isinstance(data, Mapping):
        raise _invalid(key, f"an object with some of {', '.join(known)}")
    for name in data:
        if name not in known:
            raise ScoringError("invalid_outcome", unknown_key(name, known, key), fields=[str(name)[:40]])
    return data


def _several(key: str, value: object, most: int) -> list[object] | tuple[object, ...]:
    if not isinstance(value, list | tuple) or len(value) > most:
        raise _invalid(key, f"a list of at most {most} texts")
    return value


def _text(key: str, value: object) -> str:
    if not isinstance(value, str) or len(value) > LONGEST_TILES:
        raise _invalid(key, f"a text of at most {LONGEST_TILES} characters")
    return value


def _count(key: str, value: object, most: int) -> int:
    if type(value) is not int or not 0 <= value <= most:
        raise _invalid(key, f"a whole number from 0 to {most}")
    return value


def _flag(key: str, value: object) -> bool:
    if type(value) is not bool:
        raise _invalid(key, "true or false")
    return value


def _invalid(key: str, expected: str) -> ScoringError:
    return ScoringError("invalid_outcome", f'"{key}" must be {expected}.', fields=[key])
