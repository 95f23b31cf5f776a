"""Characters that hide: what shows nothing, or changes how its neighbours are shown."""

import unicodedata

JOINERS = "\u200c\u200d"  # ZWNJ and ZWJ are letters' glue in Persian and Indic scripts
FORBIDDEN_CATEGORIES = {"Cc", "Cf", "Cn", "Co", "Cs"}


def first_hidden(text: str) -> str:
    """Return the first character that shows nothing or changes how its neighbours are shown; "" if there is none."""
    for position, character in enumerate(text):
        if unicodedata.category(character) in FORBIDDEN_CATEGORIES and not _joins(text, position):
            return character
    return ""


def _joins(text: str, position: int) -> bool:
    """Is this a joiner with a letter on both sides?"""
    if text[position] not in JOINERS or not 0 < position < len(text) - 1:
        return False
    return all(unicodedata.category(text[beside])[0] in "LM" for beside in (position - 1, position + 1))
