"""Fixing what the public ledger must not tell: SHA-256 of texts that nobody can guess.

A draft would give away who meets whom, a seating constraint whom somebody does not want to meet. So the ledger
holds a hash, always over something random too (a seed, a nonce): without it nobody can try out all possibilities.
"""

import hashlib
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, TypeAlias

from tournaments.models.ledger import canonical

if TYPE_CHECKING:
    from tournaments.models.draws.draws import Draw, SeatingConstraint
    from tournaments.models.origins.origins import Origin
    from tournaments.models.teams.line_up_quotas import LineUpQuota

# What a row of a kind, by its id, is called in a ledger entry.
Called: TypeAlias = Callable[[str, int], int]


def sha256(text: str) -> str:
    """Return the hash by which seeds and draws are fixed before they are shown."""
    return hashlib.sha256(text.encode()).hexdigest()


def tables_hash(seed: str, tables: Sequence[Sequence[int]]) -> str:
    """Fix a draft without giving it away: of eight players alone, all seatings could be tried; not with the seed."""
    return sha256(canonical({"seed": seed, "tables": [list(seats) for seats in tables]}))


def same_id(_kind: str, pk: int) -> int:
    """Rows are called what they are called here."""
    return pk


def draw_hash(draw: "Draw", called: Called = same_id, *, covers_texts: bool = False) -> str:
    """Fix all that is stored of a draw, except for the report on its quality, which follows from the rest, and
    for the reason, which is a text of its entry.

    `called` gives what the ledger entry that holds the hash calls a row. Earlier versions (`covers_texts`) hashed the
    reason, too.
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
    """Fix what is demanded, and for whom; `called` and `covers_texts` as for a draw."""
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
    """Fix a quota's name and its players, by their lots, which never change."""
    return sha256(canonical([quota.salt, quota.name, [str(lot) for lot in sorted(lots)]]))


def origins_hash(origins: Iterable["Origin"]) -> str:
    """Fix what the ids of other servers are called here."""
    return sha256(canonical([[origin.through_seq, origin.ids] for origin in origins]))


def cards_hash(token_hashes: Iterable[str]) -> str:
    """Fix the codes of seat cards; each is random and stored as a hash only."""
    return sha256(canonical(list(token_hashes)))


def text_hash(text: str) -> str:
    """Fix a text that people typed, so that the ledger need not hold it for ever; empty for none."""
    return sha256(text) if text else ""
