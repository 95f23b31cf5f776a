"""A hand at the desk: the referee says what it was."""

import pytest
from django.test import Client

from tests.tournaments.hall import BALANCED, Hall, play, seats_of
from tests.tournaments.views.seat.test_seat_pages import text_of
from tournaments.actions.hands.hand_log import last_state
from tournaments.actions.hands.hands import enter_hand, take_hands_back
from tournaments.models import HandRecord, Table
from tournaments.models.play.hands import EMPTY_LOG

RON = {"kind": "win", "wins": [{"winner": 0, "han": 3, "fu": 40}], "loser": 1, "riichi": [0]}
DRAW = {"kind": "draw", "tenpai": [0]}
BY_WEST = {"what": "ron0", "loser": "2", "riichi": "0", "han0": "3", "fu0": "40"}


@pytest.fixture
def referee(hall: Hall) -> Client:
    client = Client()
    client.force_login(hall.rob.user)
    return client


@pytest.fixture
def tag(hall: Hall, table: Table) -> str:
    """A game of two hands, and its last tag."""
    first = enter_hand(table=table, outcome=RON, by=hall.rob, if_match=EMPTY_LOG)
    return enter_hand(table=table, outcome=DRAW, by=hall.rob, if_match=first.tag).tag


def page_of(table: Table, number: int = 1) -> str:
    return f"/t/spring-open/desk/tables/{table.pk}/hands/{number}/"


def correct(referee: Client, table: Table, tag: str, **fields: str):
    sent = {"key": "11111111-2222-3333-4444-555555555555", "if_match": tag, **BY_WEST, **fields}
    return referee.post(page_of(table), sent)


def test_the_form_begins_with_what_was_entered(referee: Client, table: Table, tag: str) -> None:
    page = referee.get(page_of(table))

    rows = page.context["form"].rows
    assert (rows[0].ron.is_ticked, rows[1].loser.is_ticked, rows[0].riichi.is_ticked) == (True, True, True)
    assert [tick.value for tick in rows[0].han + rows[0].fu if tick.is_ticked] == ["3", "40"]


def test_a_correction_is_paid_again_and_keeps_its_reason(referee: Client, table: Table, tag: str) -> None:
    answer = correct(referee, table, tag, reason="West dealt in")

    assert (answer.status_code, answer["Location"]) == (302, f"/t/spring-open/desk/tables/{table.pk}/")
    record = HandRecord.objects.get(table=table, number=3)
    assert (record.kind, record.of, record.reason) == ("change", 1, "West dealt in")
    assert last_state(record)["points"] == [35_700, 24_000, 16_300, 24_000]
    assert "Corrected: West dealt in" in text_of(referee.get(answer["Location"]))


def test_a_correction_says_that_a_hand_was_dead_and_the_form_shows_it_again(
    hall: Hall, referee: Client, table: Table, tag: str
) -> None:
    assert not referee.get(page_of(table, 2)).context["form"].tells_dead_hands

    dead = {"what": "draw", "tenpai": "0", "dead2": "too_few_tiles"}
    sent = {"key": "11111111-2222-3333-4444-555555555555", "if_match": tag, "reason": "West had 12 tiles"}
    answer = referee.post(page_of(table, 2), {**sent, **dead})

    assert answer.status_code == 302
    page = text_of(referee.get(answer["Location"]))
    name = seats_of(table)[2].entry.player.name
    assert f"· {name} dead hand (too few tiles)" in page
    form = referee.get(page_of(table, 2)).context["form"]
    assert (form.tells_dead_hands, form.dead_hands[2].chosen) == (True, "too_few_tiles")


def test_without_a_reason_nothing_is_corrected(referee: Client, table: Table, tag: str) -> None:
    answer = correct(referee, table, tag)

    assert answer.status_code == 422
    assert HandRecord.objects.filter(table=table).count() == 2


def test_a_hand_that_came_meanwhile_is_seen_first(
    hall: Hall, referee: Client, table: Table, tag: str
) -> None:
    enter_hand(table=table, outcome=DRAW, by=hall.rob, if_match=tag)

    answer = correct(referee, table, tag, reason="West dealt in")

    assert answer.status_code == 412
    assert HandRecord.objects.filter(table=table).count() == 3


def test_a_hand_that_was_taken_back_meanwhile_is_named_no_more(
    hall: Hall, referee: Client, table: Table, tag: str
) -> None:
    assert "<strong>East 1</strong>" in referee.get(page_of(table)).content.decode()
    take_hands_back(table=table, first=1, by=hall.rob, if_match=tag)

    answer = correct(referee, table, tag, reason="West dealt in")

    assert (answer.status_code, HandRecord.objects.filter(table=table).count()) == (412, 3)
    assert "<strong>East 1</strong>" not in answer.content.decode()


def test_once_the_result_is_in_no_hand_is_offered_for_correction(
    hall: Hall, referee: Client, table: Table, tag: str
) -> None:
    desk = f"/t/spring-open/desk/tables/{table.pk}/"
    assert page_of(table) in referee.get(desk).content.decode()
    play(table, hall.alice, BALANCED)

    page = referee.get(desk).content.decode()

    assert page_of(table) not in page
    assert "3 han 40 fu" in page


def test_a_hand_that_does_not_stand_is_not_found(referee: Client, table: Table, tag: str) -> None:
    assert referee.get(page_of(table, 7)).status_code == 404
