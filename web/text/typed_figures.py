"""Figures as people type them and as spreadsheets write them: one way to read them, for forms, CSV and XLSX.

Digits of every script and width, the minus signs of every country (▲ in Japan), thousands set apart or not.
"""

import re
import unicodedata
from fractions import Fraction

MINUS = str.maketrans(dict.fromkeys("−‐‑–—ー▲△－", "-"))
# A point or comma that does not set thousands apart: 37.5 is not 375.
FRACTION = re.compile(r"[.,](?!\d{3}(?!\d))")
LONGEST = 60

_UNIT = re.compile(r"(?:点|pts?\.?|p|ポイント)$", re.IGNORECASE)
_IN_BRACKETS = re.compile(r"\(([^-+]+)\)")
_RATIO = re.compile(r"([+-]?[0-9]{1,9})/([1-9][0-9]{0,5})")
_APART = "[ '’_]"
# Thousands are tried first: all of them are set apart by the same mark.
_PARTS = re.compile(
    r"([+-]?)([0-9]{1,3}(?:(?:,[0-9]{3}){1,5}|(?:\.[0-9]{3}){1,5})|[0-9]{1,18})(?:([.,])([0-9]{1,40}))?"
)
_WITH_BLANKS = re.compile(rf"[+-]?[0-9]{{1,3}}(?:{_APART}[0-9]{{3}})+(?:[.,][0-9]+)?")


def in_one_script(text: str) -> str:
    """Return the text with plain digits, letters of one width and a hyphen for every minus sign.

    >>> in_one_script("▲１，７００"), in_one_script("٣١٩٠٠")
    ('-1,700', '31900')
    """
    # A raised minus is one of these only once it is normalized.
    plain = unicodedata.normalize("NFKC", text.translate(MINUS)).translate(MINUS)
    return "".join(str(unicodedata.decimal(letter, letter)) for letter in plain)


def whole_number(text: str) -> int | None:
    """Return the whole number of a cell, or None if it is none. Point and comma before three digits set thousands
    apart; a fraction of zeros is none.

    >>> [whole_number(cell) for cell in ("31,900", "31.900", "31900.0", "31 900", "▲１７００", "(1,700)", "319点")]
    [31900, 31900, 31900, 31900, -1700, -1700, 319]
    >>> [whole_number(cell) for cell in ("31.9", "1e3", "1,2,3", "31,90,0", "")]
    [None, None, None, None, None]
    """
    number = _number(text, lone_comma="thousands", lone_point="thousands")
    return int(number) if number is not None and number.denominator == 1 else None


def exact_number(text: str) -> Fraction | None:
    """Return the number of a cell that may have a fraction, or None if it is none, or could be two.

    >>> [str(exact_number(cell)) for cell in ("51.9", "51,9", "▲15.0", "1,234.5", "1.234,5", "12.345", "3/2")]
    ['519/10', '519/10', '-15', '2469/2', '2469/2', '2469/200', '3/2']

    A comma before exactly three digits could be either, so it is not guessed:

    >>> exact_number("12,345") is None
    True
    """
    if ratio := _RATIO.fullmatch(in_one_script(text[:LONGEST]).strip()):
        return Fraction(int(ratio[1]), int(ratio[2]))
    return _number(text, lone_comma="unclear", lone_point="fraction")


def _number(text: str, *, lone_comma: str, lone_point: str) -> Fraction | None:
    if len(text) > LONGEST:
        return None
    plain = _UNIT.sub("", in_one_script(text).strip()).strip()
    if bracketed := _IN_BRACKETS.fullmatch(plain):
        plain = f"-{bracketed[1].strip()}"
    if _WITH_BLANKS.fullmatch(plain):
        plain, lone_comma, lone_point = re.sub(_APART, "", plain), "fraction", "fraction"
    found = _PARTS.fullmatch(re.sub(r"^([+-]) +", r"\1", plain))
    if found is None:
        return None
    sign, digits, mark, decimals = found.groups()
    apart = next((letter for letter in digits if letter in ".,"), None)
    if mark is None and apart is not None and digits.count(apart) == 1:
        mark, decimals = _lone(digits, apart, lone_comma if apart == "," else lone_point)
        if mark == "unclear":
            return None
        digits = digits.partition(apart)[0] if mark else digits
    elif mark is not None and mark == apart:
        return None
    whole = digits.replace(",", "").replace(".", "")
    number = Fraction(int(whole)) + (Fraction(int(decimals), 10 ** len(decimals)) if mark else 0)
    return -number if sign == "-" else number


def _lone(digits: str, apart: str, meaning: str) -> tuple[str | None, str]:
    """What one point or comma before exactly three digits is; nothing but a fraction begins with 0."""
    decimals = digits.partition(apart)[2]
    if meaning == "fraction" or digits.startswith(f"0{apart}"):
        return apart, decimals
    return ("unclear" if meaning == "unclear" else None), decimals
