"""Read a ledger partly written by another server: its entries in local ids."""

import json
import re
from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from tournaments.models.ledger import LedgerEntry
from tournaments.models.origins.id_maps import IdMap
from tournaments.models.origins.origins import Origin
from tournaments.models.origins.payloads import BadPayload, moved
from tournaments.models.setup.structure import Tournament
from tournaments.models.sheet_tags import sheet_tag

OF_A_TAG = ("table", "version", "points", "chombo", "leftover", "imbalance")
_ACTOR = re.compile(r"(user|seat|card):(\d{1,12})(.*)", re.DOTALL)


class Ids:
    """Maps ids between a ledger's entries and local rows; the identity if nothing was imported."""

    def __init__(self, origins: Sequence[Origin]) -> None:
        self._ends = [origin.through_seq for origin in origins]
        self._origins = [origin.pk for origin in origins]
        self._maps = [maps_of(origin.ids, number) for number, origin in enumerate(origins)]

    @classmethod
    def of(cls, tournament: Tournament) -> "Ids":
        """Load a tournament's mapping: one query, none for a tournament set up here."""
        if tournament.written_elsewhere is None:
            return cls([])
        return cls(list(tournament.origins.order_by("through_seq")))

    def here(self, seq: int, kind: str, pk: int) -> int:
        """Return the local id for an id in this entry."""
        found = self._at(seq)
        return found[kind].here(pk) if found and kind in found else pk

    def there(self, seq: int, kind: str, pk: int) -> int:
        """Return the id that this entry uses for a local row."""
        found = self._at(seq)
        return found[kind].there(pk) if found and kind in found else pk

    def content(self, seq: int, kind: str, content: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return an entry's payload in local ids; an invalid payload is returned unchanged."""
        found = self._at(seq)
        if found is None:
            return content
        try:
            translated = moved(kind, content, lambda of, pk: found[of].here(pk) if of in found else pk)
            if "tag" in content and content["tag"] == _tag(content):
                translated["tag"] = _tag(translated)
        except (BadPayload, KeyError, TypeError):
            return content
        return translated

    def actor(self, seq: int, actor: str) -> str:
        """Return an entry's actor in local ids."""
        found = self._at(seq)
        match = _ACTOR.fullmatch(actor) if found else None
        if not found or not match:
            return actor
        if match[1] not in found:
            # Cards are not transferred: no local card is meant.
            return f"{match[1]}:-{match[2]}{match[3]}"
        return f"{match[1]}:{found[match[1]].here(int(match[2]))}{match[3]}"

    def origin(self, seq: int) -> int | None:
        """Return the number of the origin of this entry; None if it was written here."""
        at = bisect_left(self._ends, seq)
        return self._origins[at] if at < len(self._ends) else None

    def _at(self, seq: int) -> Mapping[str, IdMap] | None:
        at = bisect_left(self._ends, seq)
        return self._maps[at] if at < len(self._ends) else None


@lru_cache(maxsize=16)
def maps_of(ids: str, number: int = 0) -> Mapping[str, IdMap]:
    """Parse `Origin.ids`, by kind. Cached: a ledger page needs the same again and again."""
    return {kind: IdMap(runs, number) for kind, runs in json.loads(ids).items()}


def contents_here(tournament: Tournament, entries: Iterable[LedgerEntry]) -> list[dict[str, Any]]:
    """Return the payloads of entries in local ids: one query, none for a tournament set up here."""
    ids = Ids.of(tournament)
    return [dict(ids.content(entry.seq, entry.kind, entry.content)) for entry in entries]


def _tag(content: Mapping[str, Any]) -> str:
    return sheet_tag(*(content[name] for name in OF_A_TAG))
