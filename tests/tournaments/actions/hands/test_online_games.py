"""A game that was played online becomes the hands and the result of a table."""

from typing import Any

import pytest

from tests.scoring.online.platform_logs import ALL_ENDS, EIGHT_HANDS, OF_THREE, game_of_log
from tests.tournaments.hall import BALANCED, Hall, confirm_all, phones_of, seats_of
from tournaments.actions.errors import ActionError, NotAllowed, RulesRefuse, StaleVersion, StateRefuses
from tournaments.actions.hands.hand_log import last_state
from tournaments.actions.hands.hands import enter_hand, take_hands_back
from tournaments.actions.hands.online_games import enter_online_game
from tournaments.actions.play.scoresheets.deciding import void_sheet
from tournaments.actions.play.scoresheets.reporting import TableReport, report_sheet
from tournaments.models import HandRecord, LedgerEntry, Scoresheet, Table
from tournaments.models.play.hands import EMPTY_LOG
from tournaments.verification.ledger import verify_ledger

GAME = game_of_log(EIGHT_HANDS)


def players_of(table: Table) -> list[int]:
    return [seat.entry_id for seat in seats_of(table)]


def refused(kind: type[ActionError], code: str, table: Table, **changed: Any) -> str:
    """This is refused, and nothing has changed: no hand, no result, no seat, no entry in the ledger."""

    def stands() -> tuple[object, ...]:
        counts = [model.objects.count() for model in (HandRecord, Scoresheet, LedgerEntry)]
        return (*counts, players_of(table))

    before = stands()
    with pytest.raises(kind) as error:
        enter_online_game(**{"table": table, "game": GAME, "if_match": EMPTY_LOG, **changed})
    assert error.value.code == code
    assert stands() == before
    return error.value.message


def test_a_game_becomes_hands_and_a_result_that_waits_for_confirmation(hall: Hall, table: Table) -> None:
    entered = enter_online_game(
        table=table, game=GAME, players=players_of(table), by=hall.rob, if_match=EMPTY_LOG
    )

    records = list(HandRecord.objects.of_table(table.pk))
    assert [last_state(record)["points"] for record in records] == [list(hand.after) for hand in EIGHT_HANDS]
    assert records[-1].content == {
        "kind": "win",
        "wins": [{"winner": 1, "han": 2, "fu": 40, "details": {"yaku": ["riichi"], "dora": {"dora": 1}}}],
        "loser": 2,
        "riichi": [1],
    }
    assert entered.record == records[-1]
    assert entered.sheet is not None
    assert (entered.sheet.status, list(entered.sheet.points)) == (
        "submitted",
        [25_000, 29_700, 20_300, 25_000],
    )
    assert hall.last_payload()["hands"]["count"] == 8  # type: ignore[index]
    confirm_all(entered.sheet, [hall.rob, *phones_of(table, hall.alice)])
    assert verify_ledger(hall.tournament.pk).problems == []


def test_the_table_is_seated_as_the_platform_has_dealt(hall: Hall, table: Table) -> None:
    order = players_of(table)[::-1]

    entered = enter_online_game(table=table, game=GAME, players=order, by=hall.rob, if_match=EMPTY_LOG)

    assert players_of(table) == order
    assert entered.sheet is not None
    scores = entered.sheet.scores.order_by("seat__wind").values_list("seat__entry", "points")
    assert list(scores) == list(zip(order, [25_000, 29_700, 20_300, 25_000], strict=True))
    assert hall.kinds()[-2:] == ["reseated", "reported"]
    assert verify_ledger(hall.tournament.pk).problems == []


def test_a_game_that_our_rules_play_on_is_entered_as_far_as_it_went(hall: Hall, table: Table) -> None:
    """Tenhou ends a game where somebody is bankrupt; the M-League plays on."""
    game = game_of_log(EIGHT_HANDS[:5])

    entered = enter_online_game(
        table=table, game=game, players=players_of(table), by=hall.rob, if_match=EMPTY_LOG
    )

    assert (entered.record.number, entered.sheet) == (5, None)
    assert not Scoresheet.objects.exists()


def test_a_player_enters_it_where_they_sit_as_they_were_dealt(hall: Hall, table: Table) -> None:
    phone = phones_of(table, hall.alice)[2]

    refused(NotAllowed, "not_allowed", table, players=players_of(table)[::-1], by=phone)
    entered = enter_online_game(
        table=table, game=GAME, players=players_of(table), by=phone, if_match=EMPTY_LOG
    )

    assert entered.sheet is not None
    assert entered.sheet.reported_by_seat_id == seats_of(table)[2].pk


def test_a_game_of_other_rules_is_refused_with_the_reason(hall: Hall, table: Table) -> None:
    here = {"players": players_of(table), "by": hall.rob}

    assert "4" in refused(RulesRefuse, "other_rules", table, game=game_of_log(OF_THREE), **here)
    assert "Hand 4" in refused(RulesRefuse, "hand_refused", table, game=game_of_log(ALL_ENDS), **here)
    refused(RulesRefuse, "other_course", table, game=game_of_log(EIGHT_HANDS[1:]), **here)


def test_hands_that_stand_and_results_that_are_in_are_not_written_over(hall: Hall, table: Table) -> None:
    here = {"players": players_of(table), "by": hall.rob}
    tag = enter_hand(table=table, outcome={"kind": "draw", "tenpai": []}, by=hall.rob, if_match=EMPTY_LOG).tag

    refused(StaleVersion, "stale_hands", table, **here)
    refused(StateRefuses, "hands_exist", table, if_match=tag, **here)
    report_sheet(table=table, report=TableReport(BALANCED), by=hall.rob)
    refused(StateRefuses, "result_is_in", table, if_match=tag, **here)


def test_the_right_log_follows_a_wrong_one_that_was_taken_back(hall: Hall, table: Table) -> None:
    order = [seat.entry_id for seat in seats_of(table)]
    turned, right = order[1:] + order[:1], order[::-1]
    game = game_of_log(EIGHT_HANDS)
    wrong = enter_online_game(table=table, game=game, players=turned, by=hall.rob, if_match=EMPTY_LOG)
    assert wrong.record is not None
    if wrong.sheet is not None:
        void_sheet(sheet=wrong.sheet, if_match=wrong.sheet.tag, reason="Wrong log", by=hall.rob)
    tag = take_hands_back(table=table, first=1, by=hall.rob, if_match=wrong.record.tag).tag

    enter_online_game(table=table, game=game, players=right, by=hall.rob, if_match=tag)

    assert players_of(table) == right
    assert verify_ledger(hall.tournament.pk).problems == []


def test_other_players_are_refused(hall: Hall, table: Table) -> None:
    refused(RulesRefuse, "not_these_players", table, players=players_of(table)[:3], by=hall.rob)


def test_everybody_is_found_by_nickname_or_named_as_unclear(hall: Hall, table: Table) -> None:
    seats = seats_of(table)
    names = [seat.entry.player.name.upper() for seat in reversed(seats)]

    message = refused(RulesRefuse, "who_is_who", table, game=game_of_log(EIGHT_HANDS), by=hall.rob)
    assert (
        message
        == "These names could not be matched: “あかり”, “Bob<&>”, “ちはる”, “D-4”. Please choose who they "
        "are."
    )
    entered = enter_online_game(
        table=table, game=game_of_log(EIGHT_HANDS, names), by=hall.rob, if_match=EMPTY_LOG
    )

    assert entered.players == [seat.entry_id for seat in reversed(seats)]
    assert players_of(table) == entered.players


def test_a_dry_run_says_what_would_be_and_writes_nothing(hall: Hall, table: Table) -> None:
    seats = seats_of(table)
    names = [*(seat.entry.player.name for seat in seats[:2]), "who", "knows"]
    before = HandRecord.objects.count(), LedgerEntry.objects.count(), players_of(table)

    entered = enter_online_game(
        table=table, game=game_of_log(EIGHT_HANDS, names), by=hall.rob, if_match=EMPTY_LOG, dry_run=True
    )

    assert entered.players == [seats[0].entry_id, seats[1].entry_id, None, None]
    assert (entered.settled.state.points, entered.record, entered.sheet) == (
        (25_000, 29_700, 20_300, 25_000),
        None,
        None,
    )
    assert (HandRecord.objects.count(), LedgerEntry.objects.count(), players_of(table)) == before
