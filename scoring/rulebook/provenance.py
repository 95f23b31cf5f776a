"""Where an edition comes from, what its text leaves open, and where its sources disagree.

None of this changes a result. It is shown to people next to the rules, so that nobody takes a guess for a
rule.
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
    """A phrase of an edition's file by language, as the file has it; all say the same. A quotation is in the words of
    its source in one of them.

    >>> Phrase({"en": "East and South rounds", "ja": "東南戦"}).in_language("ja")
    '東南戦'
    """

    texts: Mapping[str, str]

    @property
    def en(self) -> str:
        """The phrase in English."""
        return self.texts[SOURCE]

    @property
    def ja(self) -> str:
        """The phrase in Japanese."""
        return self.texts["ja"]

    def in_language(self, language: str | None) -> str:
        """The phrase in "en", "ja" or another language; in English where the file does not have it."""
        code = (language or SOURCE).lower().replace("-", "_")
        return self.texts.get(code) or self.texts.get(code.partition("_")[0]) or self.en


@dataclass(frozen=True, slots=True)
class FieldSource:
    """Where one field's value comes from.

    ``confidence`` is a key of ``confidences()``; ``sources`` are keys of ``sources()``; ``conflict`` says
    that the sources disagree; ``edition`` is the edition in whose file it stands (an ancestor when it was
    carried over).
    """

    path: str
    confidence: str
    sources: tuple[str, ...]
    conflict: bool
    note: Phrase | None
    edition: str


@dataclass(frozen=True, slots=True)
class Conflict:
    """A place where sources disagree, and what this edition does about it."""

    id: str
    topic: Phrase
    sources_say: Phrase
    decision: Phrase


@dataclass(frozen=True, slots=True)
class Penalties:
    """The penalties that the rulebook lists. The table records them; nothing is computed from them."""

    chombo: tuple[Phrase, ...] = ()
    dead_hand: tuple[Phrase, ...] = ()
    dead_hand_effect: Phrase | None = None
    minor: tuple[Phrase, ...] = ()
    time_limit: Phrase | None = None
    ranking: Phrase | None = None


@dataclass(frozen=True, slots=True)
class Substitute:
    """What a game brings somebody who only plays for others, in P; an event decides whether that applies."""

    result: int
    confidence: str
    sources: tuple[str, ...]
    note: Phrase


@dataclass(frozen=True, slots=True)
class Session:
    """How long a round of a tournament takes under an edition, as far as its sources say.

    ``after_gong`` is what is still played once the time is up: ``finish_hand`` (the one being played),
    ``one_more_hand`` (that one and one more) or empty. An organizer may set both otherwise; no result follows.
    """

    minutes: int | None = None
    after_gong: str = ""


@dataclass(frozen=True, slots=True)
class Provenance:
    """Everything known about where an edition comes from."""

    edition: str
    derived_from: str
    leaves_open: tuple[str, ...]
    fields: tuple[FieldSource, ...]
    conflicts: tuple[Conflict, ...]
    penalties: Penalties
    session: Session
    substitute: Substitute | None = None

    def of(self, path: str) -> FieldSource | None:
        """The source of one field, such as ``result.uma`` or ``draw.aborts.kyuushu``."""
        return next((field for field in self.fields if field.path == path), None)


@cache
def provenance(edition_id: str) -> Provenance:
    """The provenance of an edition. Unknown edition: RulebookError."""
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
    """The title of each source, by its tag."""
    return {tag: Phrase(text) for tag, text in read_toml(_SOURCES)["sources"].items()}


@cache
def confidences() -> dict[str, Phrase]:
    """What each letter of confidence means."""
    return {letter: Phrase(words) for letter, words in read_toml(_SOURCES)["confidence"].items()}


@cache
def conflicts() -> tuple[Conflict, ...]:
    """All conflicts, of all editions and of none, in the order of their numbers."""
    by_id = {conflict.id: conflict for edition in editions() for conflict in provenance(edition).conflicts}
    by_id.update({c["id"]: _conflict(c) for c in read_toml(_SOURCES)["conflicts"]})
    return tuple(by_id[key] for key in sorted(by_id))
