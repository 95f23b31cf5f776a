"""Results that no game ends with are refused; those that hardly any ends with have to be confirmed."""

import csv
from pathlib import Path

import pytest

from scoring.doubts.results import deepest_fall, impossible, most_chombo, strange
from scoring.rulebook.rulebook import load
from tests.scoring.vectors import read


def codes(edition, points, chombo=(), **changes):
    book = load(edition)
    if changes:
        book = book.with_house_rules("house", {name.replace("__", "."): v for name, v in changes.items()})
    return (
        [doubt.code for doubt in impossible(book, points, chombo)],
        [doubt.code for doubt in strange(book, points, chombo)],
    )


@pytest.mark.parametrize(
    ("edition", "points"),
    [
        ("mleague", [41_200, 28_300, 19_800, 10_700]),
        ("mleague", [108_000, 12_000, 0, -20_000]),
        ("mleague", [100_000, 100, 0, -100]),
        ("tenhou", [25_000, 25_000, 25_000, 25_000]),
        ("tenhou_sanma", [105_000, 0, 0]),
        ("mcr", [0, 0, 0, 0]),
        ("mcr", [412, -100, -112, -200]),
        ("wsom", [1_950, -650, -650, -650]),
    ],
)
def test_usual_sheets_need_no_confirmation(edition, points):
    doubted = codes(edition, points)

    assert doubted == ([], ["all_points_with_one"] if points[1:] == [0, 0] else [])


@pytest.mark.parametrize(
    ("edition", "points", "code"),
    [
        ("jpml_a", [120_000, 0, 0, 0], "all_points_with_one"),
        ("mleague", [0, 0, 100_000, 0], "all_points_with_one"),
        ("mleague", [580_000, -380_000, -50_000, -50_000], "strange_points"),
        ("mleague", [90_000, 40_000, 3_500, -33_500], "strange_points"),
        ("jpml_a", [-41_200, 61_200, 50_000, 50_000], "strange_points"),
        ("mleague", [150_100, -10_000, -20_000, -20_100], "strange_points"),
        ("mcr", [5_001, -1_667, -1_667, -1_667], "strange_points"),
        ("tenhou", [480_000, 0, 0, -380_000], "strange_points"),
    ],
)
def test_what_hardly_any_game_ends_with_has_to_be_confirmed(edition, points, code):
    assert codes(edition, points) == ([], [code])


def test_without_limits_no_points_are_strange():
    points = [1_000_025_000, -999_950_000, 25_000, 25_000]

    assert codes("mleague", points, overlay__unlimited=True) == ([], [])


@pytest.mark.parametrize(
    ("edition", "most"), [("mleague", 12), ("tenhou_sanma", 9), ("mcr", 20), ("shinhochi_kenko", 12)]
)
def test_as_many_chombo_as_hands_and_an_extra_round_can_be(edition, most):
    points = [25_000] * load(edition).table.players

    assert most_chombo(load(edition)) == most
    assert codes(edition, points, [most, 0, 0, 0])[0] == []
    assert codes(edition, points, [0, most + 1, 0, 0])[0] == ["too_many_chombo"]


def test_more_than_three_chombo_of_one_player_have_to_be_confirmed():
    points = [25_000] * 4

    assert codes("mleague", points, [3, 3, 3, 3]) == ([], [])
    assert codes("mleague", points, [0, 0, 4, 0]) == ([], ["many_chombo"])


# One yakuman of a dealer, 99 counters, a chombo, a noten penalty, a stick.
SINGLE = {
    "game_end__tobi": "below_zero",
    "score__yakuman_stack": False,
    "score__double_yakuman": [],
    "settlement__ron_two": "head_bump",
    "settlement__ron_three": "head_bump",
}


def test_where_bankruptcy_ends_the_game_the_last_hand_bounds_the_fall():
    book = load("mleague").with_house_rules(
        "house", {name.replace("__", "."): value for name, value in SINGLE.items()}
    )
    fall = 48_000 + 99 * 300 + 12_000 + 3_000 + 1_000

    assert deepest_fall(book) == fall
    assert codes("mleague", [100_000 + fall, 0, 0, -fall], **SINGLE)[0] == []
    assert codes("mleague", [100_100 + fall, 0, 0, -fall - 100], **SINGLE)[0] == ["fallen_too_far"]


@pytest.mark.parametrize("edition", ["mleague", "ema_2025", "wrc_2025", "mcr", "wsom"])
def test_without_a_bankruptcy_rule_nothing_bounds_it(edition):
    assert deepest_fall(load(edition)) is None


@pytest.mark.parametrize("edition", ["tenhou", "tenhou_sanma", "mahjongsoul", "mahjongsoul_sanma"])
def test_where_several_are_paid_yakuman_the_fall_is_deep_and_bounded(edition):
    fall = deepest_fall(load(edition))

    assert fall is not None
    assert fall >= 2 * 48_000


def test_a_doubled_seat_falls_twice_as_deep():
    book = load("mleague").with_house_rules(
        "house",
        {name.replace("__", "."): value for name, value in SINGLE.items()}
        | {"overlay.wareme": "wareme", "overlay.wareme_multiplier": 2},
    )

    assert deepest_fall(book) == 2 * (48_000 + 99 * 300 + 12_000) + 3_000 + 1_000


def test_no_message_lacks_a_figure():
    doubts = [
        *impossible(load("tenhou"), [10**7, 0, 0, -(10**7)], [99, 0, 0, 0]),
        *strange(load("tenhou"), [10**7, 0, 0, -(10**7)], [99, 0, 0, 0]),
    ]

    assert len(doubts) == 4
    assert all("%(" not in doubt.message for doubt in doubts)


LEAGUES = Path(__file__).parents[2] / "leagues" / "data"
M_LEAGUE = Path(__file__).parents[3] / "tournaments" / "demo" / "mleague_2018.csv"


@pytest.mark.parametrize(
    ("edition", "file", "games"),
    [
        ("mleague", LEAGUES / "club_nights_2019_2026" / "games.csv", 197),
        ("mcr", LEAGUES / "ema_mcr_madrid_2017" / "games.csv", 108),
        ("mcr", LEAGUES / "mcr_team_league_2026" / "games.csv", 120),
        ("mleague", M_LEAGUE, 106),
    ],
    ids=["club nights", "Madrid", "team league", "M-League"],
)
def test_no_game_of_a_real_league_is_refused_or_has_to_be_confirmed(edition, file, games):
    points_of: dict[tuple[str, ...], list[int]] = {}
    with file.open(encoding="utf-8") as lines:
        for row in csv.DictReader(lines):
            key = (row["game"],) if "game" in row else (row["round"], row["table"])
            points_of.setdefault(key, []).append(int(row["points"]))

    doubted = {key: codes(edition, points) for key, points in points_of.items()}

    assert len(doubted) == games
    assert {key: one for key, one in doubted.items() if one != ([], [])} == {}


WORKED = [case for name in ("hanchan_results", "hanchan_tie_matrix") for case in read(name)["cases"]]


def test_no_worked_case_is_refused_and_hardly_any_has_to_be_confirmed():
    refused, doubted = [], []
    for case in WORKED:
        if "scores" not in case:
            continue
        book = load(case["rulebook"]).with_house_rules("worked", case["assume"])
        chombo = case.get("chombo", ())
        refused += impossible(book, case["scores"], chombo)
        doubted += [(case["id"], doubt.code) for doubt in strange(book, case["scores"], chombo)]

    assert (refused, doubted) == ([], [])
