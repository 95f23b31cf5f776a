"""Sentences in the reader's language: English in the code, other languages in gettext catalogues.

A language is available once its compiled catalogue is, ``scoring/locale/<language>/LC_MESSAGES/scoring.mo``; no
Python code names languages. ``make messages`` collects sentences marked with ``gettext_noop`` (imported as ``_``) or
``pgettext_noop`` (imported as ``pgettext``), or looked up in a catalogue. One or two words need a context, because
other languages may have several words for them. Names of yaku, tiles, winds and limits are data of the game, not
sentences: a ``Term`` holds its Japanese name.

>>> [catalogue(code).pgettext("value of a setting", "left open") for code in ("ja", "en")]
['定めなし', 'left open']
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from gettext import GNUTranslations, NullTranslations
from pathlib import Path
from typing import NamedTuple

DOMAIN = "scoring"
FOLDER = Path(__file__).parent / "locale"
SOURCE = "en"
"""The language of the sentences in the code."""


def gettext_noop(sentence: str) -> str:
    """Return the sentence unchanged; marks it for the catalogue and is translated where shown."""
    return sentence


def pgettext_noop(context: str, words: str) -> str:
    """Return the words unchanged; marks them for the catalogue in a context, which is also needed to look them up."""
    return words


def languages() -> tuple[str, ...]:
    """Return English and all languages with a compiled catalogue, by gettext code: "ja", "pt_BR"."""
    return SOURCE, *sorted(path.parts[-3] for path in FOLDER.glob(f"*/LC_MESSAGES/{DOMAIN}.mo"))


@lru_cache(maxsize=64)
def catalogue(language: str | None) -> NullTranslations:
    """Return a language's catalogue, by its browser code ("ja", "ja-JP"), with ``gettext``, ``pgettext`` and
    ``ngettext``. English for None and for a language without a catalogue.
    """
    known = {name.lower(): name for name in languages() if name != SOURCE}
    code = (language or SOURCE).lower().replace("-", "_")
    for wanted in (code, code.partition("_")[0]):
        if wanted in known:
            with (FOLDER / known[wanted] / "LC_MESSAGES" / f"{DOMAIN}.mo").open("rb") as compiled:
                return GNUTranslations(compiled)
    return NullTranslations()


def is_japanese(language: str | None) -> bool:
    """Whether game terms are in Japanese: for "ja", "ja-JP"."""
    return (language or SOURCE).lower().replace("-", "_").partition("_")[0] == "ja"


class Term(NamedTuple):
    """A term of the game, such as a yaku, a tile or a wind, in English and Japanese."""

    en: str
    ja: str

    def in_language(self, language: str | None) -> str:
        """Return the Japanese term for Japanese; otherwise the catalogue's translation of the English term, or the
        term itself.
        """
        if is_japanese(language):
            return self.ja
        return catalogue(language).gettext(self.en)


class Terms(NamedTuple):
    """Several terms, one after another."""

    names: tuple[Term, ...]

    def in_language(self, language: str | None) -> str:
        between = catalogue(language).pgettext("between the items of a list", ", ")
        return between.join(name.in_language(language) for name in self.names)


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence marked for the catalogue, with its values: each a ``Term``, several ``Terms``, a sentence, or shown
    by ``str``.

    >>> Sentence("%(player)s takes %(wind)s.", {"player": "Ann", "wind": Term("East", "東")}).in_language("ja")
    'Annは東を引く。'
    """

    text: str
    parts: Mapping[str, object] = field(default_factory=dict)
    plural: str = ""
    count: int = 1
    context: str = ""

    @classmethod
    def ngettext(cls, one: str, many: str, count: int, parts: Mapping[str, object]) -> "Sentence":
        """Return a sentence about a number of things; both forms are collected for the catalogue."""
        return cls(one, parts, many, count)

    @classmethod
    def pgettext(cls, context: str, text: str, parts: Mapping[str, object]) -> "Sentence":
        """Return a few words with values, collected for the catalogue in a context."""
        return cls(text, parts, context=context)

    def in_language(self, language: str | None) -> str:
        """Return the sentence in "en", "ja" or another language."""
        shown = {
            name: part.in_language(language) if isinstance(part, Term | Terms | Sentence) else part
            for name, part in self.parts.items()
        }
        words = catalogue(language)
        if self.plural:
            return words.ngettext(self.text, self.plural, self.count) % shown
        if self.context:
            return words.pgettext(self.context, self.text) % shown
        return words.gettext(self.text) % shown
