"""What two programs could read differently is refused, and the refusal says what is wrong."""

from io import BytesIO
from types import SimpleNamespace

import pytest
from rest_framework.exceptions import ParseError

from web.api.errors import BodyTooLarge
from web.api.parsers import StrictJSONParser, strict_object


def test_one_object_of_whole_numbers_and_texts_is_read_as_it_stands() -> None:
    value = strict_object('{"points": [41200, -25300], "note": "立直 {[", "confirmed": true, "table": null}')

    assert value == {"points": [41_200, -25_300], "note": "立直 {[", "confirmed": True, "table": None}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"points": 25000.0}', "25000.0 is not a whole number. Please write 25000, not 25000.0 or 25e3."),
        ('{"points": 25e3}', "25e3 is not a whole number. Please write 25000, not 25000.0 or 25e3."),
        ('{"points": NaN}', "NaN is not a number."),
        ('{"points": -Infinity}', "-Infinity is not a number."),
        ('{"points": 1234567890123456789}', "The number 123456789012345678… is too large."),
        ('{"points": 1, "points": 2}', "“points” is given twice."),
        ('{"seats": [{"place": 1, "place": 1}]}', "“place” is given twice."),
        ('{"note": "a\\u0000b"}', "A text contains a character that cannot be stored."),
        ('{"notes": [{"\\ud800": 1}]}', "A text contains a character that cannot be stored."),
        ("[1]", "Expected a JSON object: {…}."),
        ("null", "Expected a JSON object: {…}."),
        (
            '{"points":\n1,}',
            "This is not JSON: Expecting property name enclosed in double quotes in line 2, column 3.",
        ),
        ("[" * 100_000, "The JSON is nested deeper than 20 levels."),
    ],
)
def test_a_body_that_could_be_read_in_two_ways_is_refused(text: str, message: str) -> None:
    with pytest.raises(ParseError) as refusal:
        strict_object(text)

    assert str(refusal.value.detail) == message


def test_the_deepest_and_the_longest_that_are_allowed_are_read() -> None:
    deepest = '{"a": ' + "[" * 19 + "-123456789012345678" + "]" * 19 + "}"

    value = strict_object(deepest)["a"]
    for _level in range(19):
        (value,) = value

    assert value == -123_456_789_012_345_678


def test_a_body_is_read_up_to_the_limit_of_its_view() -> None:
    body = b'{"note": "' + b"a" * 1013 + b'"}'
    view = SimpleNamespace(body_limit=1024)

    with pytest.raises(BodyTooLarge) as refusal:
        StrictJSONParser().parse(BytesIO(body), parser_context={"view": view})

    assert str(refusal.value.detail) == "The request is larger than 1 KB, the limit of this address."
    assert StrictJSONParser().parse(BytesIO(body[:11] + body[12:]), parser_context={"view": view}) == {
        "note": "a" * 1012
    }


def test_an_empty_body_is_an_empty_object() -> None:
    assert StrictJSONParser().parse(BytesIO(b"")) == {}


def test_a_body_that_is_not_utf_8_is_refused() -> None:
    with pytest.raises(ParseError) as refusal:
        StrictJSONParser().parse(BytesIO('{"name": "Bøb"}'.encode("latin-1")))

    assert str(refusal.value.detail) == "The request is not UTF-8 text."
