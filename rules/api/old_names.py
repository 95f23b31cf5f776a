"""Deprecated names of fields. Both names are accepted; the API description lists the old one as deprecated. An answer
has renamed fields under both names.
"""

from collections.abc import Mapping
from typing import Any

from scoring.errors import RuleError

OLD_NAMES: dict[str, dict[str, str]] = {
    "payment": {"from": "loser", "riichi_winners": "riichi", "wareme_seat": "marked"},
    "hand": {"from": "loser", "daiminkan_from": "open_kan_from", "wareme_seat": "marked"},
    "wsom": {"from": "loser"},
    "result": {"scores": "points", "deposits": "leftover"},
    "draw": {"wareme_seat": "marked"},
    "chombo": {"riichi_now": "riichi", "wareme_seat": "marked"},
    "conditions": {"wareme_seat": "marked"},
}
IN_WINS = {"daiminkan_from": "open_kan_from"}
CARRIED = "carried"


def in_new_names(verb: str, data: Mapping[str, Any]) -> dict[str, Any]:
    """Return the input with the names of `scoring`. Raises RuleError ``malformed`` for a field given under both
    names.
    """
    if data.get("win") == "tsumo":
        data = {
            key: value for key, value in data.items() if key != "from"
        }  # the old name was never accepted there
    question = _renamed(data, OLD_NAMES.get(verb, {}))
    if "wins" in question:
        question["wins"] = [_renamed(win, IN_WINS) for win in question["wins"]]
    if verb == "chombo" and CARRIED in question:
        # Sticks of earlier hands only; `deposits` includes those of this hand.
        if question.get("deposits") is not None:
            raise _twice(CARRIED, "deposits")
        carried = question.pop(CARRIED)
        if carried is not None:
            question["deposits"] = carried + len(question.get("riichi") or ())
    return question


def _renamed(data: Mapping[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    out = {key: value for key, value in data.items() if key not in names}
    for old, new in names.items():
        if old in data:
            if new in data:
                raise _twice(old, new)
            out[new] = data[old]
    return out


def _twice(old: str, new: str) -> RuleError:
    return RuleError(
        "malformed", f'"{old}" is the old name of "{new}": please tell one of them.', fields=[old, new]
    )


def as_requested(verb: str, data: Mapping[str, Any], fields: tuple[str, ...]) -> list[str]:
    """Return the fields of an error by the names the input used."""
    names = {**OLD_NAMES.get(verb, {}), **IN_WINS}
    if verb == "chombo":
        names[CARRIED] = "deposits"
    given = {*data, *(key for win in data.get("wins", ()) for key in win)}
    old = {new: name for name, new in names.items() if name in given and new not in given}
    return [old.get(field, field) for field in fields]


def with_old_names(verb: str, answer: dict[str, Any]) -> dict[str, Any]:
    """Return the answer with renamed fields under their old names too."""
    if verb in ("result", "next") and "totals" in answer:
        answer["points"] = answer["totals"]
    for condition in answer.get("conditions", ()):
        if "loser" in condition:
            condition["from"] = condition["loser"]
    return answer
