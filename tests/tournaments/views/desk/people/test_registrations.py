"""The desk of an organizer whose players register themselves."""

import re
from datetime import UTC, datetime
from typing import Any

import pytest
from django.test import Client, override_settings

from players.actions import add_player, club_named
from tests.tournaments.hall import Hall
from tests.tournaments.views.conftest import signed_in
from tests.tournaments.views.public.test_registration import opened, registered, text_of
from tournaments.actions.actor import Actor
from tournaments.actions.people.entries import register
from tournaments.actions.people.registrations import About, sign_up
from tournaments.models import Registration, SelfRegistration

pytestmark = pytest.mark.django_db

DESK = "/t/spring-open/desk/registrations/"
KEY = "3f1c9d6e-0000-4000-8000-000000000001"


def terms(**changes: Any) -> dict[str, Any]:
    return {"is_open": "on", "capacity": "40", "closes_at": "", "email": "not_asked", "key": KEY, **changes}


def statuses() -> dict[str, str]:
    return dict(Registration.objects.order_by("pk").values_list("name", "status"))


class TestTerms:
    def test_the_organizer_opens_it_in_the_tournaments_own_time(self, hall: Hall, alice: Client) -> None:
        sent = terms(closes_at="2098-12-04T18:00", needs_approval="on", email="required")

        response = alice.post(DESK, sent, follow=True)

        row = SelfRegistration.objects.get()
        assert (row.is_open, row.capacity, row.needs_approval, row.email) == (True, 40, True, "required")
        assert row.closes_at == datetime(2098, 12, 4, 9, tzinfo=UTC)
        assert "The terms of registration were saved." in text_of(response)
        assert "/t/spring-open/register/" in text_of(response)
        assert 'value="2098-12-04T18:00"' in response.content.decode()

    @pytest.mark.parametrize(
        ("changes", "says"),
        [
            ({"capacity": "0"}, "greater than or equal to 1"),
            ({"closes_at": "2020-01-01T10:00"}, "This time has passed."),
            ({"closes_at": "soon"}, "“soon” is not a date and time. Please write it like 2026-11-21 19:30."),
            ({"email": "perhaps"}, "Select a valid choice."),
        ],
    )
    def test_what_cannot_be_meant_comes_back_with_the_form(
        self, hall: Hall, alice: Client, changes: dict[str, str], says: str
    ) -> None:
        response = alice.post(DESK, terms(**changes))

        assert (response.status_code, says in text_of(response)) == (422, True)
        assert not SelfRegistration.objects.exists()

    def test_places_by_country_and_club_are_typed_and_how_they_stand_is_shown(
        self, hall: Hall, alice: Client
    ) -> None:
        quotas = {"club_limit": "2", "country_limits": "JPN 1、fr: 6", "own_club": "Bears", "own_places": "3"}

        page = alice.post(DESK, terms(**quotas), follow=True)
        for name, club in (("Ken", "Kanda"), ("Mia", "Kanda"), ("Kai", "Kanda")):
            sign_up(tournament=hall.tournament, about=About(name, club=club, country="FR"), by=Actor())
        about = About("Rei", club="Bears", country="JP")
        sign_up(tournament=hall.tournament, about=about, by=Actor())

        row = SelfRegistration.objects.get()
        assert (row.club_limit, row.country_limit, row.country_limits) == (2, None, {"FR": 6, "JP": 1})
        assert (row.own_club, row.own_places) == ("Bears", 3)
        assert 'value="FR 6, JP 1"' in page.content.decode()
        assert statuses() == {"Ken": "accepted", "Mia": "accepted", "Kai": "waiting", "Rei": "accepted"}
        said = "JP 1/1 Full Kanda 2/2 Full Reserved for Bears 1/3 FR 2/6"
        assert said in text_of(alice.get(DESK))

    @pytest.mark.parametrize("typed", ["JP", "Japan 8", "JP 8, JP 9", "8", "JP 8 FR 6 x", "JP 0", "QQQ 4"])
    def test_countries_and_places_of_another_shape_come_back_with_the_form(
        self, hall: Hall, alice: Client, typed: str
    ) -> None:
        response = alice.post(DESK, terms(country_limits=typed))

        assert response.status_code == 422
        assert "<details open>" in response.content.decode()
        assert not SelfRegistration.objects.exists()

    def test_a_referee_does_not_see_it(self, hall: Hall) -> None:
        assert signed_in(hall.rob).get(DESK).status_code == 403


class TestDeciding:
    def test_the_organizer_sees_what_was_said_and_the_address(self, hall: Hall, alice: Client) -> None:
        opened(hall, needs_approval=True, email="required", capacity=9)
        about = About("Ken Ito", reading="いとう", club="Bears", country="JP")
        sign_up(tournament=hall.tournament, about=about, email="ken@home.example", by=Actor())
        registered_later = "Lars"
        sign_up(
            tournament=hall.tournament, about=About(registered_later), email="lars@home.example", by=Actor()
        )

        text = text_of(alice.get(DESK))

        assert "Awaiting your decision: 1 Ken Ito" in text
        assert "いとう Bears JP ken@home.example" in text
        assert "Waiting list: 1 1. Lars" in text

    def test_who_moved_up_and_may_not_have_been_told_is_told_by_the_organizer(
        self, hall: Hall, alice: Client
    ) -> None:
        opened(hall, needs_approval=True)
        told, untold = registered(hall, "Ken"), registered(hall, "Lars")
        Registration.objects.filter(pk=told.pk).update(email="k@home.example", mail=Registration.Mail.SENT)
        Registration.objects.filter(pk=untold.pk).update(
            email="l@home.example", mail=Registration.Mail.FAILED
        )

        said = text_of(alice.get(DESK))

        tell = (
            "A place became free for them, but the e-mail about it may not have been sent: please tell them."
        )
        assert said.count(tell) == 1
        assert said.index("Lars") < said.index(tell)

    def test_two_of_one_name_are_pointed_out(self, hall: Hall, alice: Client) -> None:
        opened(hall, needs_approval=True)
        for name in ("Ken", "Lars", "KEN"):
            registered(hall, name)

        _before, *cards = alice.get(DESK).content.decode().split('<div class="card">')

        twice = "This name is registered more than once."
        names = [re.findall("<h3><bdi>(.*?)</bdi>", card) for card in cards]
        assert list(zip(names, [twice in card for card in cards], strict=True)) == [
            (["Ken"], True),
            (["Lars"], False),
            (["KEN"], True),
        ]

    def test_of_whom_nothing_is_to_be_decided_the_club_is_named_too(self, hall: Hall, alice: Client) -> None:
        opened(hall)
        sign_up(tournament=hall.tournament, about=About("Ken", club="Bears"), by=Actor())
        registered(hall, "Lars")

        said = text_of(alice.get(DESK))

        assert "Lars · Confirmed (Number 10)" in said
        assert "Ken · Bears · Confirmed (Number 9)" in said

    def test_an_address_that_leads_to_this_computer_alone_says_so(self, hall: Hall, alice: Client) -> None:
        opened(hall)
        said = []

        for site in ("http://127.0.0.1:9", "https://league.example.org"):
            with override_settings(SITE_URL=site):
                said.append(text_of(alice.get(DESK)))

        assert ["These codes lead to this computer only" in one for one in said] == [True, False]
        assert "https://league.example.org/t/spring-open/register/" in said[1]

    def test_accepting_is_one_tap(self, hall: Hall, alice: Client) -> None:
        opened(hall, needs_approval=True)
        made = registered(hall)

        response = alice.post(f"{DESK}{made.pk}/accept/", {"key": KEY}, follow=True)

        assert statuses() == {"Ken": "accepted"}
        assert "Ken was registered." in text_of(response)

    def test_declining_is_one_tap(self, hall: Hall, alice: Client) -> None:
        opened(hall, needs_approval=True)
        made = registered(hall)

        response = alice.post(f"{DESK}{made.pk}/decline/", {"key": KEY}, follow=True)

        assert statuses() == {"Ken": "declined"}
        assert "The registration of Ken was declined." in text_of(response)

    def test_who_may_be_on_file_is_asked_here_and_not_of_the_public(
        self, hall: Hall, alice: Client, client: Client
    ) -> None:
        on_file = add_player(name="Ken", club=club_named("Bears"))
        opened(hall, needs_approval=True)

        public = client.post("/t/spring-open/register/", {"name": "Ken", "key": KEY}, follow=True)
        made = Registration.objects.get()
        page = text_of(alice.get(DESK))
        without = alice.post(f"{DESK}{made.pk}/accept/", {"key": KEY}, follow=True)

        assert "Bears" not in text_of(public)
        assert f"Is this Ken one of the players on file? Ken · Bears #{on_file.pk}" in page
        assert "Please say whether it is one of them." in text_of(without)
        assert statuses() == {"Ken": "pending"}
        alice.post(f"{DESK}{made.pk}/accept/", {"player": on_file.pk})
        assert Registration.objects.get().entry.player == on_file

    def test_another_person_of_the_same_name_is_somebody_new(self, hall: Hall, alice: Client) -> None:
        on_file = add_player(name="Ken")
        opened(hall, needs_approval=True)
        made = registered(hall)

        alice.post(f"{DESK}{made.pk}/accept/", {"player": "new"})

        assert Registration.objects.get().entry.player != on_file

    def test_one_who_takes_part_already_is_said_to(self, hall: Hall, alice: Client) -> None:
        opened(hall)
        registered(hall, "Bob")

        assert "takes part as number 1" in text_of(alice.get(DESK))

    def test_all_at_once_says_how_many_are_left(self, hall: Hall, alice: Client) -> None:
        add_player(name="Mia")
        opened(hall, needs_approval=True)
        for name in ("Ken", "Lars", "Mia"):
            registered(hall, name)

        response = alice.post(f"{DESK}accept/", {"key": KEY}, follow=True)

        assert (
            "2 registrations accepted. 1 is waiting: please say whether it is a player on file."
            in text_of(response)
        )
        assert statuses() == {"Ken": "accepted", "Lars": "accepted", "Mia": "pending"}

    def test_one_more_than_there_are_places_is_asked_first(self, hall: Hall, alice: Client) -> None:
        opened(hall, capacity=8)
        made = registered(hall)

        asked = alice.post(f"{DESK}{made.pk}/accept/", {"key": KEY})

        assert (asked.status_code, statuses()) == (409, {"Ken": "waiting"})
        assert "All 8 places are taken. Ken would get an extra one" in text_of(asked)
        alice.post(f"{DESK}{made.pk}/accept/", {"confirm": "no_place"})
        assert statuses() == {"Ken": "accepted"}

    def test_a_registration_of_another_tournament_is_not_there(self, hall: Hall, alice: Client) -> None:
        assert alice.post(f"{DESK}999/accept/", {"key": KEY}).status_code == 404

    def test_the_list_of_players_leads_here_and_says_how_many_wait(self, hall: Hall, alice: Client) -> None:
        opened(hall, needs_approval=True)
        for name in ("Ken", "Lars"):
            registered(hall, name)

        page = alice.get("/t/spring-open/desk/entries/")

        assert "Players register themselves 2" in text_of(page)

    def test_the_page_takes_as_many_queries_however_many_are_registered(
        self, hall: Hall, alice: Client, django_assert_num_queries
    ) -> None:
        opened(hall, needs_approval=True, capacity=12)
        for name in ("Ken", "Lars", "Mia", "Noa", "Oda", "Pia", "Rob"):
            registered(hall, name)

        # After tournament, session, person and role: the terms and how places stand, who registered, who is on file.
        with django_assert_num_queries(8):
            alice.get(DESK)


class TestWhoDraws:
    PLAN = "/t/spring-open/desk/draw/plan/"

    def test_reads_who_is_on_the_waiting_list_and_how_many_fill_the_tables(
        self, hall: Hall, alice: Client
    ) -> None:
        opened(hall, capacity=8)
        for name in ("Zoe", "Yuki"):
            sign_up(tournament=hall.tournament, about=About(name=name), by=Actor())

        full = text_of(alice.get(self.PLAN))
        # An organizer may have let one more in than there are places.
        register(tournament=hall.tournament, player=add_player(name="Aki"), by=hall.alice)
        lacking = text_of(alice.get(self.PLAN))

        assert "2 players are on the waiting list: admit them" in full
        assert "do not fill tables" not in full
        assert "9 players do not fill tables of 4: 3 more are needed. 2 players are on the" in lacking
        assert f'href="{DESK}#waiting"' in alice.get(self.PLAN).content.decode()

    def test_reads_nothing_of_it_once_a_round_is_drawn(self, hall: Hall, alice: Client) -> None:
        opened(hall, capacity=8)
        sign_up(tournament=hall.tournament, about=About(name="Zoe"), by=Actor())
        hall.draw()

        assert "waiting list" not in text_of(alice.get(self.PLAN))
