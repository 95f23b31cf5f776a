"""Figures as people type them and as spreadsheets write them: one way to read them, for forms, CSV and XLSX.

Digits of every script and width, the minus signs of every country (▲ in Japan), thousands set apart or not.
"""

import re
import unicodedata
from dataclasses import dataclass
from fractions import Fraction

from django.utils.translation import gettext as _

MINUS = str.maketrans(dict.fromkeys("−‐‑–—ー▲△▼▽∆Δ－", "-"))
# Commas and points of other scripts, and what a Japanese keyboard writes for a comma.
MARKS = str.maketrans({"、": ",", "٬": ",", "٫": "."})
# A point or comma that does not set thousands apart: 37.5 is not 375.
FRACTION = re.compile(r"[.,](?!\d{3}(?!\d))")
LONGEST = 60

_BLANKS = " \t\r\n"
_UNIT = re.compile(r"(?:点|points?|pts?\.?|p|ポイント)$", re.IGNORECASE)
_IN_BRACKETS = re.compile(r"\(([^-+]+)\)")
_RATIO = re.compile(r"([+-]?[0-9]{1,9})/([1-9][0-9]{0,5})")
_APART = "[ '’‘`_]"
# Thousands are tried first: all of them are set apart by the same mark.
_PARTS = re.compile(
    r"([+-]?)([0-9]{1,3}(?:(?:,[0-9]{3}){1,5}|(?:\.[0-9]{3}){1,5})|[0-9]{1,18})(?:([.,])([0-9]{1,40}))?"
)
_WITH_BLANKS = re.compile(rf"[+-]?[0-9]{{1,3}}(?:{_APART}[0-9]{{3}})+(?:[.,][0-9]+)?")


@dataclass(frozen=True)
class Figure:
    """A number as it was typed. `is_grouped`: its thousands are set apart, so that it is written in full."""

    number: Fraction
    is_grouped: bool = False


class NoFigure(ValueError):
    """What was typed is no number."""


class TwoFigures(NoFigure):
    """What was typed could be two numbers; the message names both."""

    def __init__(self, typed: str, one: str, other: str) -> None:
        message = _("“%(typed)s” could be %(one)s or %(other)s. Please write one of these.")
        super().__init__(message % {"typed": typed, "one": one, "other": other})


def in_one_script(text: str) -> str:
    """Return the text with plain digits, letters of one width, and one sign for every minus, comma and point.

    >>> in_one_script("▲１，７００"), in_one_script("٣١٩٠٠")
    ('-1,700', '31900')
    """
    # A raised minus is one of these only once it is normalized.
    plain = unicodedata.normalize("NFKC", text.translate(MINUS)).translate(MINUS).translate(MARKS)
    return "".join(str(unicodedata.decimal(letter, letter)) for letter in plain)


def read_figure(text: str, *, whole: bool) -> Figure:
    """Return the number that is meant. NoFigure for anything else, TwoFigures if it could be two numbers.

    `whole`: only whole numbers are meant, so that a point or comma before exactly three digits sets thousands apart.
    Otherwise such a point is followed by a fraction, and such a comma could be either.

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
        # Nothing but a fraction begins with 0.
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
    """Return the numbers of a list with commas, semicolons, slashes or blanks between them. NoFigure if one is none.

    >>> [str(one) for one in listed_figures("12.5、５；▲ 5 -12.5", whole=False)]
    ['25/2', '5', '-5', '-25/2']
    """
    words = re.split(r"[,;/・\s]+", re.sub(r"([-+±]) +(?=[0-9])", r"\1", in_one_script(text)))
    return [read_figure(word, whole=whole).number for word in words if word]


def whole_number(text: str) -> int | None:
    """Return the whole number of a cell, or None if it is none. Point and comma before three digits set thousands
    apart; a fraction of zeros is none.

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
    """Return the number of a cell that may have a fraction. NoFigure if it is none, TwoFigures if it could be two.

    >>> [str(exact_number(cell)) for cell in ("51.9", "51,9", "▲15.0", "1,234.5", "1.234,5", "12.345", "3/2")]
    ['519/10', '519/10', '-15', '2469/2', '2469/2', '2469/200', '3/2']

    A comma before exactly three digits could be either, so it is not guessed:

    >>> exact_number("12,345")
    Traceback (most recent call last):
    web.text.typed_figures.TwoFigures: “12,345” could be 12345 or 12.345. Please write one of these.
    """
    if ratio := _RATIO.fullmatch(in_one_script(text[:LONGEST]).strip(_BLANKS)):
        return Fraction(int(ratio[1]), int(ratio[2]))
    return read_figure(text, whole=False).number
