"""Style sheets for tests: a page's files joined, and declared colours."""

import re
from pathlib import Path
from typing import NamedTuple

from web.joined_files import bundle, needed

STATIC = Path(__file__).resolve().parents[2] / "static"
PAIR = re.compile(r"(--[\w-]+): (?:light-dark\((#[0-9a-f]{3,6}), (#[0-9a-f]{3,6})\)|(#[0-9a-f]{3,6}));")


class Colour(NamedTuple):
    """A token's light and dark colour."""

    light: str
    dark: str


def source(name: str) -> str:
    return (STATIC / name).read_text()


def sheet(name: str) -> str:
    """Return the sheet served with collected files."""
    return bundle(name, source)


def files_of(name: str) -> list[str]:
    return [one for one in needed(name, source) if one != name]


def colours(css: str) -> dict[str, Colour]:
    """Return all named colours."""
    return {name: Colour(light or both, dark or both) for name, light, dark, both in PAIR.findall(css)}


def contrast(one: str, other: str) -> float:
    """Return the ratio of WCAG 2 between two colours, from 1 to 21."""
    darker, lighter = sorted((_luminance(one), _luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: str) -> float:
    digits = colour[1:] if len(colour) == 7 else "".join(2 * digit for digit in colour[1:])
    parts = [int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
