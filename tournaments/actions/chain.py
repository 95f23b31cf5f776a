"""Linking entries to the end of a ledger, a tournament's or a league's."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import TypeVar

from tournaments.actions.actor import Actor
from tournaments.models.chain import ChainEntry, ChainHead, Receipt, canonical, link_hash

E = TypeVar("E", bound=ChainEntry)


def linked(
    model: type[E],
    head: ChainHead,
    actions: Sequence[tuple[str, Mapping[str, object]]],
    *,
    by: Actor,
    now: datetime,
    **owner: int,
) -> list[E]:
    """Return an entry for each action (kind and payload), sealed in order, and move `head` to the last.

    Nothing is stored. `head` is locked by whoever calls; `owner` says whose entries they are, by column.
    """
    entries = []
    for kind, payload in actions:
        entry = model(
            seq=head.seq + 1,
            kind=str(kind),
            payload=canonical(payload),
            actor=by.key,
            recorded_at=now,
            prev=head.hash,
            **owner,
        )
        entry.hash = link_hash(
            chain=head.chain,
            seq=entry.seq,
            kind=entry.kind,
            payload=entry.payload,
            actor=entry.actor,
            recorded_at=entry.recorded_at,
            prev=entry.prev,
        )
        entry.receipt = Receipt(head.chain, entry.seq, entry.hash)
        head.seq, head.hash = entry.seq, entry.hash
        entries.append(entry)
    return entries
