"""The worked examples in ``tests/vectors``."""

import json
from pathlib import Path
from typing import Any

VECTORS = Path(__file__).parents[1] / "vectors"


def read(name: str) -> Any:
    return json.loads((VECTORS / f"{name}.json").read_text(encoding="utf-8"))


# Names in the examples that differ from those of requests: the files keep their own.
_CALLED = {
    "from": "loser",
    "daiminkan_from": "open_kan_from",
    "riichi_winners": "riichi",
    "riichi_now": "riichi",
    "wareme_seat": "marked",
    "scores": "points",
}
# Keys of an example that are notes for readers.
_ABOUT = {
    "expect",
    "note",
    "source",
    "title",
    "text",
    "rounded_split",
    "han_with_bazoro",
    "pattern",
    "floating",
}
_ABOUT |= {"places", "impossible", "name", "worked"}


def request(do: str, case: dict[str, Any]) -> dict[str, Any]:
    """Return an example's request."""
    keys = {
        _CALLED.get(key, key): value
        for key, value in case.items()
        if key not in _ABOUT and not (do == "result" and key == "points")
    }
    if do == "payment":
        keys["wins"] = [{_CALLED.get(key, key): value for key, value in win.items()} for win in keys["wins"]]
    if do == "result":
        keys.pop("players", None)
        keys["leftover"] = keys.pop("deposits", 0)
    if do == "chombo":
        keys["deposits"] = keys.pop("carried") + len(keys["riichi"])
    if do == "wsom":
        keys.pop("hands", None)
        if "patterns" in keys:
            keys["patterns"] = [one["code"] if isinstance(one, dict) else one for one in keys["patterns"]]
    if do == "draw" and "players" in keys:
        keys["nagashi"] = keys.pop("players")
        keys.pop("delta", None)
    return keys
