"""Pictures for social media: a few lines of places below the name of an event, in its colour."""

import math
from bisect import bisect_right
from collections.abc import Sequence
from functools import cache, lru_cache
from io import BytesIO
from itertools import groupby
from typing import NamedTuple

from fontTools.ttLib import TTFont
from PIL import Image, ImageDraw, ImageFont

from publishing.certificates.drawing import FONTS

# Width and height in pixels, as networks show them.
SHAPES = {"square": (1080, 1080), "wide": (1200, 630)}
ON_FELT, SOFT = "#f8f4e8", "#c3d5cb"
SHADES = 64


class Poster(NamedTuple):
    """What is on the picture: lines of rank, name and total below the event; `foot` is day and place.

    `state` is a line between the event and its places, or large in their room where there are none yet.
    """

    brand: str
    event: str
    lines: Sequence[tuple[str, str, str]]
    foot: str
    colour: str
    state: str = ""


def poster_png(poster: Poster, shape: str) -> bytes:
    """Return the picture as PNG; `shape` is one of `SHAPES`. Long texts are smaller, and cut at half the size."""
    width, height = SHAPES[shape]
    picture = Image.new("RGB", (width, height), poster.colour)
    draw = ImageDraw.Draw(picture)
    margin, unit = width // 13, height // 21
    draw.rectangle((24, 24, width - 25, height - 25), outline=SOFT, width=3)
    inside = width - 2 * margin
    _centred(draw, width, 2 * unit, poster.brand, unit, inside, SOFT)
    _centred(draw, width, 3 * unit + unit // 2, poster.event, int(unit * 1.7), inside, ON_FELT)
    if poster.lines:
        _centred(draw, width, 5 * unit + unit * 3 // 4, poster.state, unit, inside, SOFT)
    else:
        _centred(draw, width, 9 * unit, poster.state, 2 * unit, inside, ON_FELT)
    top = 7 * unit
    room = 11 * unit // max(3, len(poster.lines))
    for number, (rank, name, total) in enumerate(poster.lines):
        size = min(int(unit * (2.2 if number == 0 else 1.7)), room * 2 // 3)
        at = top + number * room
        _text(draw, margin, at, rank, size, inside // 10, SOFT)
        _text(draw, margin + inside // 8, at, name, size, inside * 5 // 8, ON_FELT)
        _text(draw, width - margin, at, total, size, inside // 5, ON_FELT, is_right=True)
    _centred(draw, width, 18 * unit + unit // 2, poster.foot, unit, inside, SOFT)
    file = BytesIO()
    # A third of the bytes: text in two colours has few shades.
    few = picture.quantize(SHADES, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    few.save(file, "PNG", optimize=True)
    return file.getvalue()


def _centred(
    draw: ImageDraw.ImageDraw, width: int, top: int, text: str, size: int, most: int, ink: str
) -> None:
    text, fitted, length = _fitted(text, size, most)
    _write(draw, (width - length) / 2, top + size, text, fitted, ink)


def _text(
    draw: ImageDraw.ImageDraw,
    left: int,
    top: int,
    text: str,
    size: int,
    most: int,
    ink: str,
    *,
    is_right: bool = False,
) -> None:
    """Write a line from the left, or to the right edge; a smaller one stays on the baseline of the full size."""
    text, fitted, length = _fitted(text, size, most)
    _write(draw, left - length if is_right else left, top + size, text, fitted, ink)


def _write(draw: ImageDraw.ImageDraw, at: float, baseline: int, text: str, size: int, ink: str) -> None:
    for font, part in _parts(text, size):
        draw.text((at, baseline), part, font=font, fill=ink, anchor="ls")
        at += font.getlength(part)


def _fitted(text: str, size: int, most: int) -> tuple[str, int, float]:
    """Return the text, its size and its length: at least half the size, then cut."""
    text = " ".join(text.split())
    length = _length(text, size)
    if length > most:
        size = max(size // 2, int(size * most / length))
        length = _length(text, size)
    if length > most:
        fits = bisect_right(
            range(1, len(text)), int(most), key=lambda end: math.ceil(_length(f"{text[:end]}…", size))
        )
        text = f"{text[:fits]}…"
        length = _length(text, size)
    return text, size, length


def _length(text: str, size: int) -> float:
    return sum(font.getlength(part) for font, part in _parts(text, size))


def _parts(text: str, size: int) -> list[tuple[ImageFont.FreeTypeFont, str]]:
    """Divide a text by the font that has its characters."""
    runs = groupby(text, key=lambda letter: ord(letter) in _main_characters())
    return [
        (_font("shippori-mincho" if is_main else "biz-udpmincho", size), "".join(run))
        for is_main, run in runs
    ]


@cache
def _main_characters() -> frozenset[int]:
    with TTFont(FONTS / "shippori-mincho.ttf", lazy=True) as font:
        return frozenset(font.getBestCmap())


@lru_cache(maxsize=32)
def _font(name: str, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(FONTS / f"{name}.ttf", size, layout_engine=ImageFont.Layout.BASIC)
