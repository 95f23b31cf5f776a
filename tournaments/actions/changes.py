"""Which columns of a row may be changed, as its model declares."""

from collections.abc import Collection, Mapping
from typing import Any

from players.models import Player
from tournaments.models import Entry, League, Tournament

Editable = Tournament | League | Entry | Player


def refuse_unknown(changes: Mapping[str, Any], known: Collection[str]) -> None:
    """Raise TypeError for an unknown name: a change is never dropped silently."""
    if unknown := sorted(changes.keys() - set(known)):
        raise TypeError(f"cannot be edited: {', '.join(unknown)}")


def changed_columns(row: Editable, changes: Mapping[str, Any]) -> list[str]:
    """Return the editable columns whose value differs in `changes`, in the order of their declaration."""
    return [name for name in row.EDITABLE if name in changes and changes[name] != getattr(row, name)]
