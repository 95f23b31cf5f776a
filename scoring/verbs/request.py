"""Parsing of requests: each helper returns a checked value or raises RuleError saying what was expected."""

import re
from collections.abc import Collection, Mapping
from fractions import Fraction
from typing import Any, Protocol

from scoring.errors import RuleError
from scoring.rulebook.rulebook import Rulebook, from_content, load
from scoring.translation import SOURCE, languages
from scoring.unknown_keys import unknown_key

MAX_INT = 10**18
# A decimal or a fraction, as in answers. Short enough that no sum of a request takes long.
_AMOUNT = re.compile(r"-?[0-9]{1,15}(\.[0-9]{1,6}|/[1-9][0-9]{0,6})?", re.ASCII)
ALWAYS = ("do", "id", "rulebook", "assume", "language")


def malformed(key: str, expected: str) -> RuleError:
    """Return the error for a missing or invalid key."""
    return RuleError("malformed", f'"{key}" must be {expected}.', fields=[key])


def missing(key: str, expected: str) -> RuleError:
    """Return the error for a required key."""
    return RuleError("malformed", f'"{key}" is missing: {expected}.', fields=[key])


def won_by(request: Mapping[str, Any]) -> str:
    """Return ``win``: ``tsumo`` or ``ron``."""
    win, expected = request.get("win"), '"tsumo" or "ron"'
    if win not in ("tsumo", "ron"):
        raise malformed("win", expected) if "win" in request else missing("win", expected)
    return str(win)


class Named(Protocol):
    """A value with a name in each language: a yaku, a tile, a step of a ceremony."""

    def in_language(self, language: str | None, /) -> str: ...


def language_of(request: Mapping[str, Any]) -> str:
    """Return the ``language`` of the request, one of ``scoring.translation.languages()``; English by default."""
    language = request.get("language", SOURCE)
    if language not in languages():
        raise malformed("language", f"one of {', '.join(languages())}")
    return str(language)


def in_languages(named: Named, request: Mapping[str, Any]) -> dict[str, str]:
    """Return its names: ``en``, ``ja``, and the language of the request."""
    return {
        language: named.in_language(language)
        for language in dict.fromkeys(("en", "ja", language_of(request)))
    }


def rulebook_of(request: Mapping[str, Any]) -> Rulebook:
    """Return the rulebook of a request: ``rulebook`` (an edition's name, or a rulebook's whole content) with the
    changes in ``assume``.
    """
    named = request.get("rulebook")
    if isinstance(named, str):
        book = load(named)
    elif isinstance(named, dict):
        book = from_content(named)
    else:
        raise malformed("rulebook", "the name of a rulebook, or a rulebook's content")
    assume = request.get("assume")
    if assume is None or assume == {}:
        return book
    if not isinstance(assume, dict):
        raise malformed("assume", "an object of fields and values")
    return book.with_house_rules("assumed for this case", assume)


def whole(
    request: Mapping[str, Any],
    key: str,
    *,
    low: int = -MAX_INT,
    high: int = MAX_INT,
    default: int | None = None,
) -> int:
    """Return an integer within bounds."""
    value = request.get(key)
    if value is None and default is not None:
        return default
    if type(value) is not int or not low <= value <= high:
        bounds = "" if (low, high) == (-MAX_INT, MAX_INT) else f" from {low} to {high}"
        raise malformed(key, f"a whole number{bounds}")
    return value


def wholes(
    request: Mapping[str, Any], key: str, *, default: Collection[int] | None = None, at_most: int = 16
) -> list[int]:
    value = request.get(key)
    if value is None and default is not None:
        return list(default)
    if not isinstance(value, list) or len(value) > at_most:
        raise malformed(key, "a short list of whole numbers")
    if any(type(item) is not int or abs(item) > MAX_INT for item in value):
        raise malformed(key, "a short list of whole numbers")
    return list(value)


def seat(request: Mapping[str, Any], key: str, players: int, *, default: int | None = None) -> int:
    """Return a seat: 0 for the first dealer, the others in turn."""
    return whole(request, key, low=0, high=players - 1, default=default)


def seats(request: Mapping[str, Any], key: str, players: int) -> list[int]:
    """Return distinct seats."""
    numbers = wholes(request, key, default=())
    if any(not 0 <= s < players for s in numbers) or len(set(numbers)) != len(numbers):
        raise malformed(key, f"different seats from 0 to {players - 1}")
    return numbers


def flag(request: Mapping[str, Any], key: str, *, default: bool = False) -> bool:
    value = request.get(key, default)
    if type(value) is not bool:
        raise malformed(key, "true or false")
    return value


def only(data: Mapping[str, Any], known: Collection[str], where: str = "", **moved: str) -> None:
    """Refuse unknown keys (``unknown_key``): a misspelt one would silently omit a stick or a circumstance.

    ``where`` is the key of a nested object; ``moved`` gives a key's name here, beyond ``MOVED``.
    """
    if data.keys() <= set(known):
        return
    key = next(key for key in data if key not in known)
    raise RuleError("unknown_key", unknown_key(key, known, where, **moved), fields=[str(key)[:40]])


def text(request: Mapping[str, Any], key: str, *, default: str | None = None, at_most: int = 200) -> str:
    value = request.get(key, default)
    if key not in request and default is None:
        raise missing(key, f"a text of at most {at_most} characters")
    if not isinstance(value, str) or len(value) > at_most:
        raise malformed(key, f"a text of at most {at_most} characters")
    return value


def amount_of(key: str, value: object) -> Fraction:
    """Return an exact number of points, written as in answers: "-41.5", "25/3"; integers need not be text."""
    if type(value) is int and abs(value) < 10**15:
        return Fraction(value)
    if not isinstance(value, str) or not _AMOUNT.fullmatch(value):
        raise malformed(key, 'a number of points such as "-41.5" or "25/3"')
    return Fraction(value)


def amount(request: Mapping[str, Any], key: str, *, default: Fraction | None = None) -> Fraction:
    """Return an exact number of points."""
    if request.get(key) is None and default is not None:
        return default
    return amount_of(key, request.get(key))


def listed(
    request: Mapping[str, Any], key: str, *, default: Collection[Any] | None = None, at_most: int = 1_000
) -> list[Any]:
    """Return a list of any items, which the caller parses."""
    value = request.get(key)
    if value is None and default is not None:
        return list(default)
    if not isinstance(value, list) or len(value) > at_most:
        raise malformed(key, f"a list of at most {at_most:,}")
    return list(value)


def objects(
    request: Mapping[str, Any], key: str, known: Collection[str], *, default: Collection[Any] | None = None
) -> list[dict[str, Any]]:
    """Return a list of objects with these keys."""
    found = listed(request, key, default=default)
    for one in found:
        if not isinstance(one, dict):
            raise malformed(key, "a list of objects")
        only(one, known, key)
    return found


def names(request: Mapping[str, Any], key: str, *, default: Collection[str] | None = None) -> tuple[str, ...]:
    """Return distinct names."""
    found = listed(request, key, default=default)
    if any(not isinstance(one, str) or not 0 < len(one) <= 200 for one in found) or len(set(found)) != len(
        found
    ):
        raise malformed(key, "a list of different names")
    return tuple(found)


def choice(request: Mapping[str, Any], key: str, values: Collection[str], *, default: str) -> str:
    """Return one of these words."""
    value = request.get(key, default)
    if not isinstance(value, str) or value not in values:
        raise malformed(key, f"one of {', '.join(values)}")
    return str(value)
