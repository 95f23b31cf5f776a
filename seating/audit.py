"""A draw that anyone can check: commit to a seed, draw, reveal, draw again.

Before entries close publish `commitment(seed)`: SHA-256 of the seed as UTF-8, in hexadecimal, what
`sha256sum` prints. To rule out that the organizer tries many seeds, a value beyond their control may be mixed
in afterwards (`mixed`), such as the day's drand beacon or closing index. The record of a draw holds
everything but the seed's secrecy.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from hashlib import sha256
from typing import TypeAlias

from seating.drawing import Answer, draw
from seating.errors import SeatingError
from seating.json_requests import as_json, read
from seating.requests import Request

Rounds: TypeAlias = Sequence[Sequence[Sequence[int]]]

ALGORITHM = "jantaku-seating"
VERSION = 3  # raise it when any request would be drawn differently


@dataclass(frozen=True, slots=True)
class Record:
    """The stored and published record of a draw. All hashes are SHA-256 in hexadecimal.

    `request` holds every input except the seed; `output_hash` is of the canonical JSON of `rounds` and `byes`.
    """

    algorithm: str
    version: int
    seed_commitment: str
    public_value: str
    request: Mapping[str, object]
    request_hash: str
    output_hash: str

    def as_dict(self) -> dict[str, object]:
        # Faster for long requests: `asdict` would copy every number.
        return {field.name: getattr(self, field.name) for field in fields(self)}


@dataclass(frozen=True, slots=True)
class Verdict:
    """The result of verifying a draw: `reasons` is empty if and only if `same`."""

    same: bool
    reasons: tuple[str, ...]


def canonical(value: object) -> bytes:
    """Return JSON with sorted keys and no blanks in UTF-8: equal values give equal bytes in any language."""
    return json.dumps(
        value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False
    ).encode()


def fingerprint(value: object) -> str:
    return sha256(canonical(value)).hexdigest()


def commitment(seed: str) -> str:
    """Return the hash to publish before entries close.

    >>> commitment("spring")[:16]
    '622a494d3ea8c7ba'
    """
    try:
        return sha256(seed.encode()).hexdigest()
    except UnicodeEncodeError:
        raise SeatingError("seed_unusable", "The seed holds half a character.") from None


def mixed(seed: str, public_value: str) -> str:
    """Return the seed to draw with: the committed one, combined with a later public value if any."""
    return f"{seed}\n{public_value}" if public_value else seed


def draw_on_record(request: Request, seed: str, public_value: str = "") -> tuple[Answer, Record]:
    """Draw a request; return the answer and the record needed to repeat it."""
    answer = draw(request, mixed(seed, public_value))
    payload = as_json(request)
    record = Record(
        algorithm=ALGORITHM,
        version=VERSION,
        seed_commitment=commitment(seed),
        public_value=public_value,
        request=payload,
        request_hash=fingerprint(payload),
        output_hash=output_hash(answer.rounds, answer.byes),
    )
    return answer, record


def output_hash(rounds: Rounds, byes: Sequence[Sequence[int]] | None = None) -> str:
    """Return the hash of seats and byes, which new fields of reports do not change."""
    return fingerprint({"rounds": rounds, "byes": byes or []})


def redraw(record: Record, seed: str) -> Answer:
    """Repeat a draw from its record and the revealed seed."""
    return draw(*read({**record.request, "seed": mixed(seed, record.public_value)}))


def verify(
    record: Record, seed: str, rounds: Rounds | None = None, byes: Sequence[Sequence[int]] | None = None
) -> Verdict:
    """Check a record, and the published `rounds` and `byes` if given, against the revealed seed.

    Reasons: `other_algorithm`, `other_version`, `other_seed`, `other_inputs`, `other_draw`,
    `other_publication`.
    """
    reasons, _again = drawn_again(record, seed)
    if rounds is not None and output_hash(rounds, byes) != record.output_hash:
        reasons.append("other_publication")
    return Verdict(not reasons, tuple(reasons))


def drawn_again(record: Record, seed: str) -> tuple[list[str], Answer | None]:
    """Return the reasons of `verify` except `other_publication`, and the repeated draw; None if another version drew
    it.
    """
    reasons = []
    if record.algorithm != ALGORITHM:
        reasons.append("other_algorithm")
    if record.version != VERSION:
        reasons.append("other_version")
    if commitment(seed) != record.seed_commitment:
        reasons.append("other_seed")
    if fingerprint(record.request) != record.request_hash:
        reasons.append("other_inputs")
    if {"other_algorithm", "other_version"} & set(reasons):
        return reasons, None
    again = redraw(record, seed)
    if not reasons and output_hash(again.rounds, again.byes) != record.output_hash:
        reasons.append("other_draw")
    return reasons, again
