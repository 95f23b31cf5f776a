"""Which values of which kinds of entries are free text: what a person typed, and who may read it.

Declared here and nowhere else, for the ledgers of tournaments and of leagues. Recording puts a salted digest into the
entry and the text beside it. Sentences, calls, files and verification read it from there; removing takes it out, with
the copy in the row that it is about.
"""

import enum
import hashlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from tournaments.models.leagues.ledger_kinds import LeagueKind
from tournaments.models.ledger_kinds import Kind

# What stands in place of a removed text, in every language.
REMOVED = "[…]"
# The name under which an entry holds the digests of its texts.
TEXTS = "texts"
# In a kind of entry whose hashes covered its texts, too: this version's do not, and the entry says so.
SCHEME = "scheme"
WITHOUT_TEXTS = 2


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

    Where `place` is given, the payload has a list under the text's name, of lines that begin with the id of their
    row, and the text is at this place of each: the third line's is called `moves:2`. `id` is then the column of the
    row that has the first item of a line; `of` gives its other columns, and the names of these in the payload.
    `earlier` gives what entries of earlier versions hold in its place.
    """

    row: str
    id: str
    column: str
    readers: Readers = Readers.EVERYBODY
    earlier: Callable[[str], str] = word_for_word
    place: int | None = None
    of: tuple[tuple[str, str], ...] = ()


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
    Kind.IMPORTED: _WHY_POINTS_ARE_MISSING,
    # A draft and a wish are not for everybody, so neither is why.
    Kind.DRAWN: {"reason": FreeText("Draw", "draw", "reason", Readers.STAFF)},
    Kind.SEATING_CONSTRAINT_ADDED: {"reason": FreeText("SeatingConstraint", "wish", "reason", Readers.STAFF)},
    Kind.BASELINE: {
        "why_drawn": FreeText("Draw", "pk", "reason", Readers.STAFF, place=1),
        "why_wished": FreeText("SeatingConstraint", "pk", "reason", Readers.STAFF, place=1),
        "why_missing": FreeText("Scoresheet", "pk", "imbalance_reason", place=1),
    },
    LeagueKind.SEASON_CONFIRMED: {
        "moves": FreeText(
            "Move", "player", "reason", place=7, of=(("season", "season"), ("next_season", "next"))
        ),
        "teams": FreeText(
            "TeamMove", "team", "reason", place=5, of=(("season", "season"), ("next_season", "next"))
        ),
    },
}


def text_digest(salt: str, text: str) -> str:
    """Return what an entry holds of a text: 64 hexadecimal characters."""
    return hashlib.sha256(f"{salt}\n{text}".encode()).hexdigest()


def declared_as(kind: str, name: str) -> FreeText:
    """The declaration of an entry's text."""
    return FREE_TEXTS[kind][name.partition(":")[0]]


def is_declared(kind: str, name: str) -> bool:
    """Can an entry of this kind have a text of this name?"""
    of, _colon, number = name.partition(":")
    declared = FREE_TEXTS.get(kind, {}).get(of)
    if declared is None or declared.place is None:
        return declared is not None and of == name
    return number.isascii() and number.isdigit()


def typed_in(kind: str, content: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """What stands in the places of a payload's texts, by name; an empty one is no text."""
    for name, declared in FREE_TEXTS.get(kind, {}).items():
        value = content.get(name)
        if declared.place is None:
            if isinstance(value, str) and value:
                yield name, value
        elif isinstance(value, list):
            for number, line in enumerate(value):
                if _has(line, declared.place):
                    yield f"{name}:{number}", line[declared.place]


def put(kind: str, content: Mapping[str, Any], texts: Mapping[str, Any]) -> dict[str, Any]:
    """The payload with these texts in their places; what it has no place for is left out."""
    found = dict(content)
    for name, text in texts.items():
        of, _colon, number = name.partition(":")
        place = FREE_TEXTS[kind][of].place
        if place is None:
            found[name] = text
            continue
        lines = found.get(of)
        if isinstance(lines, list) and int(number) < len(lines) and len(lines[int(number)]) > place:
            line = [*lines[int(number)]]
            line[place] = text
            found[of] = [*lines[: int(number)], line, *lines[int(number) + 1 :]]
    return found


def row_with_copy(kind: str, name: str, content: Mapping[str, Any]) -> dict[str, Any]:
    """By which columns the row is found that a text of a payload is about."""
    of, _colon, number = name.partition(":")
    declared = FREE_TEXTS[kind][of]
    if declared.place is None:
        return {"pk": content[declared.id]}
    others = {column: content[held_as] for column, held_as in declared.of}
    return {declared.id: content[of][int(number)][0], **others}


def _has(line: object, place: int) -> bool:
    return isinstance(line, list) and len(line) > place and isinstance(line[place], str) and bool(line[place])
