"""Which values of which kinds of entries are free text: what a person typed, and who may read it.

Declared here and nowhere else. Recording puts a salted digest into the entry and the text beside it. Sentences,
calls, files and verification read it from there; removing takes it out, with the copy in the row that it is about.
"""

import enum
import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from tournaments.models.ledger_kinds import Kind

# What stands in place of a removed text, in every language.
REMOVED = "[…]"
# The name under which an entry holds the digests of its texts.
TEXTS = "texts"


class Readers(enum.Enum):
    """Who may read a text."""

    EVERYBODY = enum.auto()
    STAFF = enum.auto()


def word_for_word(text: str) -> str:
    return text


def hashed(text: str) -> str:
    """The SHA-256 of a text, as earlier versions recorded some; empty for none."""
    return hashlib.sha256(text.encode()).hexdigest() if text else ""


@dataclass(frozen=True)
class FreeText:
    """A text, and the row that holds a copy: `column` of the model `row`, whose id the payload has as `id`.

    `earlier` gives what entries of earlier versions hold in its place.
    """

    row: str
    id: str
    column: str
    readers: Readers = Readers.EVERYBODY
    earlier: Callable[[str], str] = word_for_word


_REASON_OF_A_PENALTY = {"reason": FreeText("Penalty", "penalty", "reason")}
_REASON_OF_LIFTING = {"reason": FreeText("Penalty", "penalty", "lift_reason")}
_WHY_POINTS_ARE_MISSING = {
    "imbalance_reason": FreeText("Scoresheet", "sheet", "imbalance_reason", earlier=hashed)
}
_REASON_OF_A_SHEET = {"reason": FreeText("Scoresheet", "sheet", "reason")}

# By kind, and by name in the payload.
FREE_TEXTS: Mapping[str, Mapping[str, FreeText]] = {
    Kind.ANNOUNCED: {"text": FreeText("Announcement", "announcement", "text")},
    Kind.REFEREE_CALLED: {"reason": FreeText("RefereeCall", "call", "reason", Readers.STAFF)},
    Kind.PENALIZED: _REASON_OF_A_PENALTY,
    Kind.BONUS_GIVEN: _REASON_OF_A_PENALTY,
    Kind.WARNED: _REASON_OF_A_PENALTY,
    Kind.PENALTY_LIFTED: _REASON_OF_LIFTING,
    Kind.TEAM_PENALIZED: _REASON_OF_A_PENALTY,
    Kind.TEAM_BONUS_GIVEN: _REASON_OF_A_PENALTY,
    Kind.TEAM_WARNED: _REASON_OF_A_PENALTY,
    Kind.TEAM_PENALTY_LIFTED: _REASON_OF_LIFTING,
    Kind.DISPUTED: {"reason": FreeText("Scoresheet", "sheet", "dispute_reason")},
    Kind.VOIDED: _REASON_OF_A_SHEET,
    Kind.CORRECTED: {**_REASON_OF_A_SHEET, **_WHY_POINTS_ARE_MISSING},
    Kind.REPORTED: _WHY_POINTS_ARE_MISSING,
    Kind.PAPER_COUNTED: _WHY_POINTS_ARE_MISSING,
    Kind.IMPORTED: _WHY_POINTS_ARE_MISSING,
}


def text_digest(salt: str, text: str) -> str:
    """Return what an entry holds of a text: 64 hexadecimal characters."""
    return hashlib.sha256(f"{salt}\n{text}".encode()).hexdigest()
