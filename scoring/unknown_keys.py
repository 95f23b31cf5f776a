"""What the parts of a question are called, and what to say of a name that nobody knows."""

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
"""What was called otherwise before: each thing has one name, here and in Python."""


def unknown_key(key: object, known: Collection[str], where: str = "", **moved: str) -> str:
    """What to say of a key that is not known: what it is called, or what there is."""
    name = str(key)[:40]
    place = f' in "{where}"' if where else ""
    renamed = (MOVED | moved).get(str(key))
    if renamed in known:
        return f'"{name}" is called "{renamed}"{place}.'
    near = get_close_matches(name, known, n=1)
    hint = f'Do you mean "{near[0]}"?' if near else f"Known are {', '.join(known)}."
    return f'"{name}" is not known{place}. {hint}'
