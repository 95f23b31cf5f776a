""" "Where do I sit next?" on the phone and on the player's page: once the round is published, and not before."""

import pytest
from django.test import Client
from django.utils import timezone

from tests.tournaments.hall import Hall, seats_of
from tests.tournaments.views.seat.test_live_phones import ask_again, tag_of
from tests.tournaments.views.seat.test_seat_pages import PAGE, judge, report, text_of
from tournaments.actions.draws.draft_rounds import publish_round
from tournaments.actions.play.rounds import EARLIER_ROUND_OPEN, PLAYERS_IN_PLAY, close_round, start_round
from tournaments.models import Round, Seat, SeatToken, Tournament
from tournaments.models.winds import Wind
from web.page_memory import memory

pytestmark = pytest.mark.django_db


def next_seat(hall: Hall, name: str, number: int = 2) -> Seat:
    return Seat.objects.select_related("table", "entry__player").get(
        round__stage__tournament=hall.tournament, round__number=number, entry__player__name=name
    )


def where(seat: Seat) -> str:
    return f"You sit next: Round 2 · {seat.table} · {Wind(seat.wind).label}"


def others(seat: Seat) -> list[str]:
    return [one.entry.player.name for one in seats_of(seat.table) if one.pk != seat.pk]


@pytest.fixture
def east(table) -> Seat:
    return seats_of(table)[0]


@pytest.fixture
def player_page(east) -> str:
    return f"/players/{east.entry.player_id}/"


def test_a_phone_shows_the_next_seat_once_its_round_is_published(hall, table, phones, east):
    phone = phones(table)[0]
    report(phone)
    before = text_of(phone.get(PAGE))
    round_ = hall.draw()
    drafted = text_of(phone.get(PAGE))

    publish_round(round_=round_, by=hall.alice)

    page, seat = text_of(phone.get(PAGE)), next_seat(hall, east.entry.player.name)
    assert "You sit next" not in before
    assert "You sit next" not in drafted
    assert where(seat) in page
    assert [name for name in others(seat) if name not in page.split("You sit next")[1]] == []


def test_a_waiting_phone_learns_of_its_next_seat_by_itself_and_of_no_draft(
    hall, table, phones, django_assert_num_queries
):
    phone = phones(table)[0]
    report(phone)
    tag = tag_of(phone.get(PAGE))
    round_ = hall.draw()
    drafted = ask_again(phone, tag)
    publish_round(round_=round_, by=hall.alice)

    published = ask_again(phone, tag)
    with django_assert_num_queries(2):
        again = ask_again(phone, tag_of(published))

    assert [drafted.status_code, published.status_code, again.status_code] == [304, 200, 304]


def test_a_phone_whose_round_is_over_shows_its_next_seat(hall, round_, table, phones, east):
    phone = phones(table)[0]
    report(phone)
    for other in phones(table)[1:]:
        judge(other, "confirm")
    close_round(round_=round_, by=hall.alice, leave_open=True)
    tag = tag_of(before := phone.get("/seat/"))
    publish_round(round_=hall.draw(), by=hall.alice)

    page = phone.get("/seat/", headers={"If-None-Match": tag})

    assert "You sit next" not in text_of(before)
    assert where(next_seat(hall, east.entry.player.name)) in text_of(page)


def test_of_a_private_tournament_a_phone_whose_round_is_over_shows_its_own_seat_alone(
    hall, round_, table, phones, east
):
    Tournament.objects.update(visibility=Tournament.Visibility.PRIVATE)
    phone = phones(table)[0]
    close_round(round_=round_, by=hall.alice, leave_open=True)
    publish_round(round_=hall.draw(), by=hall.alice)

    page, seat = text_of(phone.get("/seat/")), next_seat(hall, east.entry.player.name)

    assert f"You sit next: Round 2 · {seat.table} · {Wind(seat.wind).label}" in page
    assert [name for name in others(seat) if name in page] == []


def test_a_phone_whose_card_was_replaced_learns_nothing_of_a_private_tournament(hall, round_, table, phones):
    Tournament.objects.update(visibility=Tournament.Visibility.PRIVATE)
    phone = phones(table)[0]
    SeatToken.objects.update(revoked_at=timezone.now())
    close_round(round_=round_, by=hall.alice, leave_open=True)
    publish_round(round_=hall.draw(), by=hall.alice)

    assert "You sit next" not in text_of(phone.get("/seat/"))


def test_a_players_page_shows_what_comes_and_no_draft(hall, round_, table, east, player_page):
    in_play = text_of(Client().get(player_page))
    round_2 = hall.draw()
    drafted = text_of(Client().get(player_page))
    publish_round(round_=round_2, by=hall.alice)

    page, seat = text_of(Client().get(player_page)), next_seat(hall, east.entry.player.name)

    assert f"Round 1 · {table} · East" in in_play
    assert "Round 2" not in drafted
    assert f"Round 2 · {seat.table} · {Wind(seat.wind).label}" in page
    assert [name for name in others(seat) if name not in page] == []


def test_a_round_that_is_taken_back_leaves_both_pages(hall, table, phones, player_page):
    phone = phones(table)[0]
    report(phone)
    publish_round(round_=hall.draw(), by=hall.alice)
    Round.objects.filter(number=2).update(status=Round.Status.DRAFTED)

    assert "You sit next" not in text_of(phone.get(PAGE))
    assert "Round 2" not in text_of(Client().get(player_page))


def test_a_players_page_takes_no_more_statements_for_three_rounds_to_come_than_for_one(
    hall, round_, player_page, django_assert_num_queries
):
    publish_round(round_=hall.draw(), by=hall.alice)
    # One is of the colours of teams.
    with django_assert_num_queries(10):
        Client().get(player_page)
    memory.clear()
    for _round in range(2):
        publish_round(round_=hall.draw(), by=hall.alice)

    with django_assert_num_queries(10):
        page = Client().get(player_page)

    assert [f"Round {number} ·" in text_of(page) for number in (1, 2, 3, 4)] == [True] * 4


def test_rounds_of_tournaments_that_are_not_listed_are_not_on_a_players_page(hall, round_, player_page):
    Tournament.objects.update(visibility=Tournament.Visibility.UNLISTED)

    assert "Round 1" not in text_of(Client().get(player_page))


def test_a_game_that_is_confirmed_is_among_the_games_and_comes_no_more(
    hall, round_, table, phones, player_page
):
    east, *rest = phones(table)
    report(east)
    for phone in rest:
        judge(phone, "confirm")

    page = text_of(Client().get(player_page))

    assert "Coming" not in page
    assert "Round 1" in page


def test_the_next_round_is_the_next_one_and_not_the_one_after(hall, round_, table, phones, east):
    phone = phones(table)[0]
    report(phone)
    for _round in range(2):
        publish_round(round_=hall.draw(), by=hall.alice)
    start_round(
        round_=Round.objects.get(number=2), by=hall.alice, confirm=[EARLIER_ROUND_OPEN, PLAYERS_IN_PLAY]
    )

    assert where(next_seat(hall, east.entry.player.name)) in text_of(phone.get(PAGE))
