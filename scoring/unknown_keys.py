"""Renamed keys of requests, and messages for unknown ones."""

from collections.abc import Collection
from difflib import get_close_matches

MOVED = {
    "from": "loser",
    "daiminkan_from": "open_kan_from",
    "riichi_winners": "riichi",
    "riichi_now": "riichi",
    "wareme_seat": "marked",
    "scores": "points",
}
"""Old keys and their present names, which are those of the Python arguments too."""


def unknown_key(key: object, known: Collection[str], where: str = "", **moved: str) -> str:
    """Return the message for an unknown key: its current name if it was renamed, else the known keys."""
    name = str(key)[:40]
    place = f' in "{where}"' if where else ""
    renamed = (MOVED | moved).get(str(key))
    if renamed in known:
        return f'"{name}" is called "{renamed}"{place}.'
    near = get_close_matches(name, known, n=1)
    hint = f'Do you mean "{near[0]}"?' if near else f"Known are {', '.join(known)}."
    return f'"{name}" is not known{place}. {hint}'
