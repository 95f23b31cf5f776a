"""Who sits out a round is said wherever the round is: to everybody, at the desk, on phones, in the API, in files."""

import json

import pytest
from django.test import Client

from players.actions import add_player
from tests.tournaments.hall import BALANCED, Hall, open_hall
from tests.tournaments.replay import replayed
from tests.tournaments.views.conftest import signed_in
from tests.tournaments.views.desk.browser import DESK
from tests.tournaments.views.seat.test_seat_pages import text_of
from tournaments.actions.credentials.seat_tokens import claim_seat, issue_seat_tokens
from tournaments.actions.draws.draft_rounds import publish_draw, unpublish_round
from tournaments.actions.draws.draws import draw
from tournaments.actions.draws.free_play import draw_night
from tournaments.actions.draws.plans import Plan
from tournaments.actions.people.entries import register
from tournaments.actions.play.rounds import start_round
from tournaments.actions.play.scoresheets.reporting import TableReport, report_sheet
from tournaments.actions.play.seats import substitute
from tournaments.credentials.devices import SEAT_COOKIE
from tournaments.models import Entry, Round
from tournaments.models.play.sitting_out import sitting_out

pytestmark = pytest.mark.django_db

PUBLIC = "/t/spring-open/rounds/1/"


@pytest.fixture
@replayed
def ten() -> Hall:
    """Ten players, of whom two sit out each of three published rounds; the first is in play."""
    hall = open_hall(players=10)
    plan = Plan(method="schedule", rounds=3, remainder="byes", effort=2)
    publish_draw(draw=draw(stage=hall.stage, plan=plan, by=hall.alice, seed="ten"), by=hall.alice)
    start_round(round_=Round.objects.get(number=1), by=hall.alice)
    return hall


def out(number: int = 1) -> list[Entry]:
    """Those without a seat, found another way."""
    return list(Entry.objects.exclude(seats__round__number=number).order_by("number"))


def names(entries: list[Entry]) -> str:
    return ", ".join(entry.player.name for entry in entries).replace(", ", " , ")


def test_two_of_ten_sit_out(ten):
    round_ = Round.objects.get(number=1)

    assert len(out()) == 2
    assert sitting_out([round_]) == {round_.pk: out()}


def test_everybody_reads_it_on_the_rounds_page_and_the_desk_too(ten):
    said = f"Sit out: {names(out())}"

    assert said in text_of(Client().get(PUBLIC))
    assert said in text_of(signed_in(ten.alice).get(DESK))


def test_the_api_names_them(ten):
    round_ = Round.objects.get(number=1)

    answer = json.loads(Client().get(f"/api/v1/rounds/{round_.pk}/").content)

    assert [one["id"] for one in answer["sitting_out"]] == [entry.pk for entry in out()]


@pytest.mark.slow
def test_so_does_the_file_of_the_draws(ten):
    answer = Client().get("/t/spring-open/downloads/draws.csv")
    rows = b"".join(answer.streaming_content).decode().splitlines()

    sitting = [row for row in rows if "sits out" in row]
    assert len(sitting) == 6
    assert all(entry.player.name in " ".join(sitting[:2]) for entry in out(1))


@pytest.mark.slow
def test_a_phone_says_which_rounds_its_player_sits_out_before_playing_again(ten):
    waits = next(entry for entry in out(2) if entry not in out(1))
    seat = waits.seats.select_related("table").get(round__number=1)
    report_sheet(table=seat.table, report=TableReport(BALANCED), by=ten.rob)
    _token, secret = claim_seat(code=issue_seat_tokens(seats=[seat], by=ten.alice)[seat.pk], key="phone")
    phone = Client()
    phone.cookies[SEAT_COOKIE] = secret

    words = text_of(phone.get("/seat/table/"))

    assert "You sit out Round 2." in words


def test_somebody_who_was_brought_in_does_not_sit_out(ten):
    brought = out(2)[0]
    seat = Round.objects.get(number=2).tables.get(number=1).seats.get(wind=1)
    substitute(seat=seat, entry=brought, by=ten.alice)

    assert brought not in sitting_out([Round.objects.get(number=2)])[Round.objects.get(number=2).pk]


def test_somebody_who_was_not_there_does_not_sit_out(db):
    hall = open_hall(players=8)
    for name in ("Kai", "Lea"):
        register(tournament=hall.tournament, player=add_player(name=name), by=hall.alice)
    here = list(hall.tournament.entries.order_by("number"))[1:]

    draw_night(stage=hall.stage, present=here, by=hall.alice)

    round_ = Round.objects.get()
    absent = hall.tournament.entries.get(number=1)
    assert len(sitting_out([round_])[round_.pk]) == 1
    assert absent not in sitting_out([round_])[round_.pk]


def test_a_draft_names_them_to_the_staff_alone(ten):
    round_ = Round.objects.get(number=3)
    unpublish_round(round_=round_, by=ten.alice)

    assert Client().get("/t/spring-open/rounds/3/").status_code == 404


def test_where_everybody_plays_nobody_is_named(hall, round_):
    assert "Sit out" not in text_of(Client().get(PUBLIC))
