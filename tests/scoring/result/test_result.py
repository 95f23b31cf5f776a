"""From final points to places and totals."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.errors import NeedsEventSetting, ScoringError
from scoring.result.formatting import show_points, show_total
from scoring.result.result import places, settle
from scoring.rulebook.rulebook import Rulebook, editions, load, unset_fields
from tests.scoring.vectors import read

RESULTS = read("hanchan_results")["cases"]
TIES = [case for case in read("hanchan_tie_matrix")["cases"] if "scores" in case]


def book_of(case: dict) -> Rulebook:
    book = load(case["rulebook"])
    return book.with_house_rules("case", case["assume"]) if case["assume"] else book


@pytest.mark.parametrize("case", RESULTS, ids=lambda case: case["id"])
def test_every_worked_result_comes_out_exactly(case):
    book, given = book_of(case), {"leftover": case["deposits"], "chombo": case["chombo"]}
    expect = case["expect"]

    if open_fields := expect.get("needs_event_setting"):
        with pytest.raises(NeedsEventSetting) as refused:
            settle(book, case["scores"], **given)
        assert list(refused.value.fields) == open_fields
        return
    result = settle(book, case["scores"], **given)

    unit = result.units_per_point
    assert {
        "places": list(result.places),
        "points": [show_points(total, unit) for total in result.totals],
        "sum": None if book.result.kind == "signed_sqrt" else show_points(sum(result.totals), unit),
    } == expect


@pytest.mark.parametrize("index", range(len(TIES)))
def test_every_pattern_of_ties_comes_out_exactly(index):
    case = TIES[index]

    result = settle(book_of(case), case["scores"], leftover=case["deposits"])

    points = [show_points(total, result.units_per_point) for total in result.totals]
    assert (list(result.places), points) == (case["places"], case["points"])


def test_the_parts_of_a_total_are_shown_separately():
    result = settle(load("mleague"), [39_000, 30_000, 20_000, 10_000], leftover=1_000, chombo=[0, 1, 0, 0])

    assert list(result.seats) == [
        (0, 39_000, 1, 9_000, 30_000, 20_000, 1_000, 0, 60_000),
        (1, 30_000, 2, 0, 10_000, 0, 0, -20_000, -10_000),
        (2, 20_000, 3, -10_000, -10_000, 0, 0, 0, -20_000),
        (3, 10_000, 4, -20_000, -30_000, 0, 0, 0, -50_000),
    ]


def test_chombo_paid_at_the_table_costs_nothing_after_the_game():
    result = settle(load("shinhochi_kenko"), [21_000, 51_000, 24_000, 24_000], chombo=[1, 0, 0, 0])

    assert [seat.chombo for seat in result.seats] == [0, 0, 0, 0]


def test_a_raw_league_counts_points_as_they_are():
    book = load("mleague").with_house_rules("raw", {"result.kind": "raw"})

    result = settle(book, [41_200, 30_000, 20_000, 8_800], chombo=[0, 0, 0, 1])

    assert (result.units_per_point, result.totals) == (1, (41_200, 30_000, 20_000, 8_780))


def test_the_tied_first_share_the_rest_when_results_are_rounded():
    changes = {"result.tie": "split", "result.rounding": "shisha_gonyu", "result.leftover_deposits": "lost"}
    book = load("beginner").with_house_rules("rounded", changes)

    result = settle(book, [33_300, 33_300, 20_800, 12_600])

    assert [show_total(total, result.units_per_point) for total in result.totals] == [
        "+13",
        "+13",
        "-9",
        "-17",
    ]


@pytest.mark.parametrize(("square", "root"), [(0, "0"), (2, "1.4142"), (3, "1.7321"), (10_000, "100")])
def test_roots_have_four_decimals(square, root):
    result = settle(load("wsom"), [square, -square, 0, 0])

    minus = f"-{root}" if square else "0"
    assert [show_points(total, 10_000) for total in result.totals] == [root, minus, "0", "0"]


READY = [edition for edition in editions() if not unset_fields(load(edition), hands=False, chombos=False)]


@st.composite
def games(draw):
    book = load(draw(st.sampled_from(READY)))
    players, riichi = book.table.players, book.result.kind == "points"
    step = 100 if riichi else 1
    values = st.integers(-500, 900).map(lambda n: n * step)
    points = draw(st.lists(values, min_size=players - 1, max_size=players - 1))
    leftover = draw(st.integers(0, 4)) * 1_000 if riichi else 0
    points.append(players * book.table.starting_points - leftover - sum(points))
    return book, points, leftover


@given(games())
def test_totals_add_up_to_what_the_rulebook_says(game):
    book, points, leftover = game
    result = settle(book, points, leftover=leftover)
    rules, unit = book.result, result.units_per_point

    assert all(s.total == s.base + s.uma + s.oka + s.leftover + s.chombo for s in result.seats)
    if rules.kind == "points":
        home = book.table.players * rules.return_points
        taken = leftover if rules.leftover_deposits != "lost" else 0
        prizes = [sum(row) for _, row in rules.uma.rows]
        due = (sum(points) + taken - home + rules.oka) * (unit // 1000)
        lost_in_shares = 3 if rules.tie_remainder == "floor_point" else 0
        assert any(0 <= due + prize * unit - sum(result.totals) <= lost_in_shares for prize in prizes)
    elif rules.kind == "table_points":
        assert sum(result.totals) == 7 * unit


@given(games(), st.randoms(use_true_random=False))
def test_the_order_of_seats_matters_only_between_the_tied(game, random):
    book, points, leftover = game
    turn = list(range(len(points)))
    random.shuffle(turn)

    before = settle(book, points, leftover=leftover)
    after = settle(book, [points[s] for s in turn], leftover=leftover)

    assert sorted(before.totals) == sorted(after.totals)
    if len(set(points)) == len(points):
        assert [before.totals[s] for s in turn] == list(after.totals)


@given(games())
def test_more_points_never_make_a_worse_place(game):
    book, points, leftover = game
    result = settle(book, points, leftover=leftover)

    for a in result.seats:
        for b in result.seats:
            if a.points > b.points:
                assert a.place < b.place
            if a.points == b.points and book.result.tie != "seat_order":
                assert a.place == b.place


ROUNDED = read("hanchan_results")["rounding_table_P50"] | {
    "kirisute": {"28000": -2, "28900": -2, "29000": -1, "29900": -1, "30000": 0, "30900": 0, "31000": 1},
    "kiriage": {"28000": -2, "28100": -1, "29000": -1, "29100": 0, "30000": 0, "30100": 1, "31000": 1},
}


@pytest.mark.parametrize("tie", ["seat_order", "split"])
@pytest.mark.parametrize("rule", sorted(ROUNDED))
def test_each_way_of_rounding_is_as_printed(rule, tie):
    changes = {"result.tie": tie, "result.rounding": rule, "result.leftover_deposits": "lost"}
    book = load("beginner").with_house_rules("rounded", changes)

    for points, shown in ROUNDED[rule].items():
        result = settle(book, [80_000 - int(points), int(points), 10_500, 9_500])

        last, third = (-21, -20) if rule in ("gosha_rokunyu", "kirisute") else (-20, -19)
        assert [show_total(total, result.units_per_point) for total in result.totals[1:]] == [
            f"{shown:+d}" if shown else "0",
            *map(str, (third, last)),
        ]
        assert sum(result.totals) == 0


def test_rounding_leaves_prizes_and_sticks_whole():
    changes = {"result.rounding": "shisha_gonyu", "result.leftover_deposits": "top_split"}
    book = load("mleague").with_house_rules("rounded", changes)

    result = settle(book, [39_400, 30_300, 20_200, 9_100], leftover=1_000)

    assert [(s.base, s.uma, s.oka, s.leftover, s.total) for s in result.seats] == [
        (10_000, 30_000, 20_000, 1_000, 61_000),
        (0, 10_000, 0, 0, 10_000),
        (-10_000, -10_000, 0, 0, -20_000),
        (-21_000, -30_000, 0, 0, -51_000),
    ]


def test_places_follow_the_points_and_the_rule_for_ties():
    points = [30_000, 20_000, 30_000, 20_000]

    assert [places(load(edition), points) for edition in ("mleague", "tenhou")] == [
        [1, 3, 1, 3],
        [1, 3, 2, 4],
    ]


@pytest.mark.parametrize(
    ("edition", "points", "parts"),
    [
        ("wsom", [100, -100, 0, 0], [(100_000, 0, 0), (-100_000, 0, 0), (0, 0, 0), (0, 0, 0)]),
        ("mcr", [10, 5, -5, -10], [(0, 48, 0), (0, 24, 0), (0, 12, 0), (0, 0, 0)]),
    ],
)
def test_other_games_have_only_their_own_part(edition, points, parts):
    book = load(edition).with_house_rules("x", {"result.oka": 20_000})

    assert [(s.base, s.uma, s.oka) for s in settle(book, points).seats] == parts


def test_a_remainder_may_be_dropped_to_the_point():
    changes = {"result.tie_remainder": "floor_point", "result.uma": {"*": [20, 10, -10, -20]}}
    book = load("mleague").with_house_rules("x", changes)

    first = settle(book, [30_000, 30_000, 30_000, 10_000])
    last = settle(book, [55_000, 15_000, 15_000, 15_000])

    assert [s.uma + s.oka for s in first.seats] == [13_333, 13_333, 13_333, -20_000]
    assert [s.uma for s in last.seats] == [20_000, -6_667, -6_667, -6_667]


def test_sticks_left_go_to_one_first_or_are_shared():
    points = [35_000, 34_000, 20_000, 10_000]
    tied = [34_500, 34_500, 20_000, 10_000]
    for rule, alone, together in (
        ("top", [1_000, 0, 0, 0], [1_000, 0, 0, 0]),
        ("top_split", [1_000, 0, 0, 0], [500, 500, 0, 0]),
        ("lost", [0, 0, 0, 0], [0, 0, 0, 0]),
    ):
        book = load("mleague").with_house_rules("x", {"result.leftover_deposits": rule})
        assert [s.leftover for s in settle(book, points, leftover=1_000).seats] == alone
        assert [s.leftover for s in settle(book, tied, leftover=1_000).seats] == together


def test_the_tied_first_share_what_rounding_leaves_in_tenths_too():
    changes = {
        "result.tie": "split",
        "result.tie_remainder": "tenth_to_seat_order",
        "result.rounding": "gosha_rokunyu",
    }
    book = load("mleague").with_house_rules("x", changes)

    result = settle(book, [30_100, 9_800, 30_100, 30_000])
    alike = settle(book, [30_100, 30_100, 30_100, 9_700])

    assert [s.base for s in result.seats] == [0, -20_000, 0, 0]
    assert [s.total for s in alike.seats] == [16_700, 16_700, 16_600, -50_000]


def test_minipoints_come_off_the_score_before_table_points_are_given():
    """MCR: "penalties reduce the session's score before table points" (provenance of chombo.kind, P34)."""
    book = load("mcr").with_house_rules("x", {"chombo.kind": "minipoints", "chombo.amount": 30})
    points = [100, 80, -60, -120]

    once = settle(book, points, chombo=[1, 0, 0, 0])
    level = settle(book, [100, 70, -60, -110], chombo=[1, 0, 0, 0])

    assert [
        (seat.points, seat.place, show_points(seat.total, once.units_per_point)) for seat in once.seats
    ] == [
        (70, 2, "2"),
        (80, 1, "4"),
        (-60, 3, "1"),
        (-120, 4, "0"),
    ]
    assert {seat.chombo for seat in once.seats} == {0}
    assert [
        (seat.points, seat.place, show_points(seat.total, level.units_per_point)) for seat in level.seats
    ] == [
        (70, 1, "3"),
        (70, 1, "3"),
        (-60, 3, "1"),
        (-110, 4, "0"),
    ]


def test_what_is_missing_of_minipoints_is_asked_for_and_points_are_counted_as_played():
    book = load("mcr").with_house_rules("x", {"chombo.kind": "minipoints"})

    with pytest.raises(NeedsEventSetting) as refused:
        settle(book, [10, 5, -5, -10], chombo=[1, 0, 0, 0])
    with pytest.raises(ScoringError) as unbalanced:
        settle(book.with_house_rules("y", {"chombo.amount": 30}), [-20, 5, -5, -10], chombo=[1, 0, 0, 0])

    assert list(refused.value.fields) == ["chombo.amount"]
    assert unbalanced.value.code == "points_do_not_balance"
