from collections.abc import Mapping
from datetime import datetime
from functools import lru_cache
from typing import Any

from msgspec import Struct

Payload = Mapping[str, Any]


class Entry(Struct, frozen=True, gc=False, array_like=True):
    """The content of an entry, who acted, and when."""

    seq: int
    kind: str
    payload: Payload
    actor: str
    at: datetime

    @property
    def user(self) -> int | None:
        """The account that acted, if any."""
        return _account(self.actor)


@lru_cache(maxsize=1_000)
def _account(actor: str) -> int | None:
    return int(actor[5:]) if actor.startswith("user:") else None
