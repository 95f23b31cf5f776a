"""Rulebooks: an edition field by field, where each comes from, and what may be answered."""

from typing import Annotated, TypedDict

from rules.api.choices import ChoicesShape, choices_shape
from scoring.rulebook.choices import choices_of
from scoring.rulebook.fields import FIELDS
from scoring.rulebook.provenance import Provenance, provenance
from scoring.rulebook.rulebook import Rulebook, needs
from scoring.text.tie_breaks import label_in


class RulebookShape(TypedDict):
    id: Annotated[str, "Id of the edition, such as mleague."]
    name_en: str
    name_ja: str
    status: Annotated[
        str, "Where the edition comes from: public, a seed that others build on, or a fragment of it."
    ]
    derived_from: Annotated[str, "Id of the edition this one changes; empty if it is original."]
    players: Annotated[int | None, "Players at a table; null if a tournament decides."]
    hash: str


class RulebookFieldShape(TypedDict):
    """One field in words, where it comes from, and what a house rule may say instead.

    `confidence`: S, P, 2, I or U; empty where nothing is noted.
    """

    path: Annotated[str, "Field of the rulebook, as a key of `house_rules`."]
    name_en: str
    name_ja: str
    value_en: Annotated[str, "What it says, in English."]
    value_ja: Annotated[str, "What it says, in Japanese."]
    confidence: Annotated[str, "How sure it is: S, P, 2, I or U; empty if nothing is noted."]
    sources: Annotated[list[str], "Where it comes from."]
    is_disputed: Annotated[bool, "True if sources disagree about it."]
    note_en: Annotated[str, "Note in English; empty if none."]
    note_ja: Annotated[str, "Note in Japanese; empty if none."]
    choices: Annotated[ChoicesShape, "What a house rule may say instead."]


class RulebookConflictShape(TypedDict):
    """A place where the sources disagree, and what this edition does about it."""

    id: Annotated[str, "Id of the conflict within the edition."]
    topic: Annotated[str, "What it is about, in English."]
    topic_ja: Annotated[str, "What it is about, in Japanese."]
    sources_say: Annotated[str, "What the sources say, in English."]
    sources_say_ja: Annotated[str, "What the sources say, in Japanese."]
    decision: Annotated[str, "What this edition does, in English."]
    decision_ja: Annotated[str, "What this edition does, in Japanese."]


class RulebookPageShape(RulebookShape):
    """An edition with every field, where each comes from, what its text leaves open, where its sources disagree.

    `needs` are the open fields that a tournament has to decide in its `house_rules`.
    """

    content: Annotated[dict[str, object], "All fields of the edition, as data."]
    fields: Annotated[list[RulebookFieldShape], "All fields of the edition, in words."]
    conflicts: Annotated[list[RulebookConflictShape], "Where its sources disagree."]
    leaves_open: Annotated[list[str], "Fields that its text leaves open."]
    needs: Annotated[list[str], "Open fields that a tournament has to decide in `house_rules`."]
    units_per_point: int


def rulebook_shape(edition: str, book: Rulebook) -> RulebookShape:
    players = book.table.players
    return {
        "id": edition,
        "name_en": book.identity.name_en,
        "name_ja": book.identity.name_ja,
        "status": book.identity.status,
        "derived_from": provenance(edition).derived_from,
        "players": players if isinstance(players, int) else None,
        "hash": book.hash(),
    }


def rulebook_page(edition: str, book: Rulebook) -> RulebookPageShape:
    about = provenance(edition)
    return {
        **rulebook_shape(edition, book),
        "content": book.content(),
        "fields": [_rulebook_field(book, about, path) for path in FIELDS],
        "conflicts": [
            {
                "id": one.id,
                "topic": one.topic.en,
                "topic_ja": one.topic.ja,
                "sources_say": one.sources_say.en,
                "sources_say_ja": one.sources_say.ja,
                "decision": one.decision.en,
                "decision_ja": one.decision.ja,
            }
            for one in about.conflicts
        ],
        "leaves_open": list(about.leaves_open),
        "needs": needs(book),
        "units_per_point": book.units_per_point,
    }


def _rulebook_field(book: Rulebook, about: Provenance, path: str) -> RulebookFieldShape:
    origin = about.of(path)
    return {
        "path": path,
        "name_en": FIELDS[path].title,
        "name_ja": FIELDS[path].named("ja"),
        "value_en": label_in(book, path, "en"),
        "value_ja": label_in(book, path, "ja"),
        "confidence": origin.confidence if origin else "",
        "sources": list(origin.sources) if origin else [],
        "is_disputed": origin.conflict if origin else False,
        "note_en": origin.note.en if origin and origin.note else "",
        "note_ja": origin.note.ja if origin and origin.note else "",
        "choices": choices_shape(choices_of(book, path)),
    }
