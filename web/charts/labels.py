"""Labels: estimated width, truncation, and spreading."""

import itertools
import unicodedata
from collections.abc import Sequence

# In ems; the average width of a Latin letter in a usual typeface is below this.
FULL, HALF = 1.0, 0.58
ELLIPSIS = "…"
# Characters that belong to the previous one: joined emoji and variation selectors.
JOINS = {"\u200d", "\ufe0e", "\ufe0f"}


def width_of(said: str) -> float:
    """Estimate the width of a text in ems."""
    return sum(_width(one) for one in said)


def cut(said: str, ems: float) -> str:
    """Truncate a text to this many ems, with "…".

    >>> cut("Player 19", 6), cut("Player 19", 4), cut("麻雀格闘倶楽部", 5)
    ('Player 19', 'Playe…', '麻雀格闘…')
    """
    if width_of(said) <= ems:
        return said
    room, end = ems - _width(ELLIPSIS), 0
    for index, one in enumerate(said):
        room -= _width(one)
        if room < 0:
            break
        end = index + 1
    # Never within what a reader sees as one character.
    while 0 < end < len(said) and (_is_joined(said[end]) or said[end - 1] == "\u200d"):
        end -= 1
    return said[:end].rstrip() + ELLIPSIS


def apart(places: Sequence[float], gap: float, most: float) -> list[float]:
    """Spread labels that belong at these places: at least `gap` apart, in the same order, and none beyond `most` if
    there is room.

    >>> apart([10, 11, 50, 99], 5, 100), apart([98, 99, 100], 5, 100)
    ([10, 15, 50, 99], [90, 95, 100])
    """
    order = sorted(range(len(places)), key=lambda index: (places[index], index))
    found = list(places)
    for before, after in itertools.pairwise(order):
        found[after] = max(found[after], found[before] + gap)
    limit = most
    for index in reversed(order):
        found[index] = min(found[index], limit)
        limit = found[index] - gap
    return found


def _width(one: str) -> float:
    if _is_joined(one):
        return 0
    return FULL if unicodedata.east_asian_width(one) in "WF" or ord(one) > 0xFFFF else HALF


def _is_joined(one: str) -> bool:
    return one in JOINS or unicodedata.combining(one) > 0 or 0x1F3FB <= ord(one) <= 0x1F3FF
