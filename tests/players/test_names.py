"""What a name may be."""

import pytest
from django.core.exceptions import ValidationError

from players.names import clean_name, skeleton

pytestmark = pytest.mark.once("text in, text out")


@pytest.mark.parametrize(
    ("typed", "cleaned"),
    [
        ("  Alice   Smith ", "Alice Smith"),
        ("選手\u300001", "選手 01"),
        ("Jose\u0301", "José"),
        ("𠮷野家", "𠮷野家"),
        ("Nguyễn Thị Ánh", "Nguyễn Thị Ánh"),
        ("علی\u200cرضا", "علی\u200cرضا"),
        ("O'Brien-Łukasz", "O'Brien-Łukasz"),
        ("🀄 Red Dragon", "🀄 Red Dragon"),
        ("👩\u200d👩\u200d👧 Family", "👩\u200d👩\u200d👧 Family"),
        ("🏳\ufe0f\u200d🌈", "🏳\ufe0f\u200d🌈"),
        ("👩🏽\u200d🚀", "👩🏽\u200d🚀"),
    ],
)
def test_real_names_are_kept(typed: str, cleaned: str) -> None:
    assert clean_name(typed) == cleaned


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "   ",
        "\u3164",
        "\u200b",
        "Alice\u202eecilA",
        "Al\u0000ice",
        "Al\u200bice",
        "Al\ufeffice",
        "A\ue000",
        "\u200dAlice",
        "🀄\u200d",
        "Al \u200d ice",
        "A\u200d🀄",
        "Z\u0351\u0352\u0353\u0354algo",
        "x" * 61,
        "\u115f\u1160",
    ],
)
def test_what_hides_or_cannot_be_shown_is_refused(typed: str) -> None:
    with pytest.raises(ValidationError) as error:
        clean_name(typed)

    assert error.value.code == "bad_name"


def test_names_that_read_alike_have_one_skeleton() -> None:
    assert (
        len(
            {skeleton(name) for name in ("ALICE Smith", "alice smith", "Ａｌｉｃｅ Ｓｍｉｔｈ", "AliceSmith")}
        )
        == 1
    )
    assert skeleton("Alice") != skeleton("Alicia")


def test_what_is_invisible_is_named_with_the_text_it_stands_in() -> None:
    """The text may be a club, a team or a reading."""
    with pytest.raises(ValidationError) as error:
        clean_name("East\u202e Club")

    assert error.value.messages == [
        "“East Club” contains an invisible character (U+202E). Please enter it again without it."
    ]
