import pytest

from web.charts.labels import apart, cut, width_of


@pytest.mark.parametrize(
    ("said", "ems", "shown"),
    [
        ("Player 19", 6, "Player 19"),
        ("Player 19", 4, "Playe…"),
        ("麻雀格闘倶楽部", 5, "麻雀格闘…"),
        ("A name of forty characters, as they come", 10, "A name of fortyy"[:15] + "…"),
        ("Constantinopolitanus of the Long Names Ltd", 0, "…"),
        # A family is one character to a reader, and so is a letter with its accent.
        ("ab👩‍👩‍👧 Emoji", 4, "ab…"),
        ("nae\u0301e", 2, "na…"),
        ("", 3, ""),
    ],
)
def test_a_name_is_cut_to_what_there_is_room_for(said: str, ems: float, shown: str) -> None:
    assert cut(said, ems) == shown


def test_a_kanji_is_as_wide_as_an_em_and_a_letter_about_half() -> None:
    assert (width_of("麻雀"), round(width_of("ab"), 2), width_of("e\u0301") == width_of("e")) == (
        2,
        1.16,
        True,
    )


@pytest.mark.parametrize(
    ("places", "moved"),
    [
        ([], []),
        ([10, 11, 50, 99], [10, 15, 50, 99]),
        ([99, 98, 100], [95, 90, 100]),
        ([20, 20, 20], [20, 25, 30]),
    ],
)
def test_labels_are_moved_apart_in_their_order_and_stay_in_the_picture(
    places: list[float], moved: list[float]
) -> None:
    assert apart(places, 5, 100) == moved
