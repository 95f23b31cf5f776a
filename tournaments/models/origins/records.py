"""Records of draws made on another server, in local ids.

The stored record is kept as drawn: it is hashed, and the draw can be repeated only with those ids.
"""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from tournaments.models.origins.origins import Origin
from tournaments.models.origins.reading import maps_of

# Maps an entry id there to the local one.
Here: TypeAlias = Callable[[int], int]

# Fields of a request that hold entries, in lists of any depth, and fields that are objects keyed by entry.
LISTS = ("standing", "present", "groups", "avoid", "rather_not", "featured", "history", "schedule")
MORE_LISTS = ("leavers", "joiners", "byes", "teams")
BY_ENTRY = ("tables", "winds", "sat_out")


def entries_here(origin: Origin | None) -> Here | None:
    """Return the mapping of entries for a draw's record; None if it was drawn here."""
    if origin is None:
        return None
    entries = maps_of(origin.ids)["entry"]
    # Ids below 0 are placeholders for substitutes.
    return lambda pk: pk if pk < 0 else entries.here(pk)


def lists_here(value: Any, here: Here) -> Any:
    """Map entries in nested lists to local ids."""
    return [lists_here(item, here) for item in value] if isinstance(value, list | tuple) else here(value)


def request_here(request: Mapping[str, Any], here: Here) -> dict[str, Any]:
    """Map a request of `seating.json_requests` to local entries."""
    found = dict(request)
    for name in (*LISTS, *MORE_LISTS):
        # For a team round robin it is a number.
        if isinstance(found.get(name), list):
            found[name] = lists_here(found[name], here)
    # A plain number means that many anonymous players.
    if isinstance(found.get("players"), list):
        found["players"] = lists_here(found["players"], here)
    for name in BY_ENTRY:
        if name in found:
            found[name] = {str(here(int(entry))): value for entry, value in found[name].items()}
    if "days" in found:
        found["days"] = request_here(found["days"], here)
    if "substitutes" in found:
        pairs = found["substitutes"].items()
        found["substitutes"] = {str(here(int(out))): here(into) for out, into in pairs}
    return found
