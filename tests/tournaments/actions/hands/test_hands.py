"""A game hand by hand: what a table enters, takes back and reports."""

from typing import Any

import pytest

from tests.tournaments.hall import BALANCED, Hall, hall_in_play, open_hall, phones_of
from tests.tournaments.replay import replayed
from tournaments.actions.actor import Actor
from tournaments.actions.errors import (
    ActionError,
    NotAllowed,
    RoundClosed,
    RulesRefuse,
    StaleVersion,
    StateRefuses,
)
from tournaments.actions.hands.hand_log import last_state
from tournaments.actions.hands.hands import (
    CorrectedHand,
    change_hand,
    enter_hand,
    enter_log,
    report_hands,
    take_hands_back,
)
from tournaments.actions.play.rounds import cancel_start, close_round
from tournaments.actions.play.scoresheets.reporting import TableReport, dispute_sheet, report_sheet
from tournaments.models import HandRecord, LedgerEntry, Round, Scoresheet, Table
from tournaments.models.play.hands import EMPTY_LOG, MOST_RECORDS
from tournaments.verification.ledger import verify_ledger

# South deals in to East's riichi of three han, 40 fu: a dealer's 7,700, and the stick comes back.
RON = {"kind": "win", "wins": [{"winner": 0, "han": 3, "fu": 40}], "loser": 1, "riichi": [0]}
DRAW = {"kind": "draw", "tenpai": [0, 2]}
# Nobody is tenpai: the dealer passes on.
PASSES = {"kind": "draw", "tenpai": []}


@replayed
def hall_with_phones() -> tuple[Hall, Round, list[Actor]]:
    hall, round_ = hall_in_play()
    return hall, round_, phones_of(round_.tables.get(number=1), hall.alice)


@pytest.fixture
def _hall_in_play(db: None, request: pytest.FixtureRequest) -> tuple[Hall, Round]:
    """With the phones of table 1, if the test asks for them."""
    return request.getfixturevalue("_with_phones")[:2] if "phones" in request.fixturenames else hall_in_play()


@pytest.fixture
def _with_phones(db: None) -> tuple[Hall, Round, list[Actor]]:
    return hall_with_phones()


@pytest.fixture
def phones(round_: Round, _with_phones: tuple[Hall, Round, list[Actor]]) -> list[Actor]:
    return _with_phones[2]


def entered(table: Table, by: Actor, *outcomes: dict[str, Any], tag: str = EMPTY_LOG) -> HandRecord:
    """Enter these, one after another, and return the last."""
    record = None
    for outcome in outcomes:
        record = enter_hand(table=table, outcome=outcome, by=by, if_match=tag)
        tag = record.tag
    assert record is not None
    return record


def stored(table: Table) -> list[tuple[int, str, int | None]]:
    return list(HandRecord.objects.filter(table=table).values_list("number", "kind", "of"))


def refused(kind: type[ActionError], code: str, do: Any) -> None:
    """This is refused, and nothing has changed: no record, no sheet, no entry in the ledger."""
    before = HandRecord.objects.count(), Scoresheet.objects.count(), LedgerEntry.objects.count()
    with pytest.raises(kind) as error:
        do()
    assert error.value.code == code
    assert (HandRecord.objects.count(), Scoresheet.objects.count(), LedgerEntry.objects.count()) == before


def test_a_hand_is_paid_by_the_rulebook(table: Table, phones: list[Actor]) -> None:
    record = entered(table, phones[2], RON)

    assert last_state(record) == {
        "points": [32_700, 17_300, 25_000, 25_000],
        "round": 0,
        "dealer": 0,
        "honba": 1,
        "deposits": 0,
        "hands": 1,
        "chombo": [0, 0, 0, 0],
        "imbalance": 0,
        "hands_left": None,
        "chombo_ends": False,
        "over": "",
    }
    assert (record.number, record.seat.wind, record.user) == (1, 3, None)


def test_no_hand_touches_the_ledger(hall: Hall, table: Table, phones: list[Actor]) -> None:
    before = hall.kinds()

    entered(table, phones[0], RON, DRAW)

    assert hall.kinds() == before


def test_the_same_hand_from_two_phones_is_one_hand(table: Table, phones: list[Actor]) -> None:
    first = enter_hand(table=table, outcome=RON, by=phones[0], if_match=EMPTY_LOG)

    second = enter_hand(table=table, outcome=RON, by=phones[1], if_match=EMPTY_LOG)

    assert (second.pk, second.is_repeat, first.is_repeat) == (first.pk, True, False)
    assert stored(table) == [(1, "hand", None)]


# The same hand as RON, of which the table tells its yaku; riichi is known.
YAKU = {"yaku": ["sanshoku"], "dora": {}}
TOLD = {"kind": "win", "wins": [{"winner": 0, "fu": 40, "details": YAKU}], "loser": 1, "riichi": [0]}
TILES = {"tiles": "234m234p23499s567m", "win_tile": "9s"}


def test_a_hand_keeps_what_is_told_of_its_yaku(table: Table, phones: list[Actor]) -> None:
    record = entered(table, phones[0], TOLD)

    assert last_state(record)["points"] == [32_700, 17_300, 25_000, 25_000]
    assert record.content == {
        "kind": "win",
        "wins": [{"winner": 0, "han": 3, "fu": 40, "details": {"yaku": ["riichi", "sanshoku"]}}],
        "loser": 1,
        "riichi": [0],
    }


def test_tiles_say_everything_and_are_kept(table: Table, phones: list[Actor]) -> None:
    tiles = {**TILES, "win_tile": "9s", "dora": "1s"}
    told = {**RON, "wins": [{"winner": 0, "details": {"hand": tiles}}]}

    [win] = entered(table, phones[0], told).content["wins"]

    assert win == {
        "winner": 0,
        "han": 4,
        "fu": 40,
        "details": {"yaku": ["riichi", "sanshoku"], "dora": {"dora": 1}, "hand": tiles},
    }


@pytest.mark.parametrize(
    ("win", "message"),
    [
        (
            {"han": 4, "fu": 40, "details": YAKU},
            "These yaku make 3 han 40 fu, but 4 han 40 fu was entered. Please correct one of them.",
        ),
        (
            {"han": 4, "details": {"hand": TILES}},
            "These tiles make 3 han 40 fu, but 4 han was entered. Please correct one of them.",
        ),
    ],
)
def test_han_that_are_not_those_of_yaku_or_tiles_are_refused(
    table: Table, phones: list[Actor], win: dict[str, Any], message: str
) -> None:
    told = {**RON, "wins": [{"winner": 0, **win}]}

    refused(
        RulesRefuse,
        "worth_differs",
        lambda: enter_hand(table=table, outcome=told, by=phones[0], if_match=EMPTY_LOG),
    )
    with pytest.raises(RulesRefuse) as error:
        enter_hand(table=table, outcome=told, by=phones[0], if_match=EMPTY_LOG)
    assert error.value.message == message


@pytest.mark.parametrize(("first", "second"), [(RON, TOLD), (TOLD, RON), (TOLD, TOLD)])
def test_a_hand_of_which_one_phone_tells_the_yaku_is_one_hand(
    table: Table, phones: list[Actor], first: dict[str, Any], second: dict[str, Any]
) -> None:
    there = entered(table, phones[0], first)

    again = enter_hand(table=table, outcome=second, by=phones[1], if_match=EMPTY_LOG)

    assert (again.pk, again.is_repeat) == (there.pk, True)


def by(*wins: dict[str, Any], **more: object) -> dict[str, Any]:
    return {"kind": "win", "wins": list(wins), "loser": 1, **more}


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (by({"winner": 0, "han": 6}), by({"winner": 0, "han": 7})),
        (by({"winner": 2, "han": 5, "fu": 30}), by({"winner": 2, "han": 5})),
        (by({"winner": 0, "han": 4, "fu": 40}), by({"winner": 0, "han": 3, "fu": 70})),
        (by({"winner": 0, "yakuman": ["kokushi"]}), by({"winner": 0, "yakuman": ["kokushi_13"]})),
    ],
    ids=["two haneman", "with and without fu", "two mangan", "the better wait of a yakuman"],
)
def test_a_win_that_pays_the_same_is_one_hand_as_the_first_phone_told_it(
    table: Table, phones: list[Actor], first: dict[str, Any], second: dict[str, Any]
) -> None:
    there = entered(table, phones[0], first)

    again = enter_hand(table=table, outcome=second, by=phones[1], if_match=EMPTY_LOG)

    assert (again.pk, again.is_repeat, again.content) == (there.pk, True, first)
    assert stored(table) == [(1, "hand", None)]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (by({"winner": 0, "han": 5}), by({"winner": 0, "han": 6})),
        (by({"winner": 0, "han": 6}, riichi=[0]), by({"winner": 0, "han": 7}, riichi=[2])),
        (by({"winner": 0, "han": 6}), by({"winner": 2, "han": 7})),
        (by({"winner": 0, "han": 6}), {"kind": "win", "wins": [{"winner": 0, "han": 7}]}),
        (by({"winner": 0, "yakuman": ["kokushi"]}), by({"winner": 0, "yakuman": ["suuankou"]})),
        (by({"winner": 0, "han": 6}), DRAW),
        (DRAW, by({"winner": 0, "han": 6})),
    ],
    ids=["worth more", "other riichi", "who won", "from whom", "another yakuman", "a draw", "no draw"],
)
def test_a_win_that_differs_in_more_than_han_or_fu_is_another_hand(
    table: Table, phones: list[Actor], first: dict[str, Any], second: dict[str, Any]
) -> None:
    entered(table, phones[0], first)

    refused(
        StaleVersion,
        "stale_hands",
        lambda: enter_hand(table=table, outcome=second, by=phones[1], if_match=EMPTY_LOG),
    )
    assert stored(table) == [(1, "hand", None)]


def test_a_hand_that_pays_something_else_is_another_whatever_it_tells(
    table: Table, phones: list[Actor]
) -> None:
    entered(table, phones[0], RON)
    more = {**TOLD, "wins": [{"winner": 0, "fu": 40, "details": {**YAKU, "dora": {"dora": 1}}}]}

    refused(
        StaleVersion,
        "stale_hands",
        lambda: enter_hand(table=table, outcome=more, by=phones[1], if_match=EMPTY_LOG),
    )


def test_a_correction_and_a_whole_log_tell_yaku_as_well(
    hall: Hall, table: Table, phones: list[Actor]
) -> None:
    tag = entered(table, phones[0], RON).tag
    changed = change_hand(
        table=table, correction=CorrectedHand(1, TOLD, "Its yaku"), by=hall.alice, if_match=tag
    )
    taken = take_hands_back(table=table, first=1, by=phones[0], if_match=changed.tag)
    log = {"format": 1, "rulebook": hall.tournament.rulebook_for(4).hash(), "outcomes": [TOLD, DRAW]}

    enter_log(table=table, game=log, by=phones[0], if_match=taken.tag)

    wins = [
        record.content["wins"] for record in HandRecord.objects.order_by("number") if "wins" in record.outcome
    ]
    assert [win["details"]["yaku"] for [win] in wins[1:]] == [["riichi", "sanshoku"]] * 2


def test_what_was_told_is_verified(hall: Hall, table: Table, phones: list[Actor]) -> None:
    entered(table, phones[0], TOLD, DRAW)

    assert verify_ledger(hall.tournament.pk).problems == []


def test_two_hands_alike_one_after_another_are_two(table: Table, phones: list[Actor]) -> None:
    record = entered(table, phones[0], DRAW, DRAW)

    assert (record.number, record.is_repeat) == (2, False)
    assert last_state(record)["points"] == [28_000, 22_000, 28_000, 22_000]


def test_another_hand_from_a_phone_that_has_not_seen_the_last_is_refused(
    table: Table, phones: list[Actor]
) -> None:
    entered(table, phones[0], RON)

    refused(
        StaleVersion,
        "stale_hands",
        lambda: enter_hand(table=table, outcome=DRAW, by=phones[1], if_match=EMPTY_LOG),
    )


def test_hands_taken_back_stay_in_the_log_and_do_not_count(table: Table, phones: list[Actor]) -> None:
    tag = entered(table, phones[0], RON, DRAW, DRAW).tag

    record = take_hands_back(table=table, first=2, by=phones[3], if_match=tag)

    assert stored(table) == [(1, "hand", None), (2, "hand", None), (3, "hand", None), (4, "undo", 2)]
    assert last_state(record)["points"] == [32_700, 17_300, 25_000, 25_000]
    after = entered(table, phones[0], DRAW, tag=record.tag)
    assert (after.number, last_state(after)["hands"]) == (5, 2)


def test_what_was_taken_back_cannot_be_taken_back_again(table: Table, phones: list[Actor]) -> None:
    tag = entered(table, phones[0], RON, DRAW).tag
    tag = take_hands_back(table=table, first=2, by=phones[0], if_match=tag).tag

    refused(
        RulesRefuse,
        "no_such_hand_record",
        lambda: take_hands_back(table=table, first=2, by=phones[0], if_match=tag),
    )


def test_a_hand_that_is_taken_back_is_not_taken_for_a_repeat(table: Table, phones: list[Actor]) -> None:
    before = entered(table, phones[0], RON)
    take_hands_back(table=table, first=1, by=phones[0], if_match=before.tag)

    refused(
        StaleVersion,
        "stale_hands",
        lambda: enter_hand(table=table, outcome=RON, by=phones[1], if_match=EMPTY_LOG),
    )


def test_the_referee_corrects_a_hand_and_those_after_it_are_paid_anew(
    hall: Hall, table: Table, phones: list[Actor]
) -> None:
    tag = entered(table, phones[0], RON, DRAW).tag
    by_west = {**RON, "loser": 2}

    record = change_hand(
        table=table, correction=CorrectedHand(1, by_west, "West dealt in"), by=hall.rob, if_match=tag
    )

    assert stored(table)[-1] == (3, "change", 1)
    assert last_state(record)["points"] == [34_200, 23_500, 18_800, 23_500]
    assert (record.user, record.seat, record.reason) == (hall.rob.user, None, "West dealt in")


def test_a_correction_after_which_a_hand_could_not_have_been_is_refused(
    hall: Hall, table: Table, phones: list[Actor]
) -> None:
    tag = entered(table, phones[0], RON, *[PASSES] * 8).tag

    refused(
        RulesRefuse,
        "game_over",
        lambda: change_hand(
            table=table, correction=CorrectedHand(1, PASSES, "Nobody won"), by=hall.rob, if_match=tag
        ),
    )


@pytest.mark.parametrize(
    ("outcome", "code"),
    [
        ({}, "invalid_outcome"),
        ({"kind": "win", "wins": [{"winner": 9}]}, "invalid_outcome"),
        ({"kind": "win", "wins": [{"winner": 0, "han": 1, "fu": 20}], "loser": 1}, "no_such_hand"),
        ({"kind": "draw", "tenpai": [], "riichi": [1]}, "noten_riichi"),
        ({"kind": "abort", "abort": "kyuushu"}, "no_such_abort"),
    ],
)
def test_what_cannot_happen_by_the_rulebook_is_refused(
    table: Table, phones: list[Actor], outcome: dict[str, Any], code: str
) -> None:
    refused(
        RulesRefuse,
        code,
        lambda: enter_hand(table=table, outcome=outcome, by=phones[0], if_match=EMPTY_LOG),
    )


def test_points_that_no_hand_moved_are_moved_by_the_staff_alone(
    hall: Hall, table: Table, phones: list[Actor]
) -> None:
    fine = {"kind": "adjust", "delta": [-1_000, 0, 0, 0], "reason": "a stick was lost"}
    game = {"format": 1, "rulebook": hall.tournament.rulebook_for(4).hash(), "outcomes": [fine]}

    refused(
        NotAllowed,
        "not_allowed",
        lambda: enter_hand(table=table, outcome=fine, by=phones[0], if_match=EMPTY_LOG),
    )
    refused(
        NotAllowed,
        "not_allowed",
        lambda: enter_log(table=table, game=game, by=phones[0], if_match=EMPTY_LOG),
    )

    assert last_state(entered(table, hall.rob, fine))["imbalance"] == 1_000


def test_a_game_that_is_over_is_reported_from_its_hands(
    hall: Hall, table: Table, phones: list[Actor]
) -> None:
    tag = entered(table, phones[0], RON, *[PASSES] * 8).tag

    sheet = report_hands(table=table, by=phones[0], if_match=tag)

    assert (sheet.points, sheet.leftover, sheet.status) == (
        [32_700, 17_300, 25_000, 25_000],
        0,
        "submitted",
    )
    last = HandRecord.objects.get(table=table, number=9)
    assert hall.last_payload()["hands"] == {"count": 9, "hash": last.hash, "users": []}
    assert verify_ledger(hall.tournament.pk).problems == []


def test_a_game_that_goes_on_is_not_reported_from_its_hands(table: Table, phones: list[Actor]) -> None:
    tag = entered(table, phones[0], RON).tag

    refused(RulesRefuse, "game_not_over", lambda: report_hands(table=table, by=phones[0], if_match=tag))


def test_a_table_that_stops_entering_hands_reports_its_points_and_keeps_the_log(
    hall: Hall, table: Table, phones: list[Actor]
) -> None:
    last = entered(table, hall.rob, RON, DRAW)

    report_sheet(table=table, report=TableReport(BALANCED), by=phones[0])

    rob = hall.rob.user.pk
    assert hall.last_payload()["hands"] == {"count": 2, "hash": last.hash, "users": [[1, rob], [2, rob]]}
    assert verify_ledger(hall.tournament.pk).problems == []


def test_hands_end_with_the_result(table: Table, phones: list[Actor]) -> None:
    tag = entered(table, phones[0], RON).tag
    sheet = report_sheet(table=table, report=TableReport(BALANCED), by=phones[0])

    refused(
        StateRefuses,
        "result_is_in",
        lambda: enter_hand(table=table, outcome=DRAW, by=phones[1], if_match=tag),
    )

    dispute_sheet(sheet=sheet, if_match=sheet.tag, reason="A hand is missing", by=phones[1])
    assert entered(table, phones[1], DRAW, tag=tag).number == 2


def test_hands_end_with_the_round(hall: Hall, table: Table, phones: list[Actor]) -> None:
    tag = entered(table, phones[0], RON).tag
    close_round(round_=table.round, by=hall.alice, leave_open=True)

    refused(
        RoundClosed,
        "round_closed",
        lambda: enter_hand(table=table, outcome=DRAW, by=phones[0], if_match=tag),
    )


def test_a_round_in_which_hands_were_entered_stays_started(
    hall: Hall, table: Table, phones: list[Actor]
) -> None:
    entered(table, phones[0], RON)

    refused(StateRefuses, "results_exist", lambda: cancel_start(round_=table.round, by=hall.alice))


def test_a_whole_game_is_taken_in_from_its_log(hall: Hall, table: Table) -> None:
    rulebook = hall.tournament.rulebook_for(4)
    game = {"format": 1, "rulebook": rulebook.hash(), "outcomes": [RON, DRAW]}

    record = enter_log(table=table, game=game, by=hall.rob, if_match=EMPTY_LOG)

    assert stored(table) == [(1, "hand", None), (2, "hand", None)]
    assert last_state(record)["points"] == [34_200, 15_800, 26_500, 23_500]
    refused(
        StateRefuses,
        "hands_exist",
        lambda: enter_log(table=table, game=game, by=hall.rob, if_match=record.tag),
    )


def test_a_game_of_patterns_is_entered_by_their_points(db: None) -> None:
    """WSOM: points of patterns and no counters."""
    hall = open_hall(rulebook_id="wsom", house_rules={"chombo.kind": "none", "chombo.amount": 0})
    table = hall.started().tables.get(number=1)
    record = entered(table, hall.rob, {"kind": "win", "wins": [{"winner": 1, "points": 60}], "loser": 0})

    assert sum(last_state(record)["points"]) == 0
    assert last_state(record)["points"][1] > 0


def test_a_log_without_a_hand_is_no_game(hall: Hall, table: Table) -> None:
    game = {"format": 1, "rulebook": hall.tournament.rulebook_for(4).hash(), "outcomes": []}

    refused(
        RulesRefuse, "no_hands", lambda: enter_log(table=table, game=game, by=hall.rob, if_match=EMPTY_LOG)
    )


@pytest.mark.slow
def test_a_log_takes_so_many_entries_and_then_a_result(hall: Hall, table: Table) -> None:
    # Seven hands and that they are taken back are eight entries.
    game = {"format": 1, "rulebook": hall.tournament.rulebook_for(4).hash(), "outcomes": [PASSES] * 7}
    tag = EMPTY_LOG
    for first in range(1, MOST_RECORDS, 8):
        tag = enter_log(table=table, game=game, by=hall.rob, if_match=tag).tag
        tag = take_hands_back(table=table, first=first, by=hall.rob, if_match=tag).tag

    refused(
        StateRefuses,
        "too_many_hands",
        lambda: enter_hand(table=table, outcome=PASSES, by=hall.rob, if_match=tag),
    )

    assert HandRecord.objects.count() == MOST_RECORDS
    assert report_sheet(table=table, report=TableReport(BALANCED), by=hall.rob).status == "submitted"
