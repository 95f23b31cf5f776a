"""Strict JSON: anything two parsers could read differently is refused."""

import json
import re
from collections.abc import Mapping
from typing import IO, Any

from django.utils.translation import gettext as _
from rest_framework.exceptions import ParseError
from rest_framework.parsers import BaseParser

from web.api.errors import BodyTooLarge

DEEPEST = 20
LONGEST_NUMBER = 18  # digits: more would not fit into the database
SMALL = 256 * 1024
_STRING = re.compile(r'"(?:[^"\\]|\\.)*"?', re.DOTALL)
_BRACKET = re.compile(r"[\[\]{}]")
_SURROGATE = re.compile("[\ud800-\udfff]")


class StrictJSONParser(BaseParser):
    """Accepts one JSON object of at most `body_limit` bytes (an attribute of the view, else 256 KB).

    Refused: nesting deeper than 20, fractions and exponents (every number of this API is whole), NaN and Infinity,
    numbers of more than 18 digits, a name twice in one object, NUL characters, halves of surrogate pairs.
    """

    media_type = "application/json"

    def parse(
        self,
        stream: IO[bytes],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> dict[str, object]:
        view = (parser_context or {}).get("view")
        limit = getattr(view, "body_limit", SMALL)
        raw = stream.read(limit + 1)
        if len(raw) > limit:
            raise BodyTooLarge(
                _("The request is larger than %(most)s KB, the limit of this address.")
                % {"most": limit // 1024}
            )
        if not raw:
            return {}
        try:
            text = raw.decode("utf-8")
        except UnicodeDecodeError as error:
            raise ParseError(_("The request is not UTF-8 text.")) from error
        return strict_object(text)


def strict_object(text: str) -> dict[str, object]:
    """Return the single JSON object in `text`; raises ParseError."""
    _refuse_depth(text)
    try:
        value = json.loads(
            text,
            parse_float=_refuse_fraction,
            parse_constant=_refuse_constant,
            parse_int=_whole_number,
            object_pairs_hook=_object_without_twins,
        )
    except json.JSONDecodeError as error:
        raise ParseError(
            _("This is not JSON: %(problem)s in line %(line)s, column %(column)s.")
            % {"problem": error.msg, "line": error.lineno, "column": error.colno}
        ) from error
    if not isinstance(value, dict):
        raise ParseError(_("Expected a JSON object: {…}."))
    _refuse_odd_characters(value)
    return value


def _refuse_depth(text: str) -> None:
    """Checked before parsing: a hundred thousand brackets would exhaust the parser's stack."""
    depth = 0
    for bracket in _BRACKET.finditer(_STRING.sub('""', text)):
        depth += 1 if bracket[0] in "[{" else -1
        if depth > DEEPEST:
            raise ParseError(_("The JSON is nested deeper than %(most)s levels.") % {"most": DEEPEST})


def _refuse_fraction(text: str) -> int:
    raise ParseError(
        _("%(number)s is not a whole number. Please write 25000, not 25000.0 or 25e3.")
        % {"number": text[:40]}
    )


def _refuse_constant(text: str) -> int:
    raise ParseError(_("%(number)s is not a number.") % {"number": text})


def _whole_number(text: str) -> int:
    if len(text.lstrip("-")) > LONGEST_NUMBER:
        raise ParseError(_("The number %(number)s… is too large.") % {"number": text[:LONGEST_NUMBER]})
    return int(text)


def _object_without_twins(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found: dict[str, object] = {}
    for name, value in pairs:
        if name in found:
            raise ParseError(_("“%(name)s” is given twice.") % {"name": name[:60]})
        found[name] = value
    return found


def _refuse_odd_characters(value: object) -> None:
    match value:
        case str():
            if "\x00" in value or _SURROGATE.search(value):
                raise ParseError(_("A text contains a character that cannot be stored."))
        case list():
            for item in value:
                _refuse_odd_characters(item)
        case dict():
            for name, item in value.items():
                _refuse_odd_characters(name)
                _refuse_odd_characters(item)
