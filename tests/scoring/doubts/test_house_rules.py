"""House rules that cannot be meant are refused; those that can hardly be meant have to be confirmed."""

from typing import Any

import pytest

from scoring.doubts.house_rules import impossible, strange
from scoring.result.result import settle
from scoring.rulebook.rulebook import editions, load


def house(edition: str, changes: dict[str, Any]) -> Any:
    return load(edition).with_house_rules("house", changes)


@pytest.mark.parametrize("edition", editions())
def test_no_edition_is_in_doubt(edition):
    assert (impossible(load(edition)), strange(load(edition))) == ([], [])


@pytest.mark.parametrize(
    ("edition", "changes", "code", "field"),
    [
        ("mleague", {"result.uma": {"*": [-15, -5, 5, 15]}}, "uma_rises", "result.uma"),
        ("mleague", {"result.uma": {"*": [10, 0, 0, 0]}}, "uma_not_shared", "result.uma"),
        ("mcr", {"result.uma": {"*": [0, 1, 2, 4]}}, "uma_rises", "result.uma"),
        ("mleague", {"table.starting_points": 0}, "start_too_small", "table.starting_points"),
        ("mleague", {"result.return_points": 1_000_000}, "out_of_reach", "result.return_points"),
        ("tenhou", {"game_end.goal_points": 500_000}, "out_of_reach", "game_end.goal_points"),
        ("jpml_a", {"result.floating_threshold": 200_000}, "out_of_reach", "result.floating_threshold"),
        ("mleague", {"draw.noten_total": 3_100}, "noten_not_payable", "draw.noten_total"),
        ("tenhou_sanma", {"draw.noten_total": 3_100}, "noten_not_payable", "draw.noten_total"),
        ("mleague", {"chombo.kind": "each", "chombo.amount": 1}, "chombo_not_payable", "chombo.amount"),
        ("mcr", {"chombo.kind": "mangan"}, "no_such_limit", "chombo.kind"),
        ("wsom", {"chombo.kind": "mangan"}, "no_such_limit", "chombo.kind"),
        ("mleague", {"chombo.kind": "minipoints"}, "no_minipoints", "chombo.kind"),
        ("mleague", {"settlement.ron_three": "all"}, "three_but_not_two", "settlement.ron_two"),
        (
            "ema_2025",
            {"draw.aborts": ["sanchahou"]},
            "triple_ron_twice",
            "settlement.ron_three",
        ),
        ("mleague", {"settlement.ron_three": "abort"}, "triple_ron_twice", "settlement.ron_three"),
        ("wsom", {"bonus.red_fives": 3}, "too_many_red_fives", "bonus.red_fives"),
        ("tenhou_sanma", {"bonus.red_fives": 9}, "too_many_red_fives", "bonus.red_fives"),
        ("mleague", {"game_end.west_entry": True}, "west_without_goal", "game_end.west_entry"),
        (
            "mcr",
            {"game_end.west_entry": True, "game_end.goal_points": 100},
            "no_west_round",
            "game_end.west_entry",
        ),
        (
            "wsom",
            {"table.starting_points": 30_000},
            "root_of_the_start",
            "table.starting_points",
        ),
        ("wrc_2025", {"score.table": "mcr"}, "another_game", "score.table"),
        ("wrc_2025", {"score.table": "zung_jung"}, "another_game", "score.table"),
        ("mcr", {"score.table": "zung_jung"}, "another_game", "score.table"),
        ("mleague", {"table.dealer_rotation": "always"}, "another_rotation", "table.dealer_rotation"),
        ("mleague", {"score.min_han": 88}, "nobody_wins", "score.min_han"),
    ],
)
def test_what_no_game_follows_from_is_refused(edition, changes, code, field):
    doubts = impossible(house(edition, changes))

    assert (code, field) in [(doubt.code, doubt.fields[0]) for doubt in doubts]
    assert all("%(" not in doubt.message for doubt in doubts)


@pytest.mark.parametrize(
    ("edition", "changes", "code", "message"),
    [
        (
            "mleague",
            {"result.oka": 0},
            "game_sum",
            "The results of a game would then sum to -20 instead of 0: 4 x 25,000 points at the start, "
            "30,000 return points each and an oka of 0.",
        ),
        ("ema_2025", {"result.oka": 20_000}, "game_sum", "then sum to +20 instead of 0: 4 x 30,000"),
        ("tenhou_sanma", {"result.oka": 0}, "game_sum", "then sum to -15 instead of 0: 3 x 35,000"),
        (
            "ema_2025",
            {"result.return_points": 25_000},
            "return_below_start",
            "starting 30,000 points would have won",
        ),
        (
            "ema_2025",
            {"chombo.amount": 20_000},
            "chombo_amount",
            "One chombo would then take 20,000 points off a game's result, where 1,000 points at the table "
            "are one. Did you mean 20?",
        ),
        (
            "wsom",
            {"chombo.kind": "after_game", "chombo.amount": 20_000},
            "chombo_amount",
            "take 20,000 points off",
        ),
        ("mleague", {"chombo.kind": "each", "chombo.amount": 0}, "chombo_of_nothing", "cost nothing"),
        ("shinhochi_kenko", {"chombo.amount": 60_000}, "chombo_amount", "60,000 to each opponent"),
        ("ema_2025", {"settlement.ron_three": "head_bump"}, "two_but_not_three", "only the next in turn"),
        ("mleague", {"bonus.red_fives": 9}, "many_red_fives", "9 of the fives are red"),
        ("mleague", {"score.min_han": 4}, "high_minimum", "needs 4 han"),
        ("mleague", {"settlement.honba_ron": 1_500}, "counters_differ", "1,500 on a ron and 300 on a tsumo"),
        (
            "mleague",
            {"settlement.honba_ron": 6_000, "settlement.honba_tsumo_each": 2_000},
            "high_counters",
            "adds 6,000",
        ),
        ("mleague", {"draw.noten_total": 12_000}, "high_noten", "moves 12,000"),
    ],
)
def test_what_is_hardly_meant_has_to_be_confirmed_with_its_consequence(edition, changes, code, message):
    book = house(edition, changes)

    messages = {doubt.code: doubt.message for doubt in strange(book)}

    assert message in messages[code]
    assert impossible(book) == []


@pytest.mark.parametrize(
    ("edition", "changes"),
    [
        ("mleague", {"result.uma": {"*": [20, 10, -10, -20]}}),
        ("mleague", {"result.uma": {"*": [0, 0, 0, 0]}}),
        ("mcr", {"result.uma": {"*": [5, 3, 1, 0]}}),
        # The first takes what makes the game sum to nothing: an oka by another name.
        ("mleague", {"result.oka": 0, "result.rounding": "gosha_rokunyu"}),
        ("mleague", {"table.starting_points": 30_000, "result.oka": 0}),
        ("mleague", {"draw.noten_total": 6_000, "chombo.amount": 40}),
        ("mleague", {"chombo.kind": "each", "chombo.amount": 4_000}),
        ("mleague", {"settlement.ron_three": "abort", "draw.aborts": ["sanchahou"]}),
        ("mleague", {"game_end.west_entry": True, "game_end.goal_points": 30_000}),
        (
            "mleague",
            {
                "result.kind": "table_points",
                "result.uma": {"*": [4, 2, 1, 0]},
                "result.tie_remainder": "exact",
            },
        ),
        ("mcr", {"table.starting_points": 500}),
        ("mcr", {"chombo.kind": "minipoints", "chombo.amount": 30}),
        ("wsom", {"chombo.kind": "after_game", "chombo.amount": 20}),
        ("beginner", {"score.min_han": 2, "bonus.red_fives": 4}),
    ],
)
def test_what_clubs_really_play_is_not_in_doubt(edition, changes):
    book = house(edition, changes)

    assert (impossible(book), strange(book)) == ([], [])


@pytest.mark.parametrize("oka", [0, 10_000, 20_000, 30_000])
def test_a_game_sums_to_what_the_question_says(oka):
    book = house("mleague", {"result.oka": oka})
    settled = settle(book, [40_000, 30_000, 20_000, 10_000])

    sums = [doubt.values["sum"] for doubt in strange(book)]

    total = sum(settled.totals) // 1_000
    assert sums == ([f"{total:+d}"] if total else [])
