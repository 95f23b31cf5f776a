"""The worked cases of ``tests/vectors``."""

import json
from pathlib import Path
from typing import Any

VECTORS = Path(__file__).parents[1] / "vectors"


def read(name: str) -> Any:
    """A file of worked cases."""
    return json.loads((VECTORS / f"{name}.json").read_text(encoding="utf-8"))


# What the worked cases call otherwise than requests do: the names of the files are theirs, the facts are everybody's.
_CALLED = {
    "from": "loser",
    "daiminkan_from": "open_kan_from",
    "riichi_winners": "riichi",
    "riichi_now": "riichi",
    "wareme_seat": "marked",
    "scores": "points",
}
# What stands beside a case for its reader.
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
    """A worked case as the request it is about."""
    told = {
        _CALLED.get(key, key): value
        for key, value in case.items()
        if key not in _ABOUT and not (do == "result" and key == "points")
    }
    if do == "payment":
        told["wins"] = [{_CALLED.get(key, key): value for key, value in win.items()} for win in told["wins"]]
    if do == "result":
        told.pop("players", None)
        told["leftover"] = told.pop("deposits", 0)
    if do == "chombo":
        told["deposits"] = told.pop("carried") + len(told["riichi"])
    if do == "wsom":
        told.pop("hands", None)
        if "patterns" in told:
            told["patterns"] = [one["code"] if isinstance(one, dict) else one for one in told["patterns"]]
    if do == "draw" and "players" in told:
        told["nagashi"] = told.pop("players")
        told.pop("delta", None)
    return told
