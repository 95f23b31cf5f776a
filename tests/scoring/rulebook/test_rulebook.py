"""Rulebooks: editions, house rules, and what is refused."""

import json
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.errors import NeedsEventSetting, RulebookError
from scoring.rulebook.fields import FIELDS, NA, UNSET
from scoring.rulebook.provenance import confidences, conflicts, provenance, sources
from scoring.rulebook.rulebook import differences, editions, from_content, load, unset_fields

EDITIONS = (
    *("beginner", "beginner_simple", "danching", "ema_2016", "ema_2025", "jpml_a", "jpml_a_2026", "jpml_b"),
    *("mahjongsoul", "mahjongsoul_sanma", "mcr", "mleague", "mu", "rmu_a", "rmu_b", "rmu_m", "saikouisen"),
    *("saikouisen_classic", "shinhochi", "shinhochi_kenko", "tenhou", "tenhou_sanma", "uspml_interim"),
    *("wrc_2017", "wrc_2022", "wrc_2025", "wsom"),
)


def test_all_twenty_seven_editions_are_there():
    assert editions() == EDITIONS


@pytest.mark.parametrize("edition", EDITIONS)
def test_an_edition_survives_being_stored(edition):
    book = load(edition)

    again = from_content(json.loads(json.dumps(book.content())))

    assert again == book
    assert again.hash() == book.hash()
    assert pickle.loads(pickle.dumps(book)) == book


def test_no_two_editions_have_the_same_hash():
    assert len({load(edition).hash() for edition in EDITIONS}) == 27


def test_unset_and_not_applicable_are_different_things():
    assert load("shinhochi").result.tie is UNSET
    assert load("mcr").result.leftover_deposits is NA
    assert load("shinhochi").content()["result"]["tie"] == "unset"
    assert load("mcr").content()["score"]["kiriage"] == "n/a"


@pytest.mark.parametrize("edition", EDITIONS)
def test_what_an_edition_leaves_open_is_what_its_fields_say(edition):
    """``leaves_open`` is what the text leaves open; every field of it is really unset."""
    book = load(edition)

    for path in provenance(edition).leaves_open:
        value = book.value(path)
        assert value is UNSET or value == () or (path == "result.uma" and not value), path


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_value_says_where_it_comes_from(edition):
    about = provenance(edition)

    for path in FIELDS:
        if path.startswith("overlay.") or path == "draw.aborts":
            continue
        assert about.of(path) is not None, path
    for field in about.fields:
        assert field.confidence in confidences()
        assert {tag.split()[0] for tag in field.sources} <= sources().keys()


def test_all_forty_seven_conflicts_are_listed():
    assert [conflict.id for conflict in conflicts()] == [f"C{n:02d}" for n in range(1, 48)]


def test_needs_names_what_an_event_has_to_say():
    assert unset_fields(load("mleague")) == []
    assert unset_fields(load("beginner"), hands=False) == ["result.tie", "result.leftover_deposits"]
    assert unset_fields(load("beginner"), hands=False, sticks_left=False) == ["result.tie"]
    assert unset_fields(load("uspml_interim"), hands=False, chombos=False) == ["result.uma"]
    assert unset_fields(load("wsom"), hands=False) == ["chombo.kind", "chombo.amount"]
    assert unset_fields(load("wsom")) == ["chombo.kind", "chombo.amount", "chombo.replay"]
    assert unset_fields(load("shinhochi"), hands=False) == [
        *("table.starting_points", "result.return_points", "result.oka", "result.uma", "result.tie"),
    ]


def test_needs_names_what_only_a_game_hand_by_hand_depends_on():
    only_hands = [
        path
        for path in unset_fields(load("danching"))
        if path not in unset_fields(load("danching"), hands=False)
    ]

    assert only_hands == [
        *("draw.abort_dealer", "chombo.replay", "chombo.riichi_sticks", "chombo.honba"),
        *("settlement.pao_yaku", "settlement.pao_honba", "score.kazoe"),
    ]
    assert unset_fields(load("shinhochi"))[5:] == [
        *("settlement.honba_ron", "settlement.honba_tsumo_each", "settlement.pao_honba"),
        "yaku.riichi_below_1000",
    ]
    assert unset_fields(load("beginner"))[-3:] == ["bonus.ura", "bonus.kan_dora", "bonus.red_fives"]
    assert unset_fields(load("beginner"), tiles=False)[-1] == "yaku.riichi_below_1000"


def test_house_rules_change_what_they_name_and_nothing_else():
    book = load("mleague")

    house = book.with_house_rules(
        "金曜会", {"result.tie": "seat_order", "result.uma": {"*": [20, 10, -10, -20]}}
    )

    assert [(d.path, d.edition, d.here) for d in differences(book, house)] == [
        ("result.uma", {"*": [30, 10, -10, -30]}, {"*": [20, 10, -10, -20]}),
        ("result.tie", "split", "seat_order"),
    ]
    assert (house.identity.id, house.identity.house) == ("mleague", "金曜会")
    assert house.hash() != book.hash()
    assert from_content(house.content()) == house


def test_house_rules_can_be_laid_over_house_rules():
    once = load("mleague").with_house_rules("one", {"result.oka": 0})

    twice = once.with_house_rules("two", {"result.return_points": 25_000})

    assert [d.path for d in differences(load("mleague"), twice)] == ["result.return_points", "result.oka"]


DEEP: list = []
for _ in range(100_000):
    DEEP = [DEEP]


@pytest.mark.parametrize(
    ("changes", "code", "field"),
    [
        ({"result.luck": 3}, "unknown_field", "result.luck"),
        ({"identity.id": "mine"}, "unknown_field", "identity.id"),
        ({"result": {}}, "unknown_field", "result"),
        ({"result.tie": "coin"}, "invalid_value", "result.tie"),
        ({"result.tie": None}, "invalid_value", "result.tie"),
        ({"result.tie": "n/a"}, "invalid_value", "result.tie"),
        ({"table.players": "unset"}, "invalid_value", "table.players"),
        ({"table.players": True}, "invalid_value", "table.players"),
        ({"table.players": 4.0}, "invalid_value", "table.players"),
        ({"result.oka": 10**30}, "invalid_value", "result.oka"),
        ({"result.oka": -100}, "invalid_value", "result.oka"),
        ({"result.oka": 150}, "invalid_value", "result.oka"),
        ({"result.oka": float("nan")}, "invalid_value", "result.oka"),
        ({"result.oka": "1+1"}, "invalid_value", "result.oka"),
        ({"result.uma": {"*": [1] * 10_000}}, "invalid_value", "result.uma"),
        ({"result.uma": {str(n): [0] * 4 for n in range(10_000)}}, "invalid_value", "result.uma"),
        ({"result.uma": {"*": [10**9, 0, 0, 0]}}, "invalid_value", "result.uma"),
        ({"result.uma": {"*": [0.5, 0, 0, -0.5]}}, "invalid_value", "result.uma"),
        ({"result.uma": {"6": [0, 0, 0, 0]}}, "invalid_value", "result.uma"),
        ({"result.uma": {"*": [0, 0, 0, 0, 0, 0]}}, "invalid_value", "result.uma"),
        ({"result.uma": {"*": [15, 5, 0, -5, -15]}}, "contradiction", "result.uma"),
        (
            {"result.uma": {"*": [0] * 4, "5": [0] * 4}, "result.floating_threshold": 30_000},
            "contradiction",
            "result.uma",
        ),
        ({"result.uma": DEEP}, "invalid_value", "result.uma"),
        ({"result.uma": {"*": DEEP}}, "invalid_value", "result.uma"),
        ({"result.uma": {"*": [DEEP, 0, 0, 0]}}, "invalid_value", "result.uma"),
        ({"result.uma": {"*": [15, 0, -15]}}, "contradiction", "result.uma"),
        ({"result.uma": {"0": [0, 0, 0, 0]}}, "contradiction", "result.floating_threshold"),
        ({"table.players": 3}, "contradiction", "result.uma"),
        ({"result.tie": "shared_rank"}, "contradiction", "result.tie"),
        ({"result.leftover_deposits": "n/a"}, "contradiction", "result.leftover_deposits"),
        ({"result.kind": "table_points"}, "contradiction", "result.tie_remainder"),
        ({"draw.aborts": ["kyuushu", "kyuushu"]}, "invalid_value", "draw.aborts"),
        ({"draw.aborts": ["rain"]}, "invalid_value", "draw.aborts"),
        ({"draw.aborts": "kyuushu"}, "invalid_value", "draw.aborts"),
        ({"score.limits": {"mangan": 5}}, "invalid_value", "score.limits"),
        (
            {"score.limits": {"mangan": 5, "haneman": 5, "baiman": 8, "sanbaiman": 11}},
            "invalid_value",
            "score.limits",
        ),
        ({"score.limits": {}}, "contradiction", "score.limits"),
        ({"score.kiriage": "yes"}, "invalid_value", "score.kiriage"),
    ],
    ids=lambda value: None,
)
def test_a_rule_that_cannot_be_is_refused_with_its_field(changes, code, field):
    with pytest.raises(RulebookError) as refused:
        load("mleague").with_house_rules("bad", changes)

    assert (refused.value.code, refused.value.field) == (code, field)
    assert len(refused.value.message) < 400


def test_floating_uma_needs_a_row_for_every_count():
    rows = {"1": [12, -1, -3, -8], "2": [8, 4, -4, -8]}

    with pytest.raises(RulebookError) as refused:
        load("jpml_a").with_house_rules("gap", {"result.uma": rows})

    assert refused.value.field == "result.uma"
    house = load("jpml_a").with_house_rules("rest", {"result.uma": rows | {"*": [8, 4, -4, -8]}})
    assert [house.result.uma.row(n) for n in (1, 3)] == [(12, -1, -3, -8), (8, 4, -4, -8)]


@pytest.mark.parametrize("name", ["", "   ", "a" * 101, "a\x00b", "a\u202eb", "a\nb", "\ud800", None, 5])
def test_a_name_people_cannot_read_is_refused(name):
    with pytest.raises(RulebookError) as refused:
        load("mleague").with_house_rules(name, {})

    assert refused.value.code == "invalid_name"


@pytest.mark.parametrize("name", ["", "MLEAGUE", "../rulebook", "_sources", "nope", None, 3, ["mleague"]])
def test_an_unknown_rulebook_is_refused(name):
    with pytest.raises(RulebookError) as refused:
        load(name)

    assert refused.value.code == "unknown_rulebook"


def test_content_must_be_complete_and_nothing_more():
    good = load("mleague").content()

    def code(content):
        with pytest.raises(RulebookError) as refused:
            from_content(content)
        return refused.value.code, refused.value.field

    assert code({}) == ("invalid_content", "")
    assert code([]) == ("invalid_content", "")
    assert code(good | {"format": 2}) == ("unknown_format", "format")
    assert code(good | {"extra": {}}) == ("unknown_field", "rulebook.extra")
    assert code({k: v for k, v in good.items() if k != "fu"}) == ("missing_field", "rulebook.fu")
    assert code(good | {"fu": {}}) == ("missing_field", "fu.chiitoi")
    assert code(good | {"fu": 5}) == ("invalid_content", "fu")
    assert code(good | {"identity": good["identity"] | {"name_en": ""}}) == ("invalid_name", "name")


def test_errors_survive_a_process_boundary():
    for error in (RulebookError("a", "b", fields=["c"]), NeedsEventSetting(["result.tie"])):
        again = pickle.loads(pickle.dumps(error))

        assert (type(again), again.code, again.message, again.fields) == (
            type(error),
            error.code,
            error.message,
            error.fields,
        )


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=5), inner, max_size=5),
    max_leaves=10,
)


@given(st.sampled_from(sorted(FIELDS)), json_values, st.sampled_from(EDITIONS))
def test_any_value_makes_a_rulebook_or_a_refusal(path, value, edition):
    try:
        house = load(edition).with_house_rules("any", {path: value})
    except RulebookError as error:
        refusal = error.code
    else:
        refusal = None
        assert from_content(house.content()) == house

    assert refusal in {None, "invalid_value", "contradiction"}


def test_no_rulebook_grows_beyond_sixteen_kilobytes():
    most = {
        "0": [-10_000] * 4,
        "1": [-10_000] * 4,
        "2": [-10_000] * 4,
        "3": [-10_000] * 4,
        "4": [-10_000] * 4,
    }
    house = load("jpml_a").with_house_rules("大" * 100, {"result.uma": most | {"*": [10_000] * 4}})

    for content in (house.content(), *(load(edition).content() for edition in EDITIONS)):
        assert len(json.dumps(content)) < 16 * 1024


def test_changes_must_be_a_table():
    for changes in ([], None, {str(n): 1 for n in range(1_000)}):
        with pytest.raises(RulebookError) as refused:
            load("mleague").with_house_rules("bad", changes)
        assert refused.value.code in {"invalid_changes", "unknown_field"}


def test_values_of_a_rulebook_can_be_given_back_to_it():
    book = load("mleague")

    same = book.with_house_rules("same", {path: book.value(path) for path in ("result.uma", "score.limits")})

    assert differences(book, same) == []
    assert book.with_house_rules("open", {"result.uma": "unset"}).content()["result"]["uma"] == {}
    assert unset_fields(book.with_house_rules("open", {"result.uma": "unset"})) == ["result.uma"]


def test_a_field_that_does_not_exist_has_no_value():
    with pytest.raises(RulebookError) as refused:
        load("mleague").value("result.luck")

    assert refused.value.code == "unknown_field"


def test_marks_have_short_names():
    assert (repr(UNSET), repr(NA)) == ("UNSET", "NA")
