"""Which values of which kinds of entries are free text: what a person typed, and who may read it.

Events mark them, those of tournaments and of leagues. Recording puts a salted digest into the
entry and the text beside it. Sentences, calls, files and verification read it from there; removing takes it out, with
the copy in the row that it is about.
"""

import hashlib
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from tournaments.models.events import Event, FreeText, LeagueEvent, LedgerEvent, marks_in

# What stands in place of a removed text, in every language.
REMOVED = "[…]"
# The name under which an entry holds the digests of its texts.
TEXTS = "texts"
# In a kind of entry whose hashes covered its texts, too: this version's do not, and the entry says so.
SCHEME = "scheme"
WITHOUT_TEXTS = 2


@cache
def free_texts() -> Mapping[str, Mapping[str, FreeText]]:
    """What events mark with `FreeText`: by kind, of tournaments' ledgers and of leagues', and by name."""
    return {
        event.kind: texts
        for event in (*Event.events.values(), *LeagueEvent.events.values())
        if (texts := _marked(event))
    }


def _marked(event: type[LedgerEvent]) -> dict[str, FreeText]:
    marks = {name: marks_in(declared) for name, declared in event.fields().items()}
    return {name: mark for name, found in marks.items() for mark in found if isinstance(mark, FreeText)}


def text_digest(salt: str, text: str) -> str:
    """Return what an entry holds of a text: 64 hexadecimal characters."""
    return hashlib.sha256(f"{salt}\n{text}".encode()).hexdigest()


def declared_as(kind: str, name: str) -> FreeText:
    """The declaration of an entry's text."""
    return free_texts()[kind][name.partition(":")[0]]


def is_declared(kind: str, name: str) -> bool:
    """Can an entry of this kind have a text of this name?"""
    of, _colon, number = name.partition(":")
    declared = free_texts().get(kind, {}).get(of)
    if declared is None or declared.place is None:
        return declared is not None and of == name
    return number.isascii() and number.isdigit()


def typed_in(kind: str, content: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """What stands in the places of a payload's texts, by name; an empty one is no text."""
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
    """The payload with these texts in their places; what it has no place for is left out."""
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
    """By which columns the row is found that a text of a payload is about."""
    of, _colon, number = name.partition(":")
    declared = free_texts()[kind][of]
    if declared.place is None:
        return {"pk": content[declared.id]}
    others = {column: content[held_as] for column, held_as in declared.of}
    return {declared.id: content[of][int(number)][0], **others}


def _has(line: object, place: int) -> bool:
    return isinstance(line, list) and len(line) > place and isinstance(line[place], str) and bool(line[place])
