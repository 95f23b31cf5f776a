"""What was taken back or made void holds nobody and no table, as programs see it."""

from typing import Any

from tests.tournaments.actions.free_play.club_night import club_night
from tests.tournaments.api.callers import BALANCED, Caller, body_of, signed_in
from tests.tournaments.hall import Hall, seats_of
from tournaments.models import Round, Table
from tournaments.models.play.hands import EMPTY_LOG

FIRST_FOUR = ("Bob", "Dora", "Emil", "Fumi")


def players_at(table: Table) -> list[int]:
    return [seat.entry_id for seat in seats_of(table)]


def made_void(caller: Caller, table: Table) -> None:
    sheet = body_of(caller.post(f"/v1/tables/{table.pk}/scoresheets/", BALANCED))
    answer = caller.post(
        f"/v1/scoresheets/{sheet['id']}/void/", {"reason": "Another table"}, if_match=sheet["tag"]
    )
    assert answer.status_code == 200


def test_a_hand_that_was_taken_back_lets_a_table_change_its_seats(hall: Hall, table: Table) -> None:
    rob, order = signed_in(hall.rob.user), players_at(table)
    turned = [order[1], order[0], *order[2:]]
    win = {"kind": "win", "wins": [{"winner": 1, "han": 3, "fu": 40}], "loser": 2}
    hand = rob.post(f"/v1/tables/{table.pk}/hands/", {"outcome": win}, if_match=EMPTY_LOG)
    assert rob.post(f"/v1/tables/{table.pk}/seat-order/", {"players": turned}).status_code == 409
    assert players_at(table) == order
    undone = rob.post(f"/v1/tables/{table.pk}/hands/undo/", {"first": 1}, if_match=body_of(hand)["tag"])
    assert undone.status_code == 201

    answer = rob.post(f"/v1/tables/{table.pk}/seat-order/", {"players": turned})

    assert (answer.status_code, players_at(table)) == (200, turned)


def test_a_void_result_lets_a_clubs_table_be_taken_back_and_its_four_play_on(db: None) -> None:
    club = club_night()
    alice, table = signed_in(club.hall.alice.user), club.open(*FIRST_FOUR)
    made_void(alice, table)

    answer = alice.post(f"/v1/tables/{table.pk}/take-back/")

    assert (answer.status_code, Table.objects.count()) == (204, 0)
    assert club.open(*FIRST_FOUR).pk


def test_two_who_sat_at_each_others_tables_change_places_once_the_result_is_void(
    hall: Hall, round_: Round
) -> None:
    rob = signed_in(hall.rob.user)
    first, second = round_.tables.order_by("number")
    before = players_at(first), players_at(second)
    made_void(rob, first)
    path = f"/v1/rounds/{round_.pk}/swap/"
    two: dict[str, Any] = {"one": before[0][0], "other": before[1][0]}
    price = body_of(rob.post(path, {**two, "dry_run": True}))

    answer = rob.post(path, two, if_match=price["tag"])

    assert answer.status_code == 200
    assert (players_at(first), players_at(second)) == (
        [before[1][0], *before[0][1:]],
        [before[0][0], *before[1][1:]],
    )
