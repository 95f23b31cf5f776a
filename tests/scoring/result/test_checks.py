"""What a table reports has to be something that can be settled; else it is refused, by name."""

import pytest

from scoring.errors import NeedsEventSetting, ScoringError
from scoring.result.result import settle
from scoring.rulebook.fields import UNSET
from scoring.rulebook.rulebook import load, unset_fields


def test_points_missing_for_a_known_reason_are_declared():
    result = settle(load("mleague"), [35_000, 30_000, 20_000, 5_000], imbalance=10_000)

    assert result.totals == (55_000, 10_000, -20_000, -55_000)


def test_a_missing_stick_is_suggested():
    with pytest.raises(ScoringError) as refused:
        settle(load("jpml_a"), [45_000, 28_000, 26_000, 20_900])

    error = refused.value
    assert (error.code, error.field) == ("points_do_not_balance", "points")
    assert error.message == "The four scores add up to 119,900, not 120,000. Is a riichi stick missing?"


def test_sticks_counted_twice_are_suggested():
    with pytest.raises(ScoringError) as refused:
        settle(load("tenhou_sanma"), [45_000, 35_000, 25_000], leftover=2_000)

    assert refused.value.message == (
        "The three scores and 2,000 in sticks left on the table add up to 107,000, not 105,000. "
        "Are the sticks left on the table counted twice?"
    )


@pytest.mark.parametrize(
    ("edition", "points", "given", "code"),
    [
        ("mleague", [25_000] * 3, {}, "wrong_number_of_players"),
        ("tenhou_sanma", [35_000] * 4, {}, "wrong_number_of_players"),
        ("mleague", [25_050, 24_950, 25_000, 25_000], {}, "invalid_points"),
        ("mleague", [25_000.0, 25_000, 25_000, 25_000], {}, "invalid_points"),
        ("mleague", [True, 25_000, 25_000, 50_000], {}, "invalid_points"),
        ("mleague", [1_000_100, -975_100, 25_000, 50_000], {}, "invalid_points"),
        ("mleague", [26_000, 25_000, 25_000, 25_000], {"leftover": -1_000}, "invalid_points"),
        ("mleague", [25_000] * 4, {"leftover": 50}, "invalid_points"),
        ("mleague", [26_000, 25_000, 25_000, 25_000], {}, "points_do_not_balance"),
        ("mcr", [10, -10, 5, -6], {}, "points_do_not_balance"),
        ("mcr", [-1_000, 0, 0, 0], {"leftover": 1_000}, "no_riichi_sticks"),
        ("mleague", [25_000] * 4, {"chombo": [1, 0, 0]}, "invalid_chombo"),
        ("mleague", [25_000] * 4, {"chombo": [-1, 0, 0, 0]}, "invalid_chombo"),
        ("mleague", [25_000] * 4, {"chombo": [100, 0, 0, 0]}, "invalid_chombo"),
        ("tenhou", [25_000] * 4, {"chombo": [1, 0, 0, 0]}, "no_chombo_in_rulebook"),
    ],
)
def test_what_cannot_be_is_refused_by_name(edition, points, given, code):
    with pytest.raises(ScoringError) as refused:
        settle(load(edition), points, **given)

    assert refused.value.code == code


def test_without_limits_points_may_be_wider_than_a_million():
    book = load("jpml_a").with_house_rules("aotenjo", {"overlay.unlimited": True})

    result = settle(book, [53_687_121_200, -53_687_061_200, 30_000, 30_000])

    assert result.totals[0] == 53_687_091_200 + 8_000
    assert sum(result.totals) == 0


@pytest.mark.parametrize("kind", ["mangan", "each"])
def test_the_amount_of_a_chombo_paid_at_the_table_is_not_required_for_after_the_game(kind):
    """満貫罰符 [S3] and 3千点オール [S2 art. 68] are paid in the hand: nothing is left to know."""
    book = load("rmu_a").with_house_rules("x", {"chombo.kind": kind})

    result = settle(book, [30_000] * 4, chombo=[1, 0, 0, 0])

    assert (book.chombo.amount, result.totals) == (UNSET, (0, 0, 0, 0))
    assert "chombo.amount" not in unset_fields(load("rmu_a").with_house_rules("x", {"chombo.kind": "mangan"}))
    after_game = load("rmu_a").with_house_rules("x", {"chombo.kind": "after_game"})
    assert unset_fields(after_game, hands=False) == ["chombo.amount"]


def test_without_starting_points_there_is_nothing_to_balance_against():
    changes = {"result.return_points": 30_000, "result.oka": 0, "result.tie": "split"}
    book = load("shinhochi").with_house_rules("test", changes | {"result.uma": {"*": [12, 4, -4, -12]}})

    assert settle(book, [45_000, 28_000, 26_000, 20_000]).places == (1, 2, 3, 4)


def test_what_was_declared_missing_is_named_when_it_does_not_help():
    with pytest.raises(ScoringError) as refused:
        settle(load("mleague"), [25_000, 25_000, 25_000, 14_000], imbalance=10_000)

    assert refused.value.message == (
        "The four scores and the 10,000 declared missing add up to 99,000, not 100,000. Is a riichi stick missing?"
    )


@pytest.mark.parametrize("points", [1_000_000, -1_000_000])
def test_a_million_points_are_still_points(points):
    book = load("mleague").with_house_rules("test", {"result.uma": {"*": [0, 0, 0, 0]}, "result.oka": 0})

    rest = (100_000 - points) // 300 * 100
    others = [rest, rest, 100_000 - points - 2 * rest]
    result = settle(book, [points, *others], chombo=[99, 0, 0, 0])

    assert result.totals[0] == points - 30_000 - 99 * 20_000


def test_the_table_without_limits_has_wide_points_too():
    book = load("jpml_a").with_house_rules("aotenjo", {"score.table": "unlimited"})

    assert settle(book, [10**9, 120_000 - 10**9, 0, 0]).totals[0] == 10**9 - 30_000 + 12_000


def test_leftover_and_imbalance_are_whole_numbers_within_bounds():
    book = load("mleague")

    with pytest.raises(ScoringError) as refused:
        settle(book, [24_000, 25_000, 25_000, 25_000], leftover=1_000.0)
    assert (refused.value.code, refused.value.field) == ("invalid_points", "leftover")
    assert settle(book, [-300_000, -200_000, -200_000, -200_000], imbalance=1_000_000).places == (4, 1, 1, 1)
    assert settle(book, [400_000, 300_000, 300_000, 100_000], imbalance=-1_000_000).places == (1, 2, 2, 4)
    for imbalance in (1_000_100, -1_000_100):
        with pytest.raises(ScoringError):
            settle(book, [25_000] * 4, imbalance=imbalance)


def test_all_that_is_open_is_required_at_once():
    with pytest.raises(NeedsEventSetting) as refused:
        settle(load("danching"), [25_000] * 3 + [24_000], leftover=1_000, chombo=[1, 0, 0, 0])

    assert refused.value.fields == (
        *("result.tie", "result.leftover_deposits", "chombo.kind", "chombo.amount"),
    )


def test_table_points_need_their_row():
    with pytest.raises(NeedsEventSetting) as refused:
        settle(load("mcr").with_house_rules("x", {"result.uma": {}}), [0, 0, 0, 0])

    assert refused.value.fields == ("result.uma",)
