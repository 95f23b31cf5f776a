"""Hands that nobody wins."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.errors import NeedsEventSetting, ScoringError
from scoring.hand.exhaustive_draw import (
    check_abort,
    dealer_stays_after_abort,
    dealer_stays_after_draw,
    nagashi_payments,
    noten_payments,
)
from scoring.rulebook.rulebook import editions, load
from scoring.verbs.draw import draw
from tests.scoring.vectors import read

SHEETS = read("draws")["rulebooks"]
WITH_NOTEN = [e for e in editions() if isinstance(load(e).draw.noten_total, int)]
names = lambda sheet: sheet["rulebook"]  # noqa: E731


@pytest.mark.parametrize("sheet", SHEETS, ids=names)
def test_every_set_of_tenpai_players_is_paid_as_worked_out(sheet):
    about = {key: sheet[key] for key in ("rulebook", "dealer", "assume")}

    for case in sheet["exhaustive"]:
        answer = draw(about | {"tenpai": case["tenpai"]})

        assert answer == {key: case[key] for key in ("delta", "dealer", "honba")}, case


@pytest.mark.parametrize("sheet", SHEETS, ids=names)
def test_only_the_aborts_of_the_rulebook_are_known(sheet):
    book = load(sheet["rulebook"])

    for kind, known in sheet["abortive"]["kinds"].items():
        if known:
            check_abort(book, kind)
        else:
            with pytest.raises(ScoringError) as refused:
                check_abort(book, kind)
            assert refused.value.code == "no_such_abort"


@pytest.mark.parametrize("sheet", [s for s in SHEETS if any(s["abortive"]["kinds"].values())], ids=names)
def test_an_abort_pays_nothing_and_says_who_deals_next(sheet):
    expect, about = sheet["abortive"], {"rulebook": sheet["rulebook"], "dealer": 0}
    kind = next(kind for kind, known in expect["kinds"].items() if known)

    if expect["dealer"] == "unset":
        with pytest.raises(NeedsEventSetting) as refused:
            draw(about | {"abort": kind})
        assert refused.value.fields == ("draw.abort_dealer",)
        about |= {"assume": {"draw.abort_dealer": "stays"}}

    assert draw(about | {"abort": kind}) == {
        "delta": expect["delta"],
        "dealer": "stays",
        "honba": expect["honba"],
    }


@pytest.mark.parametrize("sheet", SHEETS, ids=names)
def test_nagashi_mangan_is_a_mangan_from_everybody(sheet):
    book = load(sheet["rulebook"])

    if sheet["nagashi"] is None:
        with pytest.raises(ScoringError) as refused:
            nagashi_payments(book, 0, [1])
        assert refused.value.code in {"no_nagashi_mangan", "needs_event_setting"}
    for case in sheet["nagashi"] or ():
        assert list(nagashi_payments(book, case["dealer"], case["players"])) == case["delta"], case["name"]


def test_nagashi_replaces_the_noten_payments():
    answer = draw({"rulebook": "tenhou", "dealer": 0, "tenpai": [0, 1], "nagashi": [2]})

    assert answer == {"delta": [-4_000, -2_000, 8_000, -2_000], "dealer": "stays", "honba": "+1"}


def test_a_rotating_dealer_after_an_abort_is_a_switch():
    book = load("jpml_a").with_house_rules("turn", {"draw.abort_dealer": "rotates"})

    assert not dealer_stays_after_abort(book)


def test_the_doubled_seat_pays_and_is_paid_double_only_if_the_house_says_so():
    changes = {"overlay.wareme": "wareme", "overlay.wareme_on_noten": True}
    house = load("mleague").with_house_rules("wareme", changes)
    plain = load("mleague").with_house_rules("wareme", {"overlay.wareme": "wareme"})

    assert noten_payments(house, [0, 1], marked=2) == (2_250, 2_250, -3_000, -1_500)
    assert noten_payments(house, [0], marked=0) == (6_000, -2_000, -2_000, -2_000)
    assert noten_payments(plain, [0, 1], marked=2) == (1_500, 1_500, -1_500, -1_500)


@pytest.mark.parametrize(
    ("marked", "code"), [(None, "no_marked_seat"), (4, "no_such_seat"), (-1, "no_such_seat")]
)
def test_a_doubled_noten_penalty_needs_to_know_who_is_doubled(marked, code):
    """もらっても支払っても2倍 [S0]: while nobody is named, a penalty would be settled as if nobody were doubled."""
    changes = {"overlay.wareme": "wareme", "overlay.wareme_on_noten": True}
    house = load("mleague").with_house_rules("wareme", changes)

    with pytest.raises(ScoringError) as refused:
        noten_payments(house, [0, 1], marked=marked)

    assert (refused.value.code, refused.value.fields) == (code, ("marked",))
    assert noten_payments(house, [], marked=marked) == (0, 0, 0, 0)


@pytest.mark.parametrize(
    ("tenpai", "total", "code"), [([0, 0], 3_000, "no_such_seat"), ([4], 3_000, "no_such_seat")]
)
def test_a_tenpai_that_cannot_be_is_refused(tenpai, total, code):
    with pytest.raises(ScoringError) as refused:
        noten_payments(load("mleague"), tenpai)

    assert refused.value.code == code


def test_a_penalty_that_cannot_be_shared_in_sticks_is_refused():
    book = load("mleague").with_house_rules("odd", {"draw.noten_total": 1_000})

    with pytest.raises(ScoringError) as refused:
        noten_payments(book, [0])

    assert refused.value.code == "undefined"


def test_what_the_rulebook_leaves_open_has_to_be_set_by_the_event():
    with pytest.raises(NeedsEventSetting) as refused:
        noten_payments(load("beginner"), [0])

    assert refused.value.fields == ("draw.noten_total",)


@given(st.sampled_from(WITH_NOTEN), st.sets(st.integers(0, 2)), st.integers(0, 2))
def test_noten_payments_sum_to_nothing_in_any_order(edition, tenpai, marked):
    book = load(edition)

    delta = noten_payments(book, tenpai, marked=marked)

    assert sum(delta) == 0
    assert delta == noten_payments(book, sorted(tenpai, reverse=True))


@pytest.mark.parametrize("seats", [[], [1, 1], [4]])
def test_a_nagashi_mangan_has_somebody_who_made_it(seats):
    with pytest.raises(ScoringError) as refused:
        nagashi_payments(load("tenhou"), 0, seats)

    assert refused.value.code == "no_such_seat"


def test_aborts_and_renchan_are_required_where_they_are_open():
    book = load("mleague").with_house_rules("open", {"draw.aborts": "unset", "game_end.renchan": "unset"})

    with pytest.raises(NeedsEventSetting):
        check_abort(book, "kyuushu")
    with pytest.raises(NeedsEventSetting):
        dealer_stays_after_draw(book, 0, [0])


def test_a_doubled_seat_is_doubled_only_where_wareme_is_played():
    book = load("mleague").with_house_rules("x", {"overlay.wareme_on_noten": True})

    assert noten_payments(book, [0], marked=0) == (3_000, -1_000, -1_000, -1_000)


def test_no_penalty_where_the_rulebook_has_none():
    book = load("mleague").with_house_rules("none", {"draw.noten_total": 0})

    assert noten_payments(book, [0, 2]) == (0, 0, 0, 0)


def test_a_share_comes_in_halves_of_a_stick_at_least():
    """3,000 between one and three is 1,000; 200 between two and two would be 50, which two of them make a stick."""
    book = load("mleague").with_house_rules("small", {"draw.noten_total": 200})
    odd = load("mleague").with_house_rules("odd", {"draw.noten_total": 100})

    assert noten_payments(book, [0, 2]) == (100, -100, 100, -100)
    with pytest.raises(ScoringError) as refused:
        noten_payments(odd, [0, 2])
    assert (refused.value.code, refused.value.fields) == ("undefined", ("draw.noten_total",))
