"""A phone that follows a card shows the whole day: every round with the seat, what was scored, and the end."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.tournaments.hall import Hall, play
from tests.tournaments.views.seat.test_player_cards import card_of, scan
from tests.tournaments.views.seat.test_seat_pages import text_of
from tournaments.actions.credentials.player_cards import issue_player_cards, sign_phone_out
from tournaments.actions.draws.draft_rounds import publish_round
from tournaments.actions.draws.draws import draw
from tournaments.actions.draws.plans import Plan
from tournaments.actions.play.ending import finish_tournament
from tournaments.actions.play.rounds import close_round, start_round
from tournaments.models import CardPhone, Round, Seat
from tournaments.standings import publish_tournament

pytestmark = pytest.mark.django_db
PAGE = "/seat/day/"


@pytest.fixture(autouse=True)
def _cards(hall: Hall) -> None:
    issue_player_cards(tournament=hall.tournament, by=hall.alice)


@pytest.fixture
def rounds(hall: Hall) -> list[Round]:
    """Three rounds: the first played, the second published, the third a draft."""
    drawn = draw(stage=hall.stage, plan=Plan(method="schedule", rounds=3), by=hall.alice)
    first, second, third = drawn.rounds.order_by("number")
    for round_ in (first, second):
        publish_round(round_=round_, by=hall.alice)
    started = start_round(round_=first, by=hall.alice)
    for table in started.tables.all():
        play(table, hall.alice)
    close_round(round_=started, by=hall.alice)
    return [first, second, third]


def lines(phone: Client) -> list[str]:
    page = phone.get(PAGE).content.decode()
    rows = re.findall(
        r"<li>(.*?)</li>", page[page.index('<ol class="rows') :].partition("</ol>")[0], re.DOTALL
    )
    return [" ".join(re.sub(r"<[^>]+>", " ", row).split()) for row in rows]


def seat_of(hall: Hall, round_: Round) -> Seat:
    return Seat.objects.select_related("table").get(round=round_, entry=hall.entries()[0])


def test_every_published_round_has_its_seat_and_its_result(hall: Hall, rounds: list[Round]) -> None:
    phone = scan(card_of(hall.entries()[0]))
    played, coming = seat_of(hall, rounds[0]), seat_of(hall, rounds[1])
    score = played.scores.get()

    first, second = lines(phone)

    assert first.startswith(f"Round 1 · {played.table} · {played.get_wind_display()} {score.place}")
    assert second == f"Round 2 · {coming.table} · {coming.get_wind_display()} To come"
    assert f"You sit next: Round 2 · {coming.table}" in text_of(phone.get(PAGE))


def test_the_card_and_the_table_lead_there(hall: Hall, rounds: list[Round]) -> None:
    phone = scan(card_of(hall.entries()[0]))

    assert f'href="{PAGE}"' in phone.get("/seat/table/").content.decode()
    Round.objects.filter(pk=rounds[1].pk).update(status="drafted")
    assert f'href="{PAGE}"' in phone.get("/seat/card/").content.decode()


def test_a_round_in_play_and_one_without_a_result_say_so(hall: Hall, rounds: list[Round]) -> None:
    phone = scan(card_of(hall.entries()[0]))

    start_round(round_=rounds[1], by=hall.alice)
    assert lines(phone)[1].endswith("In play")
    close_round(round_=rounds[1], by=hall.alice, leave_open=True)
    assert lines(phone)[1].endswith("No result")


def test_once_it_is_over_the_rank_and_the_record_are_there(hall: Hall, rounds: list[Round]) -> None:
    phone = scan(card_of(hall.entries()[0]))
    publish_tournament(hall.tournament.pk)
    finish_tournament(tournament=hall.tournament, by=hall.alice, confirm=["rounds_open"])

    page = phone.get(PAGE)

    player = CardPhone.objects.get().card.entry.player_id
    assert re.search(r"Your final rank: [1-8] The tournament is over", text_of(page))
    assert f'href="/players/{player}/"' in page.content.decode()
    assert 'href="/t/spring-open/final-ranking/"' in page.content.decode()


def test_before_a_round_is_published_it_says_so(hall: Hall) -> None:
    assert lines(scan(card_of(hall.entries()[0]))) == ["No round with you is published yet."]


def test_a_phone_without_a_card_or_put_out_sees_nothing(hall: Hall, rounds: list[Round]) -> None:
    phone = scan(card_of(hall.entries()[0]))
    sign_phone_out(phone=CardPhone.objects.get(), by=hall.rob)

    assert [Client().get(PAGE)["Location"], phone.get(PAGE)["Location"]] == ["/seat/", "/seat/card/"]


def test_more_rounds_take_no_more_statements(hall: Hall, rounds: list[Round]) -> None:
    phone = scan(card_of(hall.entries()[0]))
    counts = []
    for _step in range(2):
        with CaptureQueriesContext(connection) as found:
            phone.get(PAGE)
        counts.append(len(found))
        Round.objects.filter(pk=rounds[2].pk).update(status="published")

    assert counts[0] == counts[1]
