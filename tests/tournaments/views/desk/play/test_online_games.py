"""A game that was played online, at the desk: its log is looked at first, and saved afterwards."""

import gzip
import json
from typing import Any
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client

from tests.scoring.online.platform_logs import (
    BANKRUPT_ELSEWHERE,
    EIGHT_HANDS,
    PlayedHand,
    PlayedWin,
    bankrupt_in_the_east,
    east_only,
    mahjong_soul,
    mjlog,
    tenhou_json,
)
from tests.tournaments.hall import BALANCED, Hall, open_hall, seats_of
from tests.tournaments.views.seat.test_seat_pages import text_of
from tournaments.actions.hands.hands import enter_hand
from tournaments.actions.play.scoresheets.reporting import TableReport, report_sheet
from tournaments.actions.setup.tournaments import appoint
from tournaments.models import HandRecord, LedgerEntry, Scoresheet, Staff, Table
from tournaments.models.play.hands import EMPTY_LOG

KEY = "11111111-2222-3333-4444-555555555555"
# By the M-League's rules this is rounded up to a mangan.
NOT_ROUNDED_UP = PlayedHand(
    (0, 0, 0, 0), (25000,) * 4, (25000, 32700, 17300, 25000), loser=2,
    wins=(PlayedWin(1, (("dora", 3), ("tanyao", 1)), 30, "30符4飜7700点", (0, 7700, -7700, 0)),),
)  # fmt: skip


@pytest.fixture
def scorer(hall: Hall) -> Client:
    """Charlie helps with the scores: nobody less may do it."""
    appoint(tournament=hall.tournament, user=hall.charlie.user, role=Staff.Role.SCORER, by=hall.alice)
    client = Client()
    client.force_login(hall.charlie.user)
    return client


def page_of(table: Table) -> str:
    return f"/t/spring-open/desk/tables/{table.pk}/online-game/"


def names_of(table: Table) -> list[str]:
    return [seat.entry.player.name for seat in seats_of(table)]


def look(client: Client, table: Table, text: str = "", **sent: Any) -> HttpResponse:
    fields = {"key": KEY, "if_match": EMPTY_LOG, "do": "look", "text": text, **sent}
    return client.post(page_of(table), fields)  # type: ignore[return-value]


def enter(
    client: Client, table: Table, page: HttpResponse, *, key: str = "", **chosen: object
) -> HttpResponse:
    """Press the button that saves, on a page that shows a game."""
    who = {name: player or "" for _wind, _nickname, name, player in page.context["who"]}
    sent = {
        "key": key or str(uuid4()),
        "if_match": page.context["tag"],
        "do": "enter",
        "game_json": page.context["game_json"],
    }
    return client.post(page_of(table), {**sent, **who, **chosen})  # type: ignore[return-value]


def written() -> tuple[int, ...]:
    return tuple(model.objects.count() for model in (HandRecord, Scoresheet, LedgerEntry))


def test_the_tables_page_leads_there_until_a_hand_is_entered(
    hall: Hall, scorer: Client, table: Table
) -> None:
    desk = f"/t/spring-open/desk/tables/{table.pk}/"
    assert page_of(table) in scorer.get(desk).content.decode()

    enter_hand(table=table, outcome={"kind": "draw", "tenpai": []}, by=hall.rob, if_match=EMPTY_LOG)

    assert page_of(table) not in scorer.get(desk).content.decode()


def test_a_log_is_shown_as_it_would_be_saved_and_nothing_is(scorer: Client, table: Table) -> None:
    names, before = names_of(table), written()

    page = look(scorer, table, json.dumps(tenhou_json(EIGHT_HANDS, names)))

    assert page.status_code == 200
    assert [chosen for _wind, _nickname, _name, chosen in page.context["who"]] == [
        seat.entry_id for seat in seats_of(table)
    ]
    said = text_of(page)
    assert "A game on Tenhou with 8 hands. The rules of this table pay every hand as Tenhou did." in said
    assert f"{names[1]} ron 2,600 (2 han 40 fu) from {names[2]} – riichi, dora 1" in said
    assert [row[1:3] for row in page.context["result"]] == [
        (25_000, 25_000),
        (29_700, 29_700),
        (20_300, 20_300),
        (25_000, 25_000),
    ]
    assert written() == before


def test_and_saved_it_is_the_tables_result(scorer: Client, table: Table) -> None:
    page = look(scorer, table, json.dumps(tenhou_json(EIGHT_HANDS, names_of(table))))

    answer = enter(scorer, table, page)

    assert (answer.status_code, answer["Location"]) == (302, f"/t/spring-open/desk/tables/{table.pk}/")
    sheet = Scoresheet.objects.get(table=table)
    assert (sheet.status, sheet.points) == ("submitted", [25_000, 29_700, 20_300, 25_000])
    assert "was saved. Its result is waiting for confirmation." in text_of(scorer.get(answer["Location"]))


def test_pressed_twice_it_is_saved_once(scorer: Client, table: Table) -> None:
    page = look(scorer, table, json.dumps(tenhou_json(EIGHT_HANDS, names_of(table))))

    first, second = (enter(scorer, table, page, key=KEY) for _time in range(2))

    assert (first.status_code, second["Location"]) == (302, first["Location"])
    assert (HandRecord.objects.count(), Scoresheet.objects.count()) == (8, 1)


def test_files_are_taken_too(scorer: Client, table: Table) -> None:
    names = names_of(table)
    for data in (
        gzip.compress(mjlog(EIGHT_HANDS, names).encode()),
        json.dumps(mahjong_soul(EIGHT_HANDS, names)).encode(),
    ):
        page = look(scorer, table, file=SimpleUploadedFile("game.mjlog", data))

        assert page.status_code == 200
        assert len(page.context["lines"]) == 8


def test_what_the_platform_gave_otherwise_is_said(scorer: Client, table: Table) -> None:
    names = names_of(table)

    page = look(scorer, table, json.dumps(tenhou_json((NOT_ROUNDED_UP,), names)))

    said = text_of(page)
    assert (
        "In 1 hand, Tenhou awarded points that differ from the rules of this table; it is marked below."
        in said
    )
    assert f"At the end, compared with Tenhou: {names[1]} +300 · {names[2]} −300" in said
    assert "By the rules of this table, the game is not over: only its hands are saved." in said
    line = page.context["lines"][0]
    changes = [[cell.change for cell in cells] for cells in (line["cells"], line["platform_cells"])]
    assert changes == [[0, 8_000, -8_000, 0], [0, 7_700, -7_700, 0]]
    answer = enter(scorer, table, page)
    assert "were saved. By the rules of this table, the game is not over." in text_of(
        scorer.get(answer["Location"])
    )
    assert written()[:2] == (1, 0)


def test_whoever_is_not_found_by_nickname_is_chosen(scorer: Client, table: Table) -> None:
    seats, before = seats_of(table), written()
    nicknames = [seats[3].entry.player.name, "sparrow", "kuma", seats[0].entry.player.name]
    page = look(scorer, table, json.dumps(tenhou_json(EIGHT_HANDS, nicknames)))
    assert [chosen for _wind, _nickname, _name, chosen in page.context["who"]] == [
        seats[3].entry_id,
        None,
        None,
        seats[0].entry_id,
    ]

    assert "listed among a player’s other names" in text_of(page)

    unclear = enter(scorer, table, page)
    twice = enter(scorer, table, page, player_1=seats[0].entry_id, player_2=seats[1].entry_id)

    assert (unclear.status_code, twice.status_code) == (422, 422)
    assert (
        "These names could not be matched: “sparrow”, “kuma”. Please choose who they are."
        in unclear.context["form"].non_field_errors()
    )
    assert "Please choose each player at this table once." in text_of(twice)
    assert written() == before
    assert "The players sat in a different order online." in text_of(
        look(scorer, table, json.dumps(tenhou_json(EIGHT_HANDS, names_of(table)[::-1])))
    )
    enter(scorer, table, page, player_1=seats[2].entry_id, player_2=seats[1].entry_id)
    assert [seat.entry_id for seat in seats_of(table)] == [seats[place].entry_id for place in (3, 2, 1, 0)]


@pytest.mark.parametrize(
    ("sent", "message"),
    [
        ({}, "Please choose a file or paste a log."),
        ({"text": "[]"}, "This is neither JSON from tenhou.net/6, Mahjong Soul or mjai, nor mjlog XML."),
        ({"text": '{"name": ["\\ud800", "b", "c", "d"], "log": [1]}'}, "“log” is missing or wrong"),
        ({"text": "<mjloggm><!--"}, "This is neither JSON"),
        ({"game_json": "{"}, "Please choose the log again."),
        ({"game_json": "9" * 5_000}, "Please choose the log again."),
        ({"game_json": "[" * 100_000}, "Please choose the log again."),
        ({"game_json": "{}"}, "is missing or wrong"),
        ({"file": b"\xff\xfe"}, "This is neither JSON"),
        ({"file": b"x" * 2_000_001}, "The file is larger than 2 MB."),
    ],
)
def test_what_is_no_log_is_said_on_the_form(
    scorer: Client, table: Table, sent: dict[str, Any], message: str
) -> None:
    for do in ("look", "enter"):
        file = {name: SimpleUploadedFile("a.json", sent[name]) for name in ("file",) if name in sent}
        answer = look(scorer, table, **{**sent, **file, "do": do})

        assert answer.status_code == 422
        assert message in text_of(answer)
    assert written()[:2] == (0, 0)


def test_what_speaks_against_it_is_said_before_anybody_chooses(
    hall: Hall, scorer: Client, table: Table
) -> None:
    log = json.dumps(tenhou_json(EIGHT_HANDS, names_of(table)))
    page = look(scorer, table, log)
    report_sheet(table=table, report=TableReport(BALANCED), by=hall.rob)

    looked, entered = look(scorer, table, log), enter(scorer, table, page)

    assert (looked.status_code, entered.status_code) == (409, 409)
    for answer in (looked, entered):
        assert text_of(answer).count("The result of this table is already reported.") == 1
    assert HandRecord.objects.count() == 0


def test_a_table_that_plays_no_riichi_has_no_such_page(db: None) -> None:
    hall = open_hall(rulebook_id="wsom", house_rules={"chombo.kind": "none", "chombo.amount": 0})
    table = hall.started().tables.get(number=1)
    client = Client()
    client.force_login(hall.alice.user)

    assert client.get(page_of(table)).status_code == 404
    assert page_of(table) not in client.get(f"/t/spring-open/desk/tables/{table.pk}/").content.decode()


def test_the_page_asks_for_few_rows(scorer: Client, table: Table, django_assert_num_queries: Any) -> None:
    log = json.dumps(tenhou_json(EIGHT_HANDS, names_of(table)))
    look(scorer, table, log)

    with django_assert_num_queries(13):
        look(scorer, table, log)


@pytest.mark.parametrize("says_so", [True, False])
def test_an_east_only_game_is_refused_where_the_south_round_is_played(
    scorer: Client, table: Table, says_so: bool
) -> None:
    before = LedgerEntry.objects.count()

    page = look(scorer, table, json.dumps(east_only(names_of(table), says_so=says_so)))

    assert page.status_code == 422
    assert "by the rules of this table, the South round is played too." in text_of(page)
    assert (HandRecord.objects.count(), LedgerEntry.objects.count()) == (0, before)


@pytest.mark.parametrize(("rule", "length", "message"), BANKRUPT_ELSEWHERE)
def test_a_game_that_was_over_early_is_refused_at_a_table_of_another_length(
    db: None, rule: str, length: str, message: str
) -> None:
    hall = open_hall(players=4, rulebook_id="tenhou", house_rules={"table.length": length})
    table = hall.started().tables.get()
    client = Client()
    client.force_login(hall.alice.user)
    before = LedgerEntry.objects.count()

    page = look(client, table, json.dumps(bankrupt_in_the_east(names_of(table), rule)))

    assert page.status_code == 422
    assert message in text_of(page)
    assert (HandRecord.objects.count(), LedgerEntry.objects.count()) == (0, before)
