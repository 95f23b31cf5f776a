"""Sources of an edition, questions its text leaves open, and conflicts between sources.

None of this changes a result. It is shown next to the rules, so that assumptions are not taken for rules.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from scoring.rulebook.rulebook import editions, load, read_toml
from scoring.translation import SOURCE

_SOURCES = "_sources"


@dataclass(frozen=True, slots=True)
class Phrase:
    """A phrase in an edition's file by language; all say the same. A quotation is in the words of its source in one
    of them.

    >>> Phrase({"en": "East and South rounds", "ja": "東南戦"}).in_language("ja")
    '東南戦'
    """

    texts: Mapping[str, str]

    @property
    def en(self) -> str:
        return self.texts[SOURCE]

    @property
    def ja(self) -> str:
        return self.texts["ja"]

    def in_language(self, language: str | None) -> str:
        """Return the phrase in "en", "ja" or another language; English if the file does not have it."""
        code = (language or SOURCE).lower().replace("-", "_")
        return self.texts.get(code) or self.texts.get(code.partition("_")[0]) or self.en


@dataclass(frozen=True, slots=True)
class FieldSource:
    """The source of one field's value.

    ``confidence`` is a key of ``confidences()``; ``sources`` are keys of ``sources()``; ``conflict``: the sources
    disagree; ``edition`` is the edition whose file has it (an ancestor if carried over).
    """

    path: str
    confidence: str
    sources: tuple[str, ...]
    conflict: bool
    note: Phrase | None
    edition: str


@dataclass(frozen=True, slots=True)
class Conflict:
    """A conflict between sources, and what this edition does about it."""

    id: str
    topic: Phrase
    sources_say: Phrase
    decision: Phrase


@dataclass(frozen=True, slots=True)
class Penalties:
    """The penalties that the rulebook lists. They are only recorded; nothing is computed from them."""

    chombo: tuple[Phrase, ...] = ()
    dead_hand: tuple[Phrase, ...] = ()
    dead_hand_effect: Phrase | None = None
    minor: tuple[Phrase, ...] = ()
    time_limit: Phrase | None = None
    ranking: Phrase | None = None


@dataclass(frozen=True, slots=True)
class Substitute:
    """What a game brings a player who only substitutes, in P; an event decides whether that applies."""

    result: int
    confidence: str
    sources: tuple[str, ...]
    note: Phrase


@dataclass(frozen=True, slots=True)
class Session:
    """The length of a round under an edition, as far as its sources say.

    ``after_gong`` is what is still played once the time is up: ``finish_hand`` (the current hand), ``one_more_hand``
    (the current hand and one more) or empty. Organizers may set both otherwise; results do not depend on them.
    """

    minutes: int | None = None
    after_gong: str = ""


@dataclass(frozen=True, slots=True)
class Provenance:
    """The provenance of an edition."""

    edition: str
    derived_from: str
    leaves_open: tuple[str, ...]
    fields: tuple[FieldSource, ...]
    conflicts: tuple[Conflict, ...]
    penalties: Penalties
    session: Session
    substitute: Substitute | None = None

    def of(self, path: str) -> FieldSource | None:
        """Return the source of one field, such as ``result.uma`` or ``draw.aborts.kyuushu``."""
        return next((field for field in self.fields if field.path == path), None)


@cache
def provenance(edition_id: str) -> Provenance:
    """Return the provenance of an edition. Unknown edition: RulebookError."""
    load(edition_id)
    data = read_toml(edition_id)
    about = data["provenance"]
    parent = about.get("derived_from", "")
    by_path = {field.path: field for field in provenance(parent).fields} if parent else {}
    for path, source in about["fields"].items():
        by_path[path] = FieldSource(
            path,
            source["confidence"],
            tuple(source.get("src", ())),
            source.get("conflict", False),
            Phrase(source["note"]) if "note" in source else None,
            edition_id,
        )
    listed: dict[str, Any] = {
        name: tuple(Phrase(one) for one in text) if isinstance(text, list) else Phrase(text)
        for name, text in data.get("penalties", {}).items()
    }
    return Provenance(
        edition_id,
        parent,
        tuple(about["leaves_open"]),
        tuple(by_path.values()),
        tuple(_conflict(conflict) for conflict in about.get("conflicts", ())),
        Penalties(**listed),
        Session(**data.get("session", {})),
        _substitute(data["substitute"]) if "substitute" in data else None,
    )


def _substitute(written: dict[str, Any]) -> Substitute:
    return Substitute(
        written["result"], written["confidence"], tuple(written["src"]), Phrase(written["note"])
    )


def _conflict(written: dict[str, Any]) -> Conflict:
    phrases = {name: Phrase(written[name]) for name in ("topic", "sources_say", "decision")}
    return Conflict(written["id"], **phrases)


@cache
def sources() -> dict[str, Phrase]:
    """Return the title of each source, by tag."""
    return {tag: Phrase(text) for tag, text in read_toml(_SOURCES)["sources"].items()}


@cache
def confidences() -> dict[str, Phrase]:
    """Return the meaning of each letter of confidence."""
    return {letter: Phrase(words) for letter, words in read_toml(_SOURCES)["confidence"].items()}


@cache
def conflicts() -> tuple[Conflict, ...]:
    """Return all conflicts, of all editions and of none, by number."""
    by_id = {conflict.id: conflict for edition in editions() for conflict in provenance(edition).conflicts}
    by_id.update({c["id"]: _conflict(c) for c in read_toml(_SOURCES)["conflicts"]})
    return tuple(by_id[key] for key in sorted(by_id))
