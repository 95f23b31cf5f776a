"""Fixing what the public ledger must not tell: SHA-256 of texts that nobody can guess.

A draft would give away who meets whom, a seating constraint whom somebody does not want to meet. So the ledger
holds a hash, always over something random too (a seed, a nonce): without it nobody can try out all possibilities.
"""

import hashlib
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from tournaments.models.ledger import canonical

if TYPE_CHECKING:
    from tournaments.models.draws.draws import Draw, SeatingConstraint


def sha256(text: str) -> str:
    """Return the hash by which seeds and draws are fixed before they are shown."""
    return hashlib.sha256(text.encode()).hexdigest()


def tables_hash(seed: str, tables: Sequence[Sequence[int]]) -> str:
    """Fix a draft without giving it away: of eight players alone, all seatings could be tried; not with the seed."""
    return sha256(canonical({"seed": seed, "tables": [list(seats) for seats in tables]}))


def draw_hash(draw: "Draw") -> str:
    """Fix all that is stored of a draw, except for the report on its quality, which follows from the rest."""
    return sha256(
        canonical(
            [
                draw.seed,
                draw.stage_id,
                draw.method,
                draw.commitment_id,
                draw.record,
                draw.reason,
                draw.drawn_by_id,
            ]
        )
    )


def seating_constraint_hash(constraint: "SeatingConstraint") -> str:
    """Fix what is demanded, and for whom."""
    return sha256(
        canonical(
            [
                constraint.nonce,
                constraint.kind,
                constraint.entry_id,
                constraint.other_id,
                constraint.table,
                constraint.wind,
                constraint.reason,
            ]
        )
    )


def cards_hash(token_hashes: Iterable[str]) -> str:
    """Fix the codes of seat cards; each is random and stored as a hash only."""
    return sha256(canonical(list(token_hashes)))


def text_hash(text: str) -> str:
    """Fix a text that people typed, so that the ledger need not hold it for ever; empty for none."""
    return sha256(text) if text else ""
