"""Match nicknames of an online game with the names and aliases of a table's players."""

import unicodedata
from collections.abc import Sequence

from players.actions import aliases_of
from players.models import Player


def match_nicknames(nicknames: Sequence[str], players: Sequence[Player]) -> list[int | None]:
    """Return for each nickname the index of its player in `players`, None if the match is not unique.

    Width, case and surrounding blanks are ignored. A single leftover nickname is matched with the single leftover
    player.
    """
    called = [{_plain(name) for name in (player.name, *aliases_of(player))} for player in players]
    found: list[int | None] = []
    for nickname in nicknames:
        places = [place for place, names in enumerate(called) if _plain(nickname) in names]
        found.append(places[0] if len(places) == 1 else None)
    found = [place if found.count(place) == 1 else None for place in found]
    left = [place for place in range(len(players)) if place not in found]
    if len(left) == 1 and found.count(None) == 1:
        found[found.index(None)] = left[0]
    return found


def _plain(name: str) -> str:
    return unicodedata.normalize("NFKC", name).strip().casefold()
