"""A player signs up for a night by card or account; everybody reads who comes."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from tests.tournaments.actions.free_play.club_night import ClubNight, club_night
from tests.tournaments.views.conftest import signed_in
from tests.tournaments.views.seat.test_player_cards import card_of, scan
from tests.tournaments.views.seat.test_seat_pages import text_of
from tournaments.actions.actor import Actor
from tournaments.actions.credentials.player_cards import issue_player_cards
from tournaments.actions.free_play.nights import NightTerms, cancel_night, plan_nights
from tournaments.actions.free_play.sign_ups import sign_up_for_night
from tournaments.actions.free_play.stage_kind import set_free_play
from tournaments.actions.setup.tournaments import add_stage
from tournaments.models import Night, NightPlayer

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> ClubNight:
    found = club_night()
    issue_player_cards(tournament=found.hall.tournament, by=found.hall.alice)
    return found


def planned(club: ClubNight, **terms: object) -> Night:
    found = NightTerms(timezone.now() + timedelta(days=1), **terms)  # type: ignore[arg-type]
    return plan_nights(stage=club.hall.stage, terms=found, by=club.hall.alice)[0]


def bob(club: ClubNight) -> Client:
    return signed_in(Actor(club.hall.bob))


def test_the_tournaments_page_leads_to_the_nights_and_on_to_signing_up(club: ClubNight) -> None:
    night = planned(club, places=2)

    assert 'href="/t/spring-open/nights/"' in Client().get("/t/spring-open/").content.decode()
    page = Client().get("/t/spring-open/nights/")
    assert "No one has signed up yet." in text_of(page)
    assert f'href="/seat/night/{night.pk}/"' in page.content.decode()


def test_a_player_signs_up_by_card_and_everybody_reads_it(club: ClubNight) -> None:
    night, phone = planned(club, games=3), scan(card_of(club.player("Dora")))

    done = phone.post(f"/seat/night/{night.pk}/", {"games": "2"}, follow=True)

    assert "You have a place." in text_of(done)
    row = NightPlayer.objects.get()
    assert (row.entry, row.games, row.status) == (club.player("Dora"), 2, "coming")
    assert "Dora 2 games" in text_of(Client().get("/t/spring-open/nights/"))
    assert "1 game" not in text_of(Client().get("/t/spring-open/nights/"))


def test_without_a_place_one_waits_and_moves_up(club: ClubNight) -> None:
    night = planned(club, places=1)
    sign_up_for_night(night=night, entry=club.player("Dora"), by=club.hall.alice)

    done = bob(club).post(f"/seat/night/{night.pk}/", {"games": "2"}, follow=True)
    assert "You are on the waiting list." in text_of(done)
    scan(card_of(club.player("Dora"))).post(f"/seat/night/{night.pk}/sign-off/")

    assert "Bob : Coming" in text_of(bob(club).get(f"/seat/night/{night.pk}/"))


def test_everybody_reads_who_waits_and_of_which_stage_a_night_is(club: ClubNight) -> None:
    night = planned(club, places=1)
    for name in ("Dora", "Emil"):
        sign_up_for_night(night=night, entry=club.player(name), by=club.hall.alice)
    before = text_of(Client().get("/t/spring-open/nights/"))
    autumn = add_stage(tournament=club.hall.tournament, name="Autumn", by=club.hall.alice)
    set_free_play(stage=autumn, is_on=True, by=club.hall.alice)
    plan_nights(stage=autumn, terms=NightTerms(timezone.now() + timedelta(days=2)), by=club.hall.alice)

    after = text_of(Client().get("/t/spring-open/nights/"))

    assert "Dora 2 games Emil On the waiting list 2 games" in before
    assert [("Main stage" in one, "Autumn" in one) for one in (before, after)] == [
        (False, False),
        (True, True),
    ]


def test_one_signs_off_oneself_alone(club: ClubNight) -> None:
    night = planned(club)
    for name in ("Bob", "Dora"):
        sign_up_for_night(night=night, entry=club.player(name), by=club.hall.alice)

    done = bob(club).post(f"/seat/night/{night.pk}/sign-off/", follow=True)

    assert "Your sign-up was cancelled." in text_of(done)
    statuses = NightPlayer.objects.values_list("entry__player__name", "status")
    assert dict(statuses) == {"Bob": "off", "Dora": "coming"}


def test_after_the_deadline_the_page_says_so(club: ClubNight) -> None:
    night = planned(club, closes_at=timezone.now() - timedelta(hours=1))

    refused = bob(club).post(f"/seat/night/{night.pk}/", {"games": "2"})

    assert refused.status_code == 409
    assert "Sign-up for this night closed at " in text_of(refused)
    assert NightPlayer.objects.count() == 0


def test_a_night_that_is_cancelled_says_so_and_is_listed_no_more(club: ClubNight) -> None:
    night = planned(club)
    cancel_night(night=night, by=club.hall.alice)

    assert "Cancelled" in text_of(bob(club).get(f"/seat/night/{night.pk}/"))
    assert "No nights are planned." in text_of(Client().get("/t/spring-open/nights/"))


def test_who_does_not_play_is_told_where_to_go(club: ClubNight) -> None:
    address = f"/seat/night/{planned(club).pk}/"

    assert Client().get(address).headers["Location"] == "/seat/"
    told = signed_in(club.hall.alice).get(address, follow=True)
    assert "Staff can sign others up at the desk" in text_of(told)
    assert signed_in(club.hall.charlie).post(address, {"games": "2"}).status_code == 302
    assert NightPlayer.objects.count() == 0


def test_the_list_takes_three_statements(club: ClubNight, django_assert_num_queries) -> None:
    for number in range(3):
        night = planned(club, games=number + 1)
        for name in ("Bob", "Dora"):
            sign_up_for_night(night=night, entry=club.player(name), by=club.hall.alice)

    with django_assert_num_queries(3):
        Client().get("/t/spring-open/nights/")
