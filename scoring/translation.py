"""Sentences in the reader's language: English in the code, every other language in a gettext catalogue.

A language is there as soon as its compiled catalogue is, ``scoring/locale/<language>/LC_MESSAGES/scoring.mo``: no
line of Python names the languages. ``make messages`` collects the sentences that are marked with ``gettext_noop``
(imported as ``_``) or ``pgettext_noop`` (imported as ``pgettext``), or looked up in a catalogue. One or two words are
marked with what they are used for, because another language may have several words for them. Names of yaku, tiles,
winds and limits are data of the game, not sentences: a ``Term`` holds its Japanese name.

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
    """The same sentence, marked for the catalogue; it is translated where it is shown."""
    return sentence


def pgettext_noop(context: str, words: str) -> str:
    """The same words, marked for the catalogue in a context; they are looked up with the same context."""
    return words


def languages() -> tuple[str, ...]:
    """English, and every language that has a compiled catalogue, by its code as in gettext: "ja", "pt_BR"."""
    return SOURCE, *sorted(path.parts[-3] for path in FOLDER.glob(f"*/LC_MESSAGES/{DOMAIN}.mo"))


@lru_cache(maxsize=64)
def catalogue(language: str | None) -> NullTranslations:
    """The sentences in a language, by its code as people and browsers write it ("ja", "ja-JP"): with ``gettext``,
    ``pgettext`` and ``ngettext``. English for None and for a language without a catalogue.
    """
    known = {name.lower(): name for name in languages() if name != SOURCE}
    code = (language or SOURCE).lower().replace("-", "_")
    for wanted in (code, code.partition("_")[0]):
        if wanted in known:
            with (FOLDER / known[wanted] / "LC_MESSAGES" / f"{DOMAIN}.mo").open("rb") as compiled:
                return GNUTranslations(compiled)
    return NullTranslations()


def is_japanese(language: str | None) -> bool:
    """Whether names of the game are said in Japanese: for "ja", "ja-JP"."""
    return (language or SOURCE).lower().replace("-", "_").partition("_")[0] == "ja"


class Term(NamedTuple):
    """A name of the game, such as that of a yaku, a tile or a wind, in English and Japanese."""

    en: str
    ja: str

    def in_language(self, language: str | None) -> str:
        """Japanese for Japanese; elsewhere as the catalogue has the English name, or the English name itself."""
        if is_japanese(language):
            return self.ja
        return catalogue(language).gettext(self.en)


class Terms(NamedTuple):
    """Several names, one after another."""

    names: tuple[Term, ...]

    def in_language(self, language: str | None) -> str:
        between = catalogue(language).pgettext("between the items of a list", ", ")
        return between.join(name.in_language(language) for name in self.names)


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence that is marked for the catalogue, with its values: each a ``Term``, several ``Terms``, a sentence
    itself, or shown by ``str``.

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
        """A sentence about a number of things; both its forms are collected for the catalogue."""
        return cls(one, parts, many, count)

    @classmethod
    def pgettext(cls, context: str, text: str, parts: Mapping[str, object]) -> "Sentence":
        """A few words with their values, collected for the catalogue in a context."""
        return cls(text, parts, context=context)

    def in_language(self, language: str | None) -> str:
        """The whole sentence in "en", "ja" or another language."""
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
