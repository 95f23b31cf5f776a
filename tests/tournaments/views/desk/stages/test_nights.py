"""Nights at the desk: planned for weeks, drawn from who comes, settled once they are over."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client
from django.utils import timezone

from tests.tournaments.actions.free_play.club_night import ClubNight, club_night
from tests.tournaments.actions.free_play.test_nights import began
from tests.tournaments.views.conftest import signed_in
from tests.tournaments.views.seat.test_seat_pages import text_of
from tournaments.actions.free_play.nights import NightTerms, plan_nights
from tournaments.actions.free_play.sign_ups import sign_up_for_night
from tournaments.models import Night, NightPlayer, Penalty, Round, Seat

pytestmark = pytest.mark.django_db

HERE = "/t/spring-open/desk/nights/"


@pytest.fixture
def club() -> ClubNight:
    return club_night()


@pytest.fixture
def desk(club: ClubNight) -> Client:
    return signed_in(club.hall.alice)


def planned(club: ClubNight, **terms: object) -> Night:
    found = NightTerms(timezone.now() + timedelta(days=1), **terms)  # type: ignore[arg-type]
    return plan_nights(stage=club.hall.stage, terms=found, by=club.hall.alice)[0]


def test_nights_are_planned_in_the_zone_of_the_tournament(club: ClubNight, desk: Client) -> None:
    typed = {
        "stage": club.hall.stage.pk,
        "starts_at": "2030-01-08T19:00",
        "closes_at": "2030-01-08T12:00",
        "weeks": "2",
        "places": "8",
        "games": "3",
        "late_penalty": "5",
        "absence_penalty": "20.5",
    }

    done = desk.post(HERE, typed, follow=True)

    assert "Planned. Players can sign up." in text_of(done)
    first, second = Night.objects.order_by("starts_at")
    assert (first.starts_at, second.starts_at) == (
        datetime(2030, 1, 8, 10, tzinfo=UTC),
        datetime(2030, 1, 15, 10, tzinfo=UTC),
    )
    assert (first.closes_at, first.places, first.games) == (datetime(2030, 1, 8, 3, tzinfo=UTC), 8, 3)
    assert (first.late_penalty, first.absence_penalty) == (5_000, 20_500)


@pytest.mark.parametrize(
    ("field", "value", "says"),
    [
        ("closes_at", "2030-01-08T20:00", "The deadline must be before the night begins."),
        ("starts_at", "0001-01-08T20:00", "Enter a date between 2000 and 2099."),
        ("late_penalty", "0.0001", "This is finer than the rulebook allows."),
        ("games", "0", "Ensure this value is greater than or equal to 1."),
    ],
)
def test_what_is_wrong_is_said_beside_its_field(
    club: ClubNight, desk: Client, field: str, value: str, says: str
) -> None:
    typed = {"stage": club.hall.stage.pk, "starts_at": "2030-01-08T19:00", "weeks": "1", "games": "2"}

    refused = desk.post(HERE, {**typed, field: value})

    assert (refused.status_code, says in text_of(refused)) == (422, True)
    assert Night.objects.count() == 0


def test_terms_are_shown_as_they_are_and_changed(club: ClubNight, desk: Client) -> None:
    night = planned(club, late_penalty=5_000)
    page = desk.get(f"{HERE}{night.pk}/").content.decode()
    assert 'value="5"' in page

    desk.post(f"{HERE}{night.pk}/", {"starts_at": "2030-01-08T19:00", "games": "4", "places": "12"})

    night.refresh_from_db()
    assert (night.games, night.places, night.late_penalty) == (4, 12, 0)


def test_the_list_says_how_many_come_and_how_many_wait(club: ClubNight, desk: Client) -> None:
    night = planned(club, places=4)
    names = ("Bob", "Dora", "Emil", "Fumi", "Goro")
    for name in names[:4]:
        sign_up_for_night(night=night, entry=club.player(name), by=club.hall.alice)
    before = text_of(desk.get(HERE))
    sign_up_for_night(night=night, entry=club.player(names[4]), by=club.hall.alice)

    after = text_of(desk.get(HERE))

    assert [re.findall(r"\d+ (?:coming|waiting)", one) for one in (before, after)] == [
        ["4 coming"],
        ["4 coming", "1 waiting"],
    ]


def test_the_desk_signs_up_and_off(club: ClubNight, desk: Client) -> None:
    night, bob = planned(club), club.player("Bob")

    desk.post(f"{HERE}{night.pk}/sign-up/", {"entry": bob.pk, "games": "1"})
    assert list(NightPlayer.objects.values_list("entry", "games", "status")) == [(bob.pk, 1, "coming")]
    desk.post(f"{HERE}{night.pk}/sign-off/{bob.pk}/")

    assert NightPlayer.objects.get().status == "off"
    nobody = desk.post(f"{HERE}{night.pk}/sign-up/", {"entry": "999999", "games": "1"}, follow=True)
    assert "The list has changed in the meantime. Please check it again." in text_of(nobody)


def test_each_game_is_drawn_from_those_who_want_it(club: ClubNight, desk: Client) -> None:
    night = planned(club, games=2)
    for name in ("Bob", "Dora", "Emil", "Fumi", "Goro", "Hana", "Iris", "Jun"):
        games = 1 if name in ("Goro", "Hana", "Iris", "Jun") else 2
        sign_up_for_night(night=night, entry=club.player(name), games=games, by=club.hall.alice)
    page = desk.get(f"{HERE}{night.pk}/").content.decode()
    assert f"/t/spring-open/desk/night/?night={night.pk}&amp;game=2" in page

    ticked = [
        sum(" checked" in part.split(">")[0] for part in answer.split('name="here"')[1:])
        for answer in (
            desk.get(f"/t/spring-open/desk/night/?night={night.pk}&game={game}").content.decode()
            for game in (1, 2)
        )
    ]

    assert ticked == [8, 4]
    here = [club.player(name).pk for name in ("Bob", "Dora", "Emil", "Fumi")]
    desk.post(
        "/t/spring-open/desk/night/",
        {"stage": club.hall.stage.pk, "here": here, "remainder": "byes", "start": "on"},
    )
    assert set(Seat.objects.filter(round=Round.objects.get()).values_list("entry", flat=True)) == set(here)


@pytest.mark.parametrize("query", ["night=x&game=1", "night=1&game=", "night=999999&game=1"])
def test_a_night_that_is_none_ticks_nobody_of_it(club: ClubNight, desk: Client, query: str) -> None:
    assert desk.get(f"/t/spring-open/desk/night/?{query}").status_code == 200


def test_a_night_is_settled_with_who_did_not_come(club: ClubNight, desk: Client) -> None:
    night = planned(club, absence_penalty=20_000)
    for name in ("Bob", "Dora"):
        sign_up_for_night(night=night, entry=club.player(name), by=club.hall.alice)
    early = desk.post(f"{HERE}{night.pk}/settle/", {"absent": []}, follow=True)
    assert "This night has not begun." in text_of(early)
    began(night)

    done = desk.post(f"{HERE}{night.pk}/settle/", {"absent": [club.player("Dora").pk]}, follow=True)

    assert "The night was settled." in text_of(done)
    assert list(Penalty.objects.values_list("entry__player__name", "amount")) == [("Dora", 20_000)]
    assert "Settle the night" not in text_of(desk.get(f"{HERE}{night.pk}/"))


def test_a_night_is_cancelled(club: ClubNight, desk: Client) -> None:
    night = planned(club)

    desk.post(f"{HERE}{night.pk}/cancel/")

    assert Night.objects.get().status == "cancelled"
    assert "Cancelled" in text_of(desk.get(HERE))


def test_players_who_open_tables_need_a_card_or_an_account(club: ClubNight, desk: Client) -> None:
    address = f"/t/spring-open/desk/stages/{club.hall.stage.pk}/free-play/"
    needs = "Players need a card or their own account: print cards, or have them sign in."

    on = text_of(desk.get(address))
    off = text_of(desk.post(address, {}, follow=True))

    assert (needs in on, needs in off, "Saved." in off) == (True, False, True)
