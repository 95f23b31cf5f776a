"""How long a draw will take, before it is tried: what is short is drawn in the request, the rest is ordered.

The figures are milliseconds of one core, measured with `python -m benchmarks.draws` and rounded up. They decide only
where a draw is computed and never what comes out: every search is bounded by steps.
"""

from collections.abc import Mapping
from typing import Any

from seating.designs.stored import capacity

# What a person waits for without being told anything; a slow machine needs several times as long.
AT_ONCE = 1_000


def milliseconds(request: Mapping[str, Any]) -> int:
    """About how long this request keeps one core busy."""
    effort = int(request.get("effort", 1))
    match request["do"]:
        case "swiss":
            people = len(request["standing"])
            each = 5 if request.get("balance_winds") else 2
            return (200 + each * people) * effort
        case "free_play":
            return (200 + len(request["present"])) * effort
        case "schedule":
            return _schedule(len(request["players"]), request["rounds"], request, effort)
        case "season":
            return 100 + int(request["rounds"]) * len(request["teams"]) // 5
        case _:
            return 100 + 5 * sum(len(row) for row in request.get("history", [])) // 1_000


def is_long(request: Mapping[str, Any]) -> bool:
    """Is it too long for a request? A longer search always is: whoever asks for one expects to wait."""
    return int(request.get("effort", 1)) > 1 or milliseconds(request) > AT_ONCE


def _schedule(people: int, rounds: int, request: Mapping[str, Any], effort: int) -> int:
    chairs = people * rounds
    algebra = 50 + chairs // 80
    searched = any(request.get(name) for name in ("groups", "avoid", "rather_not", "tables"))
    full = people - people % 4
    if request.get("history"):
        algebra += (200 + 2 * chairs) * effort
    if not (searched or people % 4 or rounds > capacity(full)):
        return algebra
    return algebra + (400 + chairs // 60) * effort
