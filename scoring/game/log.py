"""The log of a game: versioned JSON from which every state can be computed again.

::

    {"format": 1, "rulebook": "<hash of the rulebook>", "outcomes": [{"kind": "win", …}, …]}

Undo removes the last outcome and replays the others. A log can only be read with its own rulebook.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from scoring.errors import ScoringError
from scoring.game.game import State
from scoring.game.outcome import Outcome, as_json, from_json
from scoring.rulebook.rulebook import Rulebook
from scoring.unknown_keys import unknown_key

FORMAT = 1
MAX_OUTCOMES = 1_000

_STATE_KEYS = frozenset(State._fields)
_MAX = 10**15


def write(rulebook: Rulebook, outcomes: Iterable[Outcome]) -> dict[str, Any]:
    """A game's log as plain JSON values."""
    return {
        "format": FORMAT,
        "rulebook": rulebook.hash(),
        "outcomes": [as_json(outcome) for outcome in outcomes],
    }


def read(rulebook: Rulebook, log: object) -> tuple[Outcome, ...]:
    """Parse a log. Raises ScoringError ``invalid_log``, ``unknown_format`` or ``other_rulebook``."""
    if not isinstance(log, Mapping) or log.keys() != {"format", "rulebook", "outcomes"}:
        raise ScoringError("invalid_log", "A game log has a format, a rulebook and outcomes.")
    if type(log["format"]) is not int or log["format"] != FORMAT:
        raise ScoringError("unknown_format", "This log was written by another version of the program.")
    if log["rulebook"] != rulebook.hash():
        raise ScoringError(
            "other_rulebook", "This game was played under another rulebook.", fields=["rulebook"]
        )
    outcomes = log["outcomes"]
    if not isinstance(outcomes, list) or len(outcomes) > MAX_OUTCOMES:
        raise ScoringError(
            "invalid_log", f"A game has at most {MAX_OUTCOMES:,} outcomes.", fields=["outcomes"]
        )
    return tuple(from_json(outcome) for outcome in outcomes)


def state_as_json(state: State) -> dict[str, Any]:
    """A state as plain JSON values."""
    return {
        name: list(value) if isinstance(value, tuple) else value for name, value in state._asdict().items()
    }


def state_from_json(rulebook: Rulebook, data: object) -> State:
    """Parse the result of ``state_as_json``; missing fields are as at the start. Raises ScoringError
    ``invalid_state``.
    """
    players = rulebook.hand_players
    if not isinstance(data, Mapping) or "points" not in data:
        raise ScoringError("invalid_state", "A state has the points of each seat.", fields=["state"])
    for key in data:
        if key not in _STATE_KEYS:
            message = unknown_key(key, State._fields, "state")
            raise ScoringError("invalid_state", message, fields=[str(key)[:40]])
    values: dict[str, Any] = {"chombo": (0,) * players}
    for name, value in data.items():
        if name in ("points", "chombo"):
            values[name] = _numbers(name, value, players)
        elif name == "over":
            values[name] = _of(name, value, isinstance(value, str) and len(value) <= 40)
        elif name == "chombo_ends":
            values[name] = _of(name, value, type(value) is bool)
        elif name == "imbalance":
            values[name] = _number(name, value, -_MAX, _MAX)
        elif name != "hands_left" or value is not None:
            values[name] = _number(name, value, 0, players - 1 if name == "dealer" else 1_000)
    return State(**values)


def _number(name: str, value: object, low: int, high: int) -> int:
    _of(name, value, type(value) is int and low <= value <= high)
    assert isinstance(value, int), "just checked"
    return value


def _numbers(name: str, value: object, players: int) -> tuple[int, ...]:
    if not isinstance(value, list) or len(value) != players:
        raise ScoringError("invalid_state", f'"{name}" has a number for each seat.', fields=[name])
    return tuple(_number(name, item, 0 if name == "chombo" else -_MAX, _MAX) for item in value)


def _of(name: str, value: object, good: bool) -> object:
    if not good:
        raise ScoringError("invalid_state", f'"{name}" of this state cannot be.', fields=[name])
    return value
