"""A game of an online platform through the API."""

import json
from typing import Any

import pytest

from tests.scoring.online.platform_logs import (
    BANKRUPT_ELSEWHERE,
    BANKRUPT_HERE,
    EIGHT_HANDS,
    OF_THREE,
    bankrupt_in_the_east,
    east_only,
    mjlog,
    tenhou_json,
)
from tests.tournaments.api.callers import Caller, body_of, code_of, phones_at, signed_in
from tests.tournaments.hall import Hall, open_hall, seats_of
from tournaments.models import HandRecord, LedgerEntry, Scoresheet, Table
from tournaments.models.play.hands import EMPTY_LOG


@pytest.fixture
def scorer(hall: Hall) -> Caller:
    return signed_in(hall.rob.user)


def enter(caller: Caller, table: Table, log: str, **more: Any) -> Any:
    return caller.post(f"/v1/tables/{table.pk}/hands/online/", {"log": log, **more}, if_match=EMPTY_LOG)


def log_of(table: Table) -> str:
    return mjlog(EIGHT_HANDS, [seat.entry.player.name for seat in seats_of(table)])


def written() -> tuple[int, ...]:
    return tuple(model.objects.count() for model in (HandRecord, Scoresheet, LedgerEntry))


def test_a_dry_run_says_what_would_be_entered(scorer: Caller, table: Table) -> None:
    before = written()

    answer = enter(scorer, table, log_of(table), dry_run=True)

    body = body_of(answer)
    assert (answer.status_code, body["tag"], body["scoresheet"]) == (200, EMPTY_LOG, None)
    assert body["players"] == [seat.entry_id for seat in seats_of(table)]
    assert body["hands"][7] == {
        "outcome": {
            "kind": "win",
            "wins": [{"winner": 1, "han": 2, "fu": 40, "details": {"yaku": ["riichi"], "dora": {"dora": 1}}}],
            "loser": 2,
            "riichi": [1],
        },
        "changes": [0, 4_700, -4_700, 0],
        "platform_changes": [0, 4_700, -4_700, 0],
        "differs": False,
    }
    assert body["game"]["points"] == body["platform_points"] == [25_000, 29_700, 20_300, 25_000]
    assert written() == before


def test_a_game_is_entered_once_whoever_asks_again(scorer: Caller, table: Table) -> None:
    address, sent = f"/v1/tables/{table.pk}/hands/online/", {"log": log_of(table)}

    first, again = (scorer.post(address, sent, if_match=EMPTY_LOG, key="a-key-of-mine") for _time in "12")

    assert (first.status_code, again.status_code) == (201, 201)
    assert (again["Idempotent-Replay"], body_of(again)) == ("true", body_of(first))
    assert first["ETag"] == f'"{body_of(first)["tag"]}"'
    sheet = Scoresheet.objects.get()
    assert (body_of(first)["scoresheet"]["id"], sheet.points) == (sheet.pk, [25_000, 29_700, 20_300, 25_000])


def test_a_phone_enters_a_game_in_the_order_its_table_was_drawn_in(
    hall: Hall, scorer: Caller, table: Table
) -> None:
    phone, order = phones_at(table, hall.alice)[0], [seat.entry_id for seat in seats_of(table)]

    other_order = enter(phone, table, log_of(table), players=order[::-1])
    assert (code_of(other_order), written()[:2]) == ((403, "not_allowed"), (0, 0))
    answer = enter(phone, table, log_of(table), players=order)

    assert (answer.status_code, written()[:2]) == (201, (8, 1))


@pytest.mark.parametrize(
    ("sent", "status", "code"),
    [
        ({"log": mjlog(EIGHT_HANDS)}, 422, "who_is_who"),
        ({"log": mjlog(EIGHT_HANDS), "players": [1]}, 422, "not_these_players"),
        ({"log": json.dumps(tenhou_json(OF_THREE))}, 422, "other_rules"),
        ({"log": "[" * 100_000}, 422, "unknown_log"),
        ({"log": '{"name": ["\\udfff", "", "", ""], "log": [[]]}'}, 422, "unreadable_log"),
        ({"log": "x" * 2_000_001}, 400, "invalid"),
        ({"log": "x" * 2_500_001}, 413, "body_too_large"),
        ({"log": 7}, 400, "invalid"),
        ({}, 400, "invalid"),
        ({"log": "{}", "players": ["a"]}, 400, "invalid"),
        ({"log": "{}", "game": {}}, 400, "invalid"),
    ],
)
def test_what_cannot_be_entered_is_refused(
    scorer: Caller, table: Table, sent: dict[str, Any], status: int, code: str
) -> None:
    before = written()

    answer = scorer.post(f"/v1/tables/{table.pk}/hands/online/", sent, if_match=EMPTY_LOG)

    assert code_of(answer) == (status, code)
    assert written() == before


@pytest.mark.parametrize("says_so", [True, False])
def test_an_east_only_game_is_refused_where_the_south_round_is_played(
    scorer: Caller, table: Table, says_so: bool
) -> None:
    before = written()
    log = json.dumps(east_only([seat.entry.player.name for seat in seats_of(table)], says_so=says_so))

    answers = [enter(scorer, table, log, dry_run=dry_run) for dry_run in (True, False)]

    assert [code_of(answer) for answer in answers] == [(422, "other_rules")] * 2
    assert written() == before


def table_of_length(length: str) -> tuple[Caller, Table]:
    hall = open_hall(players=4, rulebook_id="tenhou", house_rules={"table.length": length})
    return signed_in(hall.rob.user), hall.started().tables.get()


@pytest.mark.parametrize(("rule", "length", "message"), BANKRUPT_ELSEWHERE)
def test_a_game_that_was_over_early_is_refused_at_a_table_of_another_length(
    db: None, rule: str, length: str, message: str
) -> None:
    scorer, table = table_of_length(length)
    log = json.dumps(bankrupt_in_the_east([seat.entry.player.name for seat in seats_of(table)], rule))
    before = written()

    answers = [enter(scorer, table, log, dry_run=dry_run) for dry_run in (True, False)]

    assert [code_of(answer) for answer in answers] == [(422, "other_rules")] * 2
    assert message in answers[1].json()["error"]["message"]
    assert written() == before


@pytest.mark.parametrize(("rule", "length"), BANKRUPT_HERE[::3])
def test_a_game_that_was_over_early_is_entered_at_a_table_of_its_length(
    db: None, rule: str, length: str
) -> None:
    scorer, table = table_of_length(length)
    log = json.dumps(bankrupt_in_the_east([seat.entry.player.name for seat in seats_of(table)], rule))

    answer = enter(scorer, table, log)

    assert answer.status_code == 201
    assert Scoresheet.objects.get().points == [-7_000, 57_000, 25_000, 25_000]
