"""Commitments to what the public ledger must not reveal: SHA-256 of texts that cannot be guessed.

A draft would reveal the pairings, a seating constraint who avoids whom. So the ledger holds a hash that always
includes something random (a seed, a nonce), which prevents trying all possibilities.
"""

import hashlib
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, TypeAlias

from tournaments.models.ledger import canonical

if TYPE_CHECKING:
    from tournaments.models.draws.draws import Draw, SeatingConstraint
    from tournaments.models.origins.origins import Origin
    from tournaments.models.teams.line_up_quotas import LineUpQuota

# The id that a ledger entry uses for a row, by kind and local id.
Called: TypeAlias = Callable[[str, int], int]


def sha256(text: str) -> str:
    """Return the hash that commits to seeds and draws before they are shown."""
    return hashlib.sha256(text.encode()).hexdigest()


def tables_hash(seed: str, tables: Sequence[Sequence[int]]) -> str:
    """Commit to a draft. The seed prevents trying all seatings, which would be easy with eight players."""
    return sha256(canonical({"seed": seed, "tables": [list(seats) for seats in tables]}))


def same_id(_kind: str, pk: int) -> int:
    """Ledger entries use the local ids."""
    return pk


def draw_hash(draw: "Draw", called: Called = same_id, *, covers_texts: bool = False) -> str:
    """Commit to a stored draw, except its quality report, which follows from the rest, and its reason, which is a
    text of the entry.

    `called` gives the id that the ledger entry uses for a row. Earlier versions (`covers_texts`) hashed the reason,
    too.
    """
    return sha256(
        canonical(
            [
                draw.seed,
                called("stage", draw.stage_id),
                draw.method,
                None if draw.commitment_id is None else called("commitment", draw.commitment_id),
                draw.record,
                *([draw.reason] if covers_texts else []),
                None if draw.drawn_by_id is None else called("user", draw.drawn_by_id),
            ]
        )
    )


def seating_constraint_hash(
    constraint: "SeatingConstraint", called: Called = same_id, *, covers_texts: bool = False
) -> str:
    """Commit to a constraint and its players; `called` and `covers_texts` as in `draw_hash`."""
    return sha256(
        canonical(
            [
                constraint.nonce,
                constraint.kind,
                called("entry", constraint.entry_id),
                None if constraint.other_id is None else called("entry", constraint.other_id),
                constraint.table,
                constraint.wind,
                *([constraint.reason] if covers_texts else []),
            ]
        )
    )


def line_up_quota_hash(quota: "LineUpQuota", lots: Iterable[int]) -> str:
    """Commit to a quota's name and its players, by their lots, which never change."""
    return sha256(canonical([quota.salt, quota.name, [str(lot) for lot in sorted(lots)]]))


def origins_hash(origins: Iterable["Origin"]) -> str:
    """Commit to the mapping of other servers' ids to local ones."""
    return sha256(canonical([[origin.through_seq, origin.ids] for origin in origins]))


def cards_hash(token_hashes: Iterable[str]) -> str:
    """Commit to the codes of seat cards; each is random and stored only as a hash."""
    return sha256(canonical(list(token_hashes)))


def text_hash(text: str) -> str:
    """Commit to a typed text, so that the ledger need not keep it forever; "" for none."""
    return sha256(text) if text else ""
