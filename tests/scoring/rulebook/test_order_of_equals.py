"""What each rulebook says of equal totals."""

import pytest

from scoring.errors import RulebookError
from scoring.rulebook.fields import UNSET
from scoring.rulebook.labels import label
from scoring.rulebook.provenance import provenance
from scoring.rulebook.rulebook import editions, from_content, load
from scoring.text.tie_breaks import say_tie_breaks

STATED = {"mcr": ("total", "points", "lot"), "wsom": ("total", "points", "lot")}


@pytest.mark.parametrize("edition", editions())
def test_the_two_rulebooks_that_order_equal_totals_say_so_and_no_other_does(edition):
    assert load(edition).standing.tie_breaks == STATED.get(edition, UNSET)


@pytest.mark.parametrize(("edition", "tag"), [("mcr", "P34"), ("wsom", "P29")])
def test_their_source_is_named(edition, tag):
    source = provenance(edition).of("standing.tie_breaks")

    assert (source.confidence, source.sources) == ("P", (tag,))


def test_where_the_text_is_silent_that_is_what_is_noted():
    source = provenance("jpml_a_2026").of("standing.tie_breaks")

    assert (source.confidence, source.sources, source.edition) == ("U", (), "jpml_a")


def test_a_rulebook_that_was_stored_before_keeps_its_hash_and_says_nothing():
    stored = {part: values for part, values in load("mcr").content().items() if part != "standing"}

    again = from_content(stored)

    assert again.standing.tie_breaks is UNSET
    assert again.content() == stored
    # As this edition was hashed when it had no such field.
    assert again.hash() == "871b59f44bc5280ec57b1c7a3d0bafd2e324bd2d06bd699b3f98628e9b93cdf1"


def test_a_house_may_say_it_and_unsay_it():
    house = load("mleague").with_house_rules("house", {"standing.tie_breaks": ["total", "seconds", "lot"]})

    assert from_content(house.content()) == house
    assert house.standing.tie_breaks == ("total", "seconds", "lot")
    silent = house.with_house_rules("house", {"standing.tie_breaks": "unset"})
    assert silent == load("mleague").with_house_rules("house", {})


@pytest.mark.parametrize(
    "names",
    [[], ["total"], ["lot", "total"], ["total", "total", "lot"], ["total", "luck", "lot"], "lot", [1, "lot"]],
)
def test_what_is_no_order_is_refused_with_what_there_is(names):
    with pytest.raises(RulebookError) as refused:
        load("mleague").with_house_rules("bad", {"standing.tie_breaks": names})

    assert (refused.value.code, refused.value.field) == ("invalid_value", "standing.tie_breaks")
    assert (
        "a list that ends in lot, each at most once, of total, average, mean_place, wins"
        in refused.value.message
    )


@pytest.mark.parametrize(
    ("edition", "names", "en", "ja"),
    [
        (
            "mcr",
            ("total", "points", "wins", "lot"),
            "Ties: total score, then most 1st places, then the lot (the rank is shared)",
            "合計が同じ場合：得点の合計、1着回数、抽選（同順位）の順",
        ),
        (
            "mleague",
            ("total", "points", "lot"),
            "Ties: points at the table, then the lot (the rank is shared)",
            "合計が同じ場合：素点合計、抽選（同順位）の順",
        ),
        (
            "mleague",
            ("average", "wins", "lot"),
            "Ranked by average of a game, then most 1st places, then the lot (the rank is shared)",
            "順位：平均ポイント、1着回数、抽選（同順位）の順",
        ),
        ("mleague", ("lot",), "Ranked by the lot (the rank is shared)", "順位：抽選（同順位）の順"),
    ],
)
def test_the_order_in_a_sentence(edition, names, en, ja):
    book = load(edition)

    assert (say_tie_breaks(names, book, "en"), say_tie_breaks(names, book, "ja")) == (en, ja)


def test_the_field_in_words():
    names = ["total", "wins", "lot"]

    assert label("standing.tie_breaks", names, "en") == "Total, then most 1st places, then lot"
    assert label("standing.tie_breaks", names, "ja") == "合計、1着回数、抽選"
