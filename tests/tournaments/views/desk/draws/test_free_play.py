"""A night of free play: from who is here to a round that is in play, on one page."""

import pytest
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext

from players.actions import add_player
from players.models import Player
from tests.tournaments.hall import Hall, open_hall
from tests.tournaments.views.conftest import signed_in
from tests.tournaments.views.seat.test_seat_pages import text_of
from tournaments.models import Draw, Entry, Round, Seat

pytestmark = pytest.mark.django_db
NIGHT = "/t/spring-open/desk/night/"


@pytest.fixture
def club() -> Hall:
    return open_hall(players=14)


@pytest.fixture
def desk(club: Hall) -> Client:
    return signed_in(club.alice)


def ask(club: Hall, desk: Client, here: list[int], **changes: object) -> HttpResponse:
    fields = {"stage": club.stage.pk, "here": here, "remainder": "byes", "newcomers": "", "do": "publish"}
    return desk.post(NIGHT, {**fields, **changes})


def ticked(answer: HttpResponse) -> set[int]:
    return answer.context["ticked"]


def test_one_tap_draws_publishes_and_starts_for_those_who_are_here(club: Hall, desk: Client) -> None:
    here = club.entries()[:10]

    answer = ask(club, desk, here, start="on")

    round_ = Round.objects.get()
    assert (answer.headers["Location"], round_.status) == ("/t/spring-open/desk/", "started")
    assert Draw.objects.get().method == "met_least"
    seated = set(Seat.objects.values_list("entry_id", flat=True))
    assert len(seated) == 8
    assert seated < set(here)


def test_it_may_be_looked_at_first(club: Hall, desk: Client) -> None:
    answer = ask(club, desk, club.entries()[:8], do="look", start="on")

    assert answer.headers["Location"] == f"/t/spring-open/desk/draw/{Draw.objects.get().pk}/"
    assert Round.objects.get().status == "drafted"


def test_the_next_time_those_of_the_last_round_are_ticked_who_waited_too(club: Hall, desk: Client) -> None:
    assert ticked(desk.get(NIGHT)) == set()
    here = club.entries()[:10]
    ask(club, desk, here)

    again = desk.get(NIGHT)

    assert ticked(again) == set(here)
    assert text_of(again).count("waited once") == 2
    assert ticked(desk.get(NIGHT + "?here=all")) == set(club.entries())
    assert ticked(desk.get(NIGHT + "?here=none")) == set()


@pytest.mark.slow
def test_over_a_night_waiting_is_shared_and_nobody_meets_again_without_need(club: Hall, desk: Client) -> None:
    here = club.entries()
    for _round in range(7):
        ask(club, desk, here)

    games = [Entry.objects.get(pk=pk).seats.count() for pk in here]
    assert set(games) == {6}


@pytest.mark.slow
def test_who_comes_late_joins_the_next_round_by_name(club: Hall, desk: Client) -> None:
    ask(club, desk, club.entries()[:8])

    answer = ask(club, desk, club.entries()[:8], newcomers=" Nora \n\nOle\nPia\nRut")

    assert answer.status_code == 302
    names = set(Seat.objects.filter(round__number=2).values_list("entry__player__name", flat=True))
    assert {"Nora", "Ole", "Pia", "Rut"} < names
    assert len(names) == 12


def test_a_name_that_is_on_file_is_asked_about_and_nothing_is_done(club: Hall, desk: Client) -> None:
    add_player(name="Nora")

    answer = ask(club, desk, club.entries()[:7], newcomers="Mia\nNora")

    assert (answer.status_code, Round.objects.count()) == (422, 0)
    assert "Is this Nora one of the players on file?" in text_of(answer)
    assert not Player.objects.filter(name="Mia").exists()
    assert ticked(answer) == set(club.entries()[:7])


def test_who_was_asked_about_then_plays_as_the_one_on_file(club: Hall, desk: Client) -> None:
    nora = add_player(name="Nora")

    answer = ask(club, desk, club.entries()[:7], newcomers="Nora", player_0=nora.pk)

    assert answer.status_code == 302
    assert Seat.objects.filter(entry__player=nora).count() == 1


@pytest.mark.parametrize("here", [[], [0], [0, 1, 2]])
def test_too_few_are_refused_and_stay_ticked(club: Hall, desk: Client, here: list[int]) -> None:
    entries = [club.entries()[i] for i in here]

    answer = ask(club, desk, entries)

    assert (answer.status_code, Round.objects.count()) == (422, 0)
    assert ticked(answer) == set(entries)


def test_the_list_is_read_in_as_many_queries_however_long_it_is(club: Hall, desk: Client) -> None:
    ask(club, desk, club.entries()[:8])
    with CaptureQueriesContext(
        connection,
    ) as few:
        desk.get(NIGHT)
    ask(club, desk, club.entries())
    with CaptureQueriesContext(connection) as many:
        desk.get(NIGHT)

    assert len(few) == len(many) <= 20


@pytest.mark.slow
def test_starting_while_the_last_round_is_in_play_is_asked_on_the_form_itself(
    club: Hall, desk: Client
) -> None:
    here = club.entries()[:8]
    ask(club, desk, here, start="on")

    question = ask(club, desk, here, start="on")

    assert question.status_code == 409
    assert "Round 1 comes before this round and is not closed." in text_of(question)
    assert 'name="confirm" value="players_in_play"' in question.content.decode()
    assert Round.objects.count() == 1

    ask(club, desk, here, start="on", confirm=["earlier_round_open", "players_in_play"])

    assert [round_.status for round_ in Round.objects.order_by("number")] == ["started", "started"]
