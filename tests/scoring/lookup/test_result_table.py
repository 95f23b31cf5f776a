"""A rulebook's results as a table. That it brings what `settle` does, `tests/static/test_results.py` shows."""

import json

import pytest

from scoring.lookup.result_table import result_table
from scoring.rulebook.rulebook import editions, load
from tests.scoring.result.test_five_players import FIVE


@pytest.mark.slow
def test_a_table_says_everything_about_a_rulebooks_results():
    assert result_table(load("mahjongsoul_sanma")) == {
        "start": 105_000,
        "step": 100,
        "most": 1_000_000,
        "units": 1_000,
        "decimals": 1,
        "signed": True,
        "base": (1, 35_000),
        "floating": None,
        "rows": {
            "111": ([1, 2, 3], [15_000, 0, -15_000], [0, 0, 0]),
            "12": ([1, 2, 3], [15_000, 0, -15_000], [0, 0, 0]),
            "21": ([1, 2, 3], [15_000, 0, -15_000], [0, 0, 0]),
            "3": ([1, 2, 3], [15_000, 0, -15_000], [0, 0, 0]),
        },
        "sticks": [1, 1, 1],
        "share": None,
        "lift": None,
        "chombo": None,
        "most_chombo": 99,
    }


def test_where_uma_are_by_floating_players_there_is_a_row_for_every_number_that_can_be():
    rows = result_table(load("jpml_a"))["rows"]

    assert {name: uma for name, (_place, uma, _oka) in rows.items() if name.startswith(("1111", "22"))} == {
        "1111/0": [8_000, 4_000, -4_000, -8_000],
        "1111/1": [12_000, -1_000, -3_000, -8_000],
        "1111/2": [8_000, 4_000, -4_000, -8_000],
        "1111/3": [8_000, 3_000, 1_000, -12_000],
        "1111/4": [0, 0, 0, 0],
        "22/0": [6_000, 6_000, -6_000, -6_000],
        "22/2": [6_000, 6_000, -6_000, -6_000],
        "22/4": [0, 0, 0, 0],
    }


def test_the_tied_share_uma_and_oka_and_the_sticks_as_the_rulebook_says():
    table = result_table(load("mleague"))

    assert table["rows"]["31"] == ([1, 1, 1, 4], [10_000, 10_000, 10_000, -30_000], [6_700, 6_700, 6_600, 0])
    assert (table["sticks"], table["share"]) == ([1, 2, 3, 4], 100)


def test_what_a_rulebook_leaves_open_is_left_open():
    table = result_table(load("beginner"))

    assert {name for name, row in table["rows"].items() if row is not None} == {"1111"}
    assert table["sticks"] == [None] * 4


@pytest.mark.parametrize(
    ("changes", "chombo"),
    [
        ({"chombo.kind": "after_game", "chombo.amount": 20}, (0, 20_000)),
        ({"chombo.kind": "each", "chombo.amount": 3_000}, (0, 0)),
        ({"chombo.kind": "none"}, None),
        ({"chombo.kind": "unset", "chombo.amount": "unset"}, None),
    ],
)
def test_a_chombo_costs_what_the_rulebook_says(changes, chombo):
    book = load("mleague").with_house_rules("event", changes)

    assert result_table(book)["chombo"] == chombo


def test_a_chombo_is_taken_off_the_points_where_places_follow_from_it():
    book = load("mcr").with_house_rules("event", {"chombo.kind": "minipoints", "chombo.amount": 60})

    assert result_table(book)["chombo"] == (60, 0)


@pytest.mark.parametrize(("rounding", "lift"), [("none", None), ("gosha_rokunyu", 1_200), ("kirisute", 0)])
def test_rounding_is_a_number_that_is_added_first(rounding, lift):
    book = load("wrc_2025").with_house_rules("event", {"result.rounding": rounding})

    table = result_table(book)

    assert (table["units"], table["lift"], table["base"]) == (3_000, lift, (3, 30_000))


def test_five_at_a_table_have_sixteen_rows():
    rows = result_table(load("mleague").with_house_rules("five", FIVE))["rows"]

    assert (len(rows), rows["11111"][1]) == (16, [15_000, 5_000, 0, -5_000, -15_000])


def test_no_table_where_results_are_left_open_or_roots_of_points():
    without = {name for name in editions() if result_table(load(name)) is None}

    assert without == {"mu", "shinhochi", "uspml_interim", "wsom"}


def test_the_largest_table_is_small():
    sizes = [len(json.dumps(result_table(load(name)), separators=(",", ":"))) for name in editions()]

    assert max(sizes) < 1_700
