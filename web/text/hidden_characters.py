"""Invisible characters, and those that change how their neighbours are displayed."""

import unicodedata

JOINERS = "\u200c\u200d"  # ZWNJ and ZWJ are letters' glue in Persian and Indic scripts; ZWJ joins emoji, too
LETTERS = ("L", "M")
PICTURES = ("So", "Sk", "Mn", "Me")  # an emoji, its skin, and what makes a sign one
FORBIDDEN_CATEGORIES = {"Cc", "Cf", "Cn", "Co", "Cs"}


def first_hidden(text: str) -> str:
    """Return the first character that is invisible or changes how its neighbours are displayed; "" if there
    is none.
    """
    for position, character in enumerate(text):
        if unicodedata.category(character) in FORBIDDEN_CATEGORIES and not _joins(text, position):
            return character
    return ""


def without_hidden(text: str) -> str:
    """Return the text without such characters, for use in messages."""
    return "".join(
        character
        for position, character in enumerate(text)
        if unicodedata.category(character) not in FORBIDDEN_CATEGORIES or _joins(text, position)
    )


def _joins(text: str, position: int) -> bool:
    """Whether this is a joiner between letters or emoji."""
    if text[position] not in JOINERS or not 0 < position < len(text) - 1:
        return False
    before, after = (unicodedata.category(text[beside]) for beside in (position - 1, position + 1))
    return (before.startswith(LETTERS) and after.startswith(LETTERS)) or (
        before in PICTURES and after == "So"
    )
