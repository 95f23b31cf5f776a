"""Rulebooks: an edition's fields, their sources, and their allowed values."""

from typing import Annotated, TypedDict

from rules.api.choices import ChoicesShape, choices_shape
from scoring.rulebook.choices import choices_of
from scoring.rulebook.fields import FIELDS
from scoring.rulebook.provenance import Conflict, Provenance, provenance
from scoring.rulebook.rulebook import Rulebook, unset_fields
from scoring.text.tie_breaks import label_in
from web.api.answers import By, Given, Of, filled


def _players_of(book: Rulebook) -> int | None:
    players = book.table.players
    return players if isinstance(players, int) else None


class RulebookShape(TypedDict):
    id: Annotated[str, Given(), "Id of the edition, such as mleague."]
    name_en: Annotated[str, Of("identity.name_en")]
    name_ja: Annotated[str, Of("identity.name_ja")]
    status: Annotated[
        str,
        Of("identity.status"),
        "Where the edition comes from: public, a seed that others build on, or a fragment of it.",
    ]
    derived_from: Annotated[str, Given(), "Id of the edition this one changes; empty if it is original."]
    players: Annotated[int | None, By(_players_of), "Players at a table; null if a tournament decides."]
    hash: Annotated[str, By(Rulebook.hash)]


class RulebookFieldShape(TypedDict):
    """A field in words, its source, and what a house rule may set instead.

    `confidence`: S, P, 2, I or U; empty if not recorded.
    """

    path: Annotated[str, "Field of the rulebook, as a key of `house_rules`."]
    name_en: str
    name_ja: str
    value_en: Annotated[str, "What it says, in English."]
    value_ja: Annotated[str, "What it says, in Japanese."]
    confidence: Annotated[
        str,
        "How sure it is: S (the founding text), P (another public text), 2 (second-hand: a program or a table of "
        "others), I (inferred, or carried over from another rulebook) or U (not defined or not found); empty if "
        "nothing is noted.",
    ]
    sources: Annotated[list[str], "Where it comes from."]
    is_disputed: Annotated[bool, "True if sources disagree about it."]
    note_en: Annotated[str, "Note in English; empty if none."]
    note_ja: Annotated[str, "Note in Japanese; empty if none."]
    choices: Annotated[ChoicesShape, "What a house rule may say instead."]


class RulebookConflictShape(TypedDict):
    """A conflict between sources, and what this edition does about it."""

    id: Annotated[str, "Id of the conflict within the edition."]
    topic: Annotated[str, Of("topic.en"), "What it is about, in English."]
    topic_ja: Annotated[str, Of("topic.ja"), "What it is about, in Japanese."]
    sources_say: Annotated[str, Of("sources_say.en"), "What the sources say, in English."]
    sources_say_ja: Annotated[str, Of("sources_say.ja"), "What the sources say, in Japanese."]
    decision: Annotated[str, Of("decision.en"), "What this edition does, in English."]
    decision_ja: Annotated[str, Of("decision.ja"), "What this edition does, in Japanese."]


class RulebookPageShape(RulebookShape):
    """An edition with all fields, their sources, open questions and conflicts between sources.

    `needs` are the open fields that a tournament must decide in its `house_rules`.
    """

    content: Annotated[dict[str, object], By(Rulebook.content), "All fields of the edition, as data."]
    fields: Annotated[list[RulebookFieldShape], Given(), "All fields of the edition, in words."]
    conflicts: Annotated[list[RulebookConflictShape], Given(), "Where its sources disagree."]
    leaves_open: Annotated[list[str], Given(), "Fields that its text leaves open."]
    needs: Annotated[
        list[str], By(unset_fields), "Open fields that a tournament has to decide in `house_rules`."
    ]
    units_per_point: int


_edition = filled(RulebookShape, Rulebook)
_page = filled(RulebookPageShape, Rulebook)
_conflict = filled(RulebookConflictShape, Conflict)


def rulebook_shape(edition: str, book: Rulebook) -> RulebookShape:
    return _edition(book, id=edition, derived_from=provenance(edition).derived_from)


def rulebook_page(edition: str, book: Rulebook) -> RulebookPageShape:
    about = provenance(edition)
    return _page(
        book,
        id=edition,
        derived_from=about.derived_from,
        fields=[_rulebook_field(book, about, path) for path in FIELDS],
        conflicts=[_conflict(one) for one in about.conflicts],
        leaves_open=list(about.leaves_open),
    )


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
