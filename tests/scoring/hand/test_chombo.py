"""A foul and what it costs."""

import pytest

from scoring.errors import NeedsEventSetting, ScoringError
from scoring.hand.chombo import punish
from scoring.hand.win import Hand
from scoring.rulebook.rulebook import load
from scoring.verbs.chombo import chombo
from tests.scoring.vectors import read, request

VECTORS = read("chombo")
SHEETS = VECTORS["rulebooks"]
CASES = [(sheet, case) for sheet in SHEETS for case in sheet.get("cases", ())]


@pytest.mark.parametrize(
    ("sheet", "case"), CASES, ids=[f"{s['rulebook']}-{c['situation']}" for s, c in CASES]
)
def test_every_worked_chombo_comes_out_exactly(sheet, case):
    situation = VECTORS["situations"][case["situation"]]
    question = {"rulebook": sheet["rulebook"], "dealer": 0, "assume": sheet["assume"]}

    assert chombo(question | request("chombo", situation)) == case["expect"]


@pytest.mark.parametrize("sheet", [s for s in SHEETS if not s["defined"]], ids=lambda s: s["rulebook"])
def test_a_rulebook_without_a_chombo_says_so(sheet):
    with pytest.raises(ScoringError) as refused:
        punish(load(sheet["rulebook"]), Hand(0), [1])

    if fields := sheet.get("needs_event_setting"):
        assert (refused.value.code, list(refused.value.fields)) == ("needs_event_setting", fields)
    else:
        assert refused.value.code == "no_chombo_in_rulebook"


def test_what_becomes_of_the_hand_is_required_when_the_rulebook_is_silent():
    with pytest.raises(NeedsEventSetting) as refused:
        punish(load("beginner"), Hand(0, deposits=1, riichi=(2,)), [1])

    assert refused.value.fields == ("chombo.replay", "chombo.honba", "chombo.riichi_sticks")


@pytest.mark.parametrize(
    ("offenders", "riichi"), [([], []), ([1, 1], []), ([4], []), ([-1], []), ([1], [2, 2]), ([1], [7])]
)
def test_seats_that_cannot_be_are_refused(offenders, riichi):
    with pytest.raises(ScoringError) as refused:
        punish(load("mleague"), Hand(0, deposits=len(riichi), riichi=tuple(riichi)), offenders)

    assert refused.value.code == "no_such_seat"


def test_counters_sticks_and_replay_are_switches():
    changes = {"chombo.honba": "+1", "chombo.riichi_sticks": "stay", "chombo.replay": False}
    book = load("mleague").with_house_rules("house", changes)

    foul = punish(book, Hand(0, honba=3, deposits=2, riichi=(2,)), [1])

    assert (foul.delta, foul.after_game, foul.returned) == ((0, 0, 0, 0), (0, 1, 0, 0), ())
    assert (foul.deposits, foul.honba, foul.replay) == (2, 4, False)


def test_the_doubled_seat_counts_for_a_chombo_only_if_the_house_says_so():
    changes = {"overlay.wareme": "wareme", "overlay.wareme_on_chombo": True}
    book = load("shinhochi").with_house_rules("house", changes)

    assert punish(book, Hand(0, marked=2), [1]).delta == (3_000, -12_000, 6_000, 3_000)
    assert punish(load("shinhochi"), Hand(0, marked=2), [1]).delta == (3_000, -9_000, 3_000, 3_000)


def test_an_empty_table_stays_empty_after_a_chombo():
    foul = punish(load("mleague"), Hand(0), [1])

    assert (foul.deposits, foul.honba) == (0, 0)


def test_what_is_paid_to_each_is_required_where_it_is_open():
    book = load("mleague").with_house_rules("x", {"chombo.kind": "each", "chombo.amount": "unset"})

    with pytest.raises(NeedsEventSetting) as refused:
        punish(book, Hand(0), [1])

    assert refused.value.fields == ("chombo.amount",)


def test_sticks_that_cannot_be_there_under_the_rulebook_need_a_setting_when_they_are():
    book = load("mleague").with_house_rules("x", {"chombo.riichi_sticks": "n/a", "chombo.honba": "n/a"})

    with pytest.raises(NeedsEventSetting) as refused:
        punish(book, Hand(0), [1])
    assert refused.value.fields == ("chombo.honba",)
    with pytest.raises(NeedsEventSetting) as refused:
        punish(book, Hand(0, deposits=1, riichi=(2,)), [1])
    assert refused.value.fields == ("chombo.honba", "chombo.riichi_sticks")


@pytest.mark.parametrize(
    ("wareme", "on_chombo", "delta"),
    [
        ("wareme", True, (8_000, -16_000, 4_000, 4_000)),
        ("wareme", False, (4_000, -8_000, 2_000, 2_000)),
        ("none", True, (4_000, -8_000, 2_000, 2_000)),
    ],
)
def test_a_chombo_is_doubled_only_where_wareme_is_played_and_says_so(wareme, on_chombo, delta):
    changes = {"chombo.kind": "mangan", "overlay.wareme": wareme, "overlay.wareme_on_chombo": on_chombo}
    book = load("mleague").with_house_rules("x", changes)

    assert punish(book, Hand(0, marked=1), [1]).delta == delta


@pytest.mark.parametrize(("marked", "code"), [(None, "no_marked_seat"), (4, "no_such_seat")])
def test_a_doubled_chombo_needs_to_know_who_is_doubled(marked, code):
    changes = {"overlay.wareme": "wareme", "overlay.wareme_on_chombo": True}
    at_the_table = load("shinhochi_kenko").with_house_rules("x", changes)
    after_the_game = load("mleague").with_house_rules("x", changes)

    with pytest.raises(ScoringError) as refused:
        punish(at_the_table, Hand(0, marked=marked), [1])

    assert (refused.value.code, refused.value.fields) == (code, ("marked",))
    assert punish(after_the_game, Hand(0, marked=marked), [1]).delta == (0, 0, 0, 0)


def test_minipoints_are_counted_to_the_end_and_cost_nothing_at_the_table():
    changes = {"chombo.kind": "minipoints", "chombo.amount": 30, "chombo.replay": True}

    foul = punish(load("mcr").with_house_rules("house", changes), Hand(0), [1])

    assert (foul.delta, foul.after_game, foul.replay) == ((0, 0, 0, 0), (0, 1, 0, 0), True)
