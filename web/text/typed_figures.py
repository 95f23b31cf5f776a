"""Parsing figures as typed by people or written by spreadsheets, for forms, CSV and XLSX.

Digits of every script and width, the minus signs of every country (▲ in Japan), with or without thousands separators.
"""

import re
import unicodedata
from dataclasses import dataclass
from fractions import Fraction

from django.utils.translation import gettext as _

MINUS = str.maketrans(dict.fromkeys("−‐‑–—ー▲△▼▽∆Δ－", "-"))
# Commas and points of other scripts, and the Japanese keyboard's comma.
MARKS = str.maketrans({"、": ",", "٬": ",", "٫": "."})
# A point or comma that does not separate thousands: 37.5 is not 375.
FRACTION = re.compile(r"[.,](?!\d{3}(?!\d))")
LONGEST = 60

_BLANKS = " \t\r\n"
_UNIT = re.compile(r"(?:点|points?|pts?\.?|p|ポイント)$", re.IGNORECASE)
_IN_BRACKETS = re.compile(r"\(([^-+]+)\)")
_RATIO = re.compile(r"([+-]?[0-9]{1,9})/([1-9][0-9]{0,5})")
_APART = "[ '’‘`_]"
# Thousands are tried first: all with the same separator.
_PARTS = re.compile(
    r"([+-]?)([0-9]{1,3}(?:(?:,[0-9]{3}){1,5}|(?:\.[0-9]{3}){1,5})|[0-9]{1,18})(?:([.,])([0-9]{1,40}))?"
)
_WITH_BLANKS = re.compile(rf"[+-]?[0-9]{{1,3}}(?:{_APART}[0-9]{{3}})+(?:[.,][0-9]+)?")


@dataclass(frozen=True)
class Figure:
    """A parsed number. `is_grouped`: it has thousands separators, so it is written in full."""

    number: Fraction
    is_grouped: bool = False


class NoFigure(ValueError):
    """Not a number."""


class TwoFigures(NoFigure):
    """Ambiguous; the message names both numbers."""

    def __init__(self, typed: str, one: str, other: str) -> None:
        message = _("“%(typed)s” could be %(one)s or %(other)s. Please write one of these.")
        super().__init__(message % {"typed": typed, "one": one, "other": other})


def in_one_script(text: str) -> str:
    """Normalize digits, widths, minus signs, commas and points.

    >>> in_one_script("▲１，７００"), in_one_script("٣١٩٠٠")
    ('-1,700', '31900')
    """
    # A raised minus becomes one of these only by normalization.
    plain = unicodedata.normalize("NFKC", text.translate(MINUS)).translate(MINUS).translate(MARKS)
    return "".join(str(unicodedata.decimal(letter, letter)) for letter in plain)


def read_figure(text: str, *, whole: bool) -> Figure:
    """Parse a number. Raises NoFigure, or TwoFigures if it is ambiguous.

    `whole`: only integers are expected, so a point or comma before exactly three digits separates thousands.
    Otherwise such a point starts a fraction, and such a comma is ambiguous.

    >>> [str(read_figure(text, whole=True).number) for text in ("31,900", "31.900", "31900.0", "▲１７００", "±0")]
    ['31900', '31900', '31900', '-1700', '0']
    >>> [str(read_figure(text, whole=False).number) for text in ("51.9", "51,9", "▲15.0", "1,234.5", "12.345")]
    ['519/10', '519/10', '-15', '2469/2', '2469/200']
    """
    if len(text) > LONGEST:
        raise NoFigure
    plain = _UNIT.sub("", in_one_script(text).strip(_BLANKS)).strip(_BLANKS)
    if bracketed := _IN_BRACKETS.fullmatch(plain):
        plain = f"-{bracketed[1].strip(_BLANKS)}"
    plain = re.sub("^([-+±]) +", r"\1", plain)
    is_grouped = bool(_WITH_BLANKS.fullmatch(plain))
    if is_grouped:
        plain = re.sub(_APART, "", plain)
    found = _PARTS.fullmatch(plain.removeprefix("±"))
    if found is None:
        raise NoFigure
    sign, digits, mark, decimals = found.groups(default="")
    apart = next((letter for letter in digits if letter in ".,"), "")
    if apart and mark == apart:
        raise NoFigure
    if apart and not mark and digits.count(apart) == 1:
        head, _mark, tail = digits.partition(apart)
        # Only a fraction begins with 0.
        if head == "0" or (apart == "." and not whole):
            digits, decimals, apart = head, tail, ""
        elif not whole:
            raise TwoFigures(text.strip(), f"{sign}{head}{tail}", f"{sign}{head}.{tail}")
    whole_part = Fraction(int(digits.replace(",", "").replace(".", "")))
    number = whole_part + (Fraction(int(decimals), 10 ** len(decimals)) if decimals else 0)
    if plain.startswith("±") and number:
        raise NoFigure
    return Figure(-number if sign == "-" else number, is_grouped or bool(apart))


def listed_figures(text: str, *, whole: bool) -> list[Fraction]:
    """Parse a list of numbers separated by commas, semicolons, slashes or blanks. Raises NoFigure.

    >>> [str(one) for one in listed_figures("12.5、５；▲ 5 -12.5", whole=False)]
    ['25/2', '5', '-5', '-25/2']
    """
    words = re.split(r"[,;/・\s]+", re.sub(r"([-+±]) +(?=[0-9])", r"\1", in_one_script(text)))
    return [read_figure(word, whole=whole).number for word in words if word]


def whole_number(text: str) -> int | None:
    """Parse an integer cell; None if it is none. Point and comma before three digits separate thousands; a fraction
    of zeros is ignored.

    >>> [whole_number(cell) for cell in ("31,900", "31.900", "31900.0", "31 900", "▲１７００", "(1,700)", "319点")]
    [31900, 31900, 31900, 31900, -1700, -1700, 319]
    >>> [whole_number(cell) for cell in ("31.9", "1e3", "1,2,3", "31,90,0", "")]
    [None, None, None, None, None]
    """
    try:
        number = read_figure(text, whole=True).number
    except NoFigure:
        return None
    return int(number) if number.denominator == 1 else None


def exact_number(text: str) -> Fraction:
    """Parse a cell that may have a fraction. Raises NoFigure, or TwoFigures if it is ambiguous.

    >>> [str(exact_number(cell)) for cell in ("51.9", "51,9", "▲15.0", "1,234.5", "1.234,5", "12.345", "3/2")]
    ['519/10', '519/10', '-15', '2469/2', '2469/2', '2469/200', '3/2']

    A comma before exactly three digits is ambiguous:

    >>> exact_number("12,345")
    Traceback (most recent call last):
    web.text.typed_figures.TwoFigures: “12,345” could be 12345 or 12.345. Please write one of these.
    """
    if ratio := _RATIO.fullmatch(in_one_script(text[:LONGEST]).strip(_BLANKS)):
        return Fraction(int(ratio[1]), int(ratio[2]))
    return read_figure(text, whole=False).number
