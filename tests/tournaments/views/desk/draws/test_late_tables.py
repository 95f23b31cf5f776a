"""A table for latecomers is added at the desk."""

from django.contrib.messages import get_messages
from django.test import Client
from django.urls import reverse

from players.actions import add_player
from tests.tournaments.hall import Hall
from tests.tournaments.views.seat.test_seat_pages import text_of
from tournaments.actions.people.check_in import check_in
from tournaments.actions.people.entries import register
from tournaments.models import Round


def latecomers(hall: Hall) -> list[str]:
    late = [
        register(tournament=hall.tournament, player=add_player(name=name), by=hall.alice)
        for name in ("Kei", "Lena", "Mia", "Nils")
    ]
    return [str(entry.pk) for entry in late]


def at(round_: Round) -> str:
    return reverse("desk_late_table", args=["spring-open", round_.pk])


def test_four_are_ticked_and_play_at_once(hall: Hall, alice: Client, round_: Round) -> None:
    assert "All players already have a seat in this round." in text_of(alice.get(at(round_)))
    late = latecomers(hall)
    assert at(round_) in alice.get("/t/spring-open/desk/").content.decode()
    assert "Kei" in text_of(alice.get(at(round_)))

    answer = alice.post(at(round_), {"players": late})

    table = round_.tables.get(number=3)
    assert answer["Location"] == reverse("desk_table", args=["spring-open", table.pk])
    assert [str(message) for message in get_messages(answer.wsgi_request)] == [
        "Table 3 was added. Its seats were drawn by lot; it can report at once."
    ]
    assert text_of(alice.get(f"/t/spring-open/draw/{round_.draw_id}/?again=1"))


def test_three_are_refused_with_what_is_missing_and_who_is_not_here_is_asked(
    hall: Hall, alice: Client, round_: Round
) -> None:
    late = latecomers(hall)

    refused = alice.post(at(round_), {"players": late[:3]})

    assert refused.status_code == 422
    assert "This tournament plays at tables of 4; 3 players were given." in text_of(refused)
    check_in(tournament=hall.tournament, entries=hall.tournament.entries.filter(pk=late[0]), by=hall.rob)
    asked = alice.post(at(round_), {"players": late})
    assert "Not here yet: Lena, Mia, Nils." in text_of(asked)
    assert round_.tables.count() == 2
    alice.post(at(round_), {"players": late, "confirm": "players_not_here"})
    assert round_.tables.count() == 3


def test_a_round_that_is_not_in_play_says_so(hall: Hall, alice: Client) -> None:
    draft = hall.draw()

    assert "This round is not in play, so no table can be added." in text_of(alice.get(at(draft)))
