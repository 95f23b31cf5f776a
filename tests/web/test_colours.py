"""Colours that people choose: whatever they choose, what is drawn can be told from its ground."""

from itertools import product

import pytest
from django.core.exceptions import ValidationError

from tests.static.styles import colours, contrast, source
from web.colours import (
    BLACK,
    DARK_GROUNDS,
    LIGHT_GROUNDS,
    MARK,
    TEXT,
    WHITE,
    darker_until,
    read_colour,
    steps_of,
    text_on,
)

MANY = [
    f"#{red:02x}{green:02x}{blue:02x}" for red, green, blue in product((0, 64, 119, 128, 200, 255), repeat=3)
]


def test_grounds_are_those_of_pages() -> None:
    tokens = colours(source("css/tokens.css").replace("#fff,", "#ffffff,"))
    found = [tokens[name] for name in ("--paper", "--card", "--wash")]

    assert tuple(one.light for one in found) == LIGHT_GROUNDS
    assert tuple(one.dark for one in found) == DARK_GROUNDS


def test_every_colour_stands_out_on_light_and_on_dark_pages() -> None:
    faint = [
        (colour, steps)
        for colour, steps in ((colour, steps_of(colour)) for colour in MANY)
        if min(contrast(steps.light, ground) for ground in LIGHT_GROUNDS) < MARK
        or min(contrast(steps.dark, ground) for ground in DARK_GROUNDS) < MARK
    ]

    assert faint == []


def test_a_colour_that_stands_out_stays_as_it_is() -> None:
    assert steps_of("#2f7fb5") == ("#2f7fb5", "#2f7fb5")
    assert steps_of("#ffff00").dark == "#ffff00"
    assert steps_of("#000080").light == "#000080"


def test_a_step_keeps_its_hue() -> None:
    assert steps_of("#ffff00").light == "#8e8e00"
    assert darker_until(WHITE, (WHITE,), 21) == BLACK


def test_white_or_black_can_be_read_on_every_colour() -> None:
    assert [colour for colour in MANY if contrast(text_on(colour), colour) < TEXT] == []


@pytest.mark.parametrize(
    ("typed", "colour"), [("#C8402B", "#c8402b"), (" c83 ", "#cc8833"), ("", ""), ("  ", "")]
)
def test_a_colour_is_read_as_people_write_it(typed: str, colour: str) -> None:
    assert read_colour(typed) == colour


@pytest.mark.parametrize(
    "typed", ["red", "#12345", "#1234567", "#ffffff;}", "rgb(0 0 0)", "#12345g", "#１２３"]
)
def test_what_is_no_colour_is_refused(typed: str) -> None:
    with pytest.raises(ValidationError, match="#c8402b"):
        read_colour(typed)
