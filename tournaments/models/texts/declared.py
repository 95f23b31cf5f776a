"""Which values of ledger entries are free text typed by people, and who may read them.

Marked by the events of tournaments and leagues. Recording puts a salted digest into the entry and the text beside it.
Sentences, the API, transfer and verification read it from there; removing deletes it, with the copy in its row.
"""

import hashlib
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from tournaments.models.events import Event, FreeText, LeagueEvent, LedgerEvent, marks_in

# Shown in place of a removed text, in every language.
REMOVED = "[…]"
# The key of an entry's digests.
TEXTS = "texts"
# Marks entries of a kind whose hashes used to cover its texts: this version's do not.
SCHEME = "scheme"
WITHOUT_TEXTS = 2


@cache
def free_texts() -> Mapping[str, Mapping[str, FreeText]]:
    """Return the `FreeText` marks by kind, of tournament and league ledgers, and by name."""
    return {
        event.kind: texts
        for event in (*Event.events.values(), *LeagueEvent.events.values())
        if (texts := _marked(event))
    }


def _marked(event: type[LedgerEvent]) -> dict[str, FreeText]:
    marks = {name: marks_in(declared) for name, declared in event.fields().items()}
    return {name: mark for name, found in marks.items() for mark in found if isinstance(mark, FreeText)}


def text_digest(salt: str, text: str) -> str:
    """Return the digest of a text in an entry: 64 hexadecimal characters."""
    return hashlib.sha256(f"{salt}\n{text}".encode()).hexdigest()


def declared_as(kind: str, name: str) -> FreeText:
    """Return the declaration of an entry's text."""
    return free_texts()[kind][name.partition(":")[0]]


def is_declared(kind: str, name: str) -> bool:
    """Whether entries of this kind can have a text of this name."""
    of, _colon, number = name.partition(":")
    declared = free_texts().get(kind, {}).get(of)
    if declared is None or declared.place is None:
        return declared is not None and of == name
    return number.isascii() and number.isdigit()


def typed_in(kind: str, content: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the non-empty texts of a payload, by name."""
    for name, declared in free_texts().get(kind, {}).items():
        value = content.get(name)
        if declared.place is None:
            if isinstance(value, str) and value:
                yield name, value
        elif isinstance(value, list):
            for number, line in enumerate(value):
                if _has(line, declared.place):
                    yield f"{name}:{number}", line[declared.place]


def put(kind: str, content: Mapping[str, Any], texts: Mapping[str, Any]) -> dict[str, Any]:
    """Return the payload with these texts in their places; texts without a place are dropped."""
    found = dict(content)
    for name, text in texts.items():
        of, _colon, number = name.partition(":")
        place = free_texts()[kind][of].place
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
    """Return the columns that identify the row with a copy of a payload's text."""
    of, _colon, number = name.partition(":")
    declared = free_texts()[kind][of]
    if declared.place is None:
        return {"pk": content[declared.id]}
    others = {column: content[held_as] for column, held_as in declared.of}
    return {declared.id: content[of][int(number)][0], **others}


def _has(line: object, place: int) -> bool:
    return isinstance(line, list) and len(line) > place and isinstance(line[place], str) and bool(line[place])
