"""The record of a draw that another server made, in the ids of here.

What is stored stays as it was drawn: it is hashed, and only with those ids it can be drawn again.
"""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from tournaments.models.origins.origins import Origin
from tournaments.models.origins.reading import maps_of

# Gives the entry of here for an entry of there.
Here: TypeAlias = Callable[[int], int]

# Which fields of a request are entries, however deep in lists, and which are objects by entry.
LISTS = ("standing", "present", "groups", "avoid", "rather_not", "featured", "history", "schedule")
MORE_LISTS = ("leavers", "joiners", "byes", "teams")
BY_ENTRY = ("tables", "winds", "sat_out")


def entries_here(origin: Origin | None) -> Here | None:
    """What finds the entries of the record of a draw from there here; None for one that was drawn here."""
    if origin is None:
        return None
    entries = maps_of(origin.ids)["entry"]
    # Below 0 are places for substitutes, who are nobody's entries yet.
    return lambda pk: pk if pk < 0 else entries.here(pk)


def lists_here(value: Any, here: Here) -> Any:
    """Lists of entries, as deep as they are, with those of here."""
    return [lists_here(item, here) for item in value] if isinstance(value, list | tuple) else here(value)


def request_here(request: Mapping[str, Any], here: Here) -> dict[str, Any]:
    """A request of `seating.json_requests` about the entries of here."""
    found = dict(request)
    for name in (*LISTS, *MORE_LISTS):
        # A round robin of teams has their number there.
        if isinstance(found.get(name), list):
            found[name] = lists_here(found[name], here)
    # As a number these are that many players, by whatever names.
    if isinstance(found.get("players"), list):
        found["players"] = lists_here(found["players"], here)
    for name in BY_ENTRY:
        if name in found:
            found[name] = {str(here(int(entry))): value for entry, value in found[name].items()}
    if "substitutes" in found:
        pairs = found["substitutes"].items()
        found["substitutes"] = {str(here(int(out))): here(into) for out, into in pairs}
    return found
