"""From the public page to one's own: registering without an account, looking, cancelling."""

import re
from datetime import UTC, datetime
from typing import Any

import pytest
from django.core import mail
from django.test import Client, override_settings

from players.actions import add_player
from players.models import Club, User
from tests.config.accounts.test_mail import refusing
from tests.tournaments.hall import Hall
from tests.tournaments.views.conftest import signed_in
from tests.tournaments.views.seat.test_seat_pages import text_of
from tournaments.actions.actor import Actor
from tournaments.actions.people.editing import remove_entry
from tournaments.actions.people.entries import withdraw
from tournaments.actions.people.registration_terms import RegistrationTerms, set_self_registration
from tournaments.actions.people.registrations import About, decline_registration, sign_up
from tournaments.actions.rate_limits import (
    REGISTRATION_CODES_OF_A_NETWORK,
    REGISTRATIONS_OF_A_NETWORK,
    count_attempt,
)
from tournaments.actions.setup.discarding import discard_tournament
from tournaments.models import LedgerEntry, Registration, Tournament

pytestmark = pytest.mark.django_db

HERE = "127.0.0.1"
PAGE = "/t/spring-open/register/"
OWN = "/registration/"
KEN = {"name": "Ken Ito", "reading": "いとう けん", "club": "Bears", "country": "jp"}
KEY = "3f1c9d6e-0000-4000-8000-000000000001"


def opened(hall: Hall, **terms: Any) -> None:
    given = RegistrationTerms(**{"is_open": True, **terms})
    set_self_registration(tournament=hall.tournament, terms=given, by=hall.alice)


def registered(hall: Hall, name: str = "Ken") -> Registration:
    return sign_up(tournament=hall.tournament, about=About(name), by=Actor())


class TestTheState:
    @pytest.mark.parametrize("page", [PAGE, "/t/spring-open/"])
    def test_an_open_one_says_until_when_and_how_many_places_are_taken(
        self, hall: Hall, client: Client, page: str
    ) -> None:
        # In Tokyo's zone, which is the tournament's.
        opened(hall, capacity=40, closes_at=datetime(2098, 12, 4, 9, tzinfo=UTC))

        text = text_of(client.get(page))

        assert "Registration open until Dec. 4, 2098, 18:00 8 of 40 places taken" in text

    @pytest.mark.parametrize("page", [PAGE, "/t/spring-open/"])
    def test_one_that_opens_later_says_when(self, hall: Hall, client: Client, page: str) -> None:
        opened(hall, capacity=40, opens_at=datetime(2098, 11, 4, 9, tzinfo=UTC))

        response = client.get(page)

        assert "Registration closed opens Nov. 4, 2098, 18:00 8 of 40" in text_of(response)
        assert "Register</" not in response.content.decode()

    @pytest.mark.parametrize("page", [PAGE, "/t/spring-open/"])
    def test_a_full_one_says_how_many_wait(self, hall: Hall, client: Client, page: str) -> None:
        opened(hall, capacity=8)
        registered(hall)

        text = text_of(client.get(page))

        assert "Waiting list 8 of 8 places taken on the waiting list: 1" in text
        assert "Join the waiting list" in text

    def test_places_by_country_and_club_are_said_with_those_that_are_full(
        self, hall: Hall, client: Client
    ) -> None:
        opened(hall, capacity=40, club_limit=1, country_limit=2, own_club="Bears", own_places=5)
        sign_up(tournament=hall.tournament, about=About("Ken", club="Kanda", country="JP"), by=Actor())

        text = text_of(client.get(PAGE))

        assert (
            "Each country: at most 2 places Each club: at most 1 place 5 places are reserved for members of Bears "
            "No place left, waiting list: Kanda" in text
        )

        opened(hall, capacity=40, country_limit=2, country_limits={"JP": 8})

        assert "JP: at most 8 places Every other country: at most 2 places" in text_of(client.get(PAGE))

    def test_who_finds_no_place_for_their_country_reads_why_they_wait(
        self, hall: Hall, client: Client
    ) -> None:
        opened(hall, country_limits={"JP": 1})
        sign_up(tournament=hall.tournament, about=About("Ken", country="JP"), by=Actor())

        text = text_of(client.post(PAGE, {"name": "Mia", "country": "jp", "key": KEY}, follow=True))

        assert "The only place for JP is taken. You are number 1 on the waiting list" in text

    def test_where_places_are_limited_by_country_it_is_asked_for(self, hall: Hall, client: Client) -> None:
        opened(hall, country_limit=4)

        response = client.post(PAGE, {"name": "Mia", "key": KEY})

        assert (response.status_code, Registration.objects.count()) == (422, 0)
        assert "This field is required." in text_of(response)

    @pytest.mark.parametrize("page", [PAGE, "/t/spring-open/"])
    def test_a_closed_one_offers_no_form(self, hall: Hall, client: Client, page: str) -> None:
        opened(hall, is_open=False)

        response = client.get(page)

        assert "Registration closed 8 places taken" in text_of(response)
        assert "Register</" not in response.content.decode()

    def test_where_nobody_opened_it_the_tournaments_page_does_not_speak_of_it(
        self, hall: Hall, client: Client
    ) -> None:
        page = client.get("/t/spring-open/").content.decode()

        assert "/register/" not in page
        assert "Please ask the organizer" in text_of(client.get(PAGE))

    def test_a_tournament_that_one_may_not_know_of_is_not_there(self, client: Client) -> None:
        from_elsewhere = client.get("/t/secret-cup/register/")

        assert from_elsewhere.status_code == 404

    def test_the_page_takes_as_many_queries_however_many_are_registered(
        self, hall: Hall, client: Client, django_assert_num_queries
    ) -> None:
        opened(hall, capacity=9)
        for name in ("Ken", "Lars", "Mia"):
            registered(hall, name)

        # The tournament; the terms and how places stand.
        with django_assert_num_queries(4):
            client.get(PAGE)


class TestRegistering:
    def test_somebody_without_an_account_gets_a_place_and_a_private_link(
        self, hall: Hall, client: Client
    ) -> None:
        opened(hall)

        response = client.post(PAGE, {**KEN, "key": KEY}, follow=True)

        made = Registration.objects.get()
        assert (made.name, made.reading, made.club, made.country) == ("Ken Ito", "いとう けん", "Bears", "JP")
        assert response.redirect_chain == [(OWN, 302)]
        text = text_of(response)
        assert "Confirmed" in text
        assert "Your place is confirmed. Your number is 9." in text
        assert f"/registration/#{made.code}" in text

    def test_a_second_tap_registers_once_and_leads_to_the_same_page(self, hall: Hall, client: Client) -> None:
        opened(hall)
        client.post(PAGE, {**KEN, "key": KEY})

        again = Client().post(PAGE, {**KEN, "key": KEY}, follow=True)

        assert Registration.objects.count() == 1
        assert f"/registration/#{Registration.objects.get().code}" in text_of(again)

    def test_without_a_csrf_token_nothing_is_registered(self, hall: Hall) -> None:
        opened(hall)

        response = Client(enforce_csrf_checks=True).post(PAGE, {**KEN, "key": KEY})

        assert (response.status_code, Registration.objects.count()) == (403, 0)

    @pytest.mark.parametrize(
        ("sent", "says"),
        [
            ({"name": ""}, "This field is required."),
            ({"name": "a" * 61}, "the limit is 60"),
            ({"name": "a\u202eb"}, "contains an invisible character"),
            ({"country": "JPN"}, "Enter a valid value."),
            ({"email": "nobody"}, "Enter a valid email address."),
        ],
    )
    def test_what_cannot_be_meant_comes_back_with_the_form(
        self, hall: Hall, client: Client, sent: dict[str, str], says: str
    ) -> None:
        opened(hall, email="optional")

        response = client.post(PAGE, {**KEN, **sent, "key": KEY})

        assert (response.status_code, says in text_of(response)) == (422, True)
        assert 'value="いとう けん"' in response.content.decode()
        assert Registration.objects.count() == 0

    def test_a_missing_address_is_asked_for_where_it_is_required(self, hall: Hall, client: Client) -> None:
        opened(hall, email="required")

        response = client.post(PAGE, {**KEN, "key": KEY})

        assert (response.status_code, Registration.objects.count()) == (422, 0)

    def test_somebody_who_is_too_late_reads_why(self, hall: Hall, client: Client) -> None:
        opened(hall)
        hall.draw()

        response = client.post(PAGE, {**KEN, "key": KEY})

        assert (response.status_code, Registration.objects.count()) == (409, 0)
        assert "The first tables are drawn" in text_of(response)

    def test_a_signed_in_player_registers_as_themselves(self, hall: Hall) -> None:
        opened(hall)
        ken = add_player(name="Ken")
        ken.user = User.objects.create_user("ken@home.example", name="Ken")
        ken.save()
        browser = signed_in(Actor(ken.user))

        form = browser.get(PAGE)
        browser.post(PAGE, {"key": KEY})

        assert "You are registering as Ken ." in text_of(form)
        assert 'name="name"' not in form.content.decode()
        assert Registration.objects.get().entry.player == ken
        again = browser.get(PAGE)
        assert "You are registered: Confirmed." in text_of(again)
        assert f"#{Registration.objects.get().code}" in text_of(browser.get(OWN))

    def test_the_club_of_a_signed_in_player_goes_with_the_name(self, hall: Hall) -> None:
        opened(hall)
        ken = add_player(name="Ken", club=Club.objects.create(name="Bears"))
        ken.user = User.objects.create_user("ken@home.example", name="Ken")
        ken.save()

        assert "You are registering as Ken . Bears" in text_of(signed_in(Actor(ken.user)).get(PAGE))

    def test_where_the_organizer_decides_the_form_says_so(self, hall: Hall, client: Client) -> None:
        words = "The organizer confirms each registration. Until then your place is reserved."
        opened(hall)
        assert words not in text_of(client.get(PAGE))
        opened(hall, needs_approval=True)

        assert words in text_of(client.get(PAGE))

    def test_a_player_whom_the_organizer_entered_is_told_so(self, hall: Hall) -> None:
        opened(hall)

        page = text_of(signed_in(Actor(hall.bob)).get(PAGE))

        assert "You are already entered." in page

    def test_one_network_registers_so_many_in_an_hour(self, hall: Hall, client: Client) -> None:
        opened(hall, capacity=1)
        for _earlier in range(REGISTRATIONS_OF_A_NETWORK.most - 2):
            count_attempt(REGISTRATIONS_OF_A_NETWORK, HERE)
        for number in range(2):
            assert client.post(PAGE, {"name": f"Player {number}"}).status_code == 302

        response = client.post(PAGE, {"name": "One more"})

        assert (response.status_code, "Retry-After" in response) == (429, True)
        assert not Registration.objects.filter(name="One more").exists()


class TestMail:
    def test_whoever_gives_an_address_gets_the_link_and_nothing_that_was_typed(
        self, hall: Hall, client: Client
    ) -> None:
        opened(hall, email="optional")

        page = client.post(PAGE, {**KEN, "email": "ken@home.example", "key": KEY}, follow=True)

        (message,) = mail.outbox
        assert message.to == ["ken@home.example"]
        assert message.subject == "Your registration for a tournament"
        assert f"/registration/#{Registration.objects.get().code}" in message.body
        assert "Ken" not in message.body
        assert "The link was sent to you by e-mail" in text_of(page)

    def test_a_second_tap_sends_no_second_mail(self, hall: Hall, client: Client) -> None:
        opened(hall, email="optional")
        sent = {**KEN, "email": "ken@home.example", "key": KEY}
        client.post(PAGE, sent)

        client.post(PAGE, sent)

        assert len(mail.outbox) == 1

    def test_an_address_that_is_known_and_one_that_is_not_get_the_same_answer(self, hall: Hall) -> None:
        opened(hall, email="optional", needs_approval=True)
        pages = []
        for name, email in (("Ken", "alice@club.example"), ("Lars", "nobody@home.example")):
            page = Client().post(PAGE, {"name": name, "email": email}, follow=True).content.decode()
            code = Registration.objects.get(name=name).code
            pages.append(page.replace(code, "CODE").replace(name, "NAME"))

        without_keys = [re.sub(r'value="[\w-]+"', "", page) for page in pages]

        assert without_keys[0] == without_keys[1]

    def test_when_the_mail_server_is_away_the_place_is_kept_and_the_page_says_so(
        self, hall: Hall, client: Client
    ) -> None:
        opened(hall, email="optional")

        with refusing():
            page = client.post(PAGE, {**KEN, "email": "ken@home.example", "key": KEY}, follow=True)

        assert Registration.objects.get().status == "accepted"
        assert "No e-mail was sent" in text_of(page)

    def test_the_address_is_on_no_public_page(self, hall: Hall, client: Client) -> None:
        opened(hall, email="optional")
        client.post(PAGE, {**KEN, "email": "ken@home.example", "key": KEY})
        pages = ["", "players/", "ledger/", "register/", "downloads/players.csv", "downloads/ledger.csv"]

        shown = [page for page in pages if b"ken@" in Client().get(f"/t/spring-open/{page}").getvalue()]

        assert shown == []
        assert "ken@" not in "".join(LedgerEntry.objects.values_list("payload", flat=True))


class TestOnesOwnPage:
    def test_the_code_opens_it_in_another_browser(self, hall: Hall, client: Client) -> None:
        opened(hall)
        made = registered(hall)
        typed = f"{made.code[:4].lower()} {made.code[4:8]}-{made.code[8:]}"

        response = client.post(OWN, {"code": typed}, follow=True)

        assert "Your place is confirmed" in text_of(response)

    def test_a_wrong_code_opens_nothing(self, client: Client) -> None:
        response = client.post(OWN, {"code": "ABCDEFGHJKLM"})

        assert (response.status_code, "No registration has this code" in text_of(response)) == (403, True)

    def test_wrong_codes_are_counted_and_the_right_one_opens_nothing_after_too_many(
        self, hall: Hall, client: Client
    ) -> None:
        opened(hall)
        made = registered(hall)
        for _guess in range(REGISTRATION_CODES_OF_A_NETWORK.most):
            client.post(OWN, {"code": "ABCDEFGHJKLM"})

        assert client.post(OWN, {"code": made.code}).status_code == 429

    def test_who_waits_reads_which_place_it_is(self, hall: Hall, client: Client) -> None:
        opened(hall, capacity=8)
        registered(hall, "Ken")
        made = registered(hall, "Lars")

        page = client.post(OWN, {"code": made.code}, follow=True)

        assert "You are number 2 on the waiting list" in text_of(page)

    def test_who_waits_for_approval_reads_so(self, hall: Hall, client: Client) -> None:
        opened(hall, needs_approval=True)

        page = client.post(OWN, {"code": registered(hall).code}, follow=True)

        assert "Awaiting the organizer’s approval" in text_of(page)

    def test_cancelling_gives_the_place_back(self, hall: Hall, client: Client) -> None:
        opened(hall)
        made = registered(hall)
        client.post(OWN, {"code": made.code})

        page = client.post(f"{OWN}cancel/", follow=True)

        assert "Your registration was cancelled." in text_of(page)
        assert (Registration.objects.get().status, hall.tournament.entries.count()) == ("cancelled", 8)

    def test_of_a_tournament_that_was_discarded_it_opens_nothing(self, hall: Hall, client: Client) -> None:
        opened(hall)
        made = registered(hall)
        client.post(OWN, {"code": made.code})
        discard_tournament(tournament=hall.tournament, by=hall.alice)

        client.post(f"{OWN}cancel/")

        assert client.post(OWN, {"code": made.code}).status_code == 403
        assert Registration.objects.get().status == "accepted"

    def test_without_the_code_nothing_is_cancelled(self, hall: Hall, client: Client) -> None:
        opened(hall)
        registered(hall)

        client.post(f"{OWN}cancel/")

        assert Registration.objects.get().status == "accepted"

    def test_it_says_where_and_when_to_come(self, hall: Hall, client: Client) -> None:
        opened(hall)
        Tournament.objects.update(starts_on="2026-05-02", venue="Town hall")

        page = client.post(OWN, {"code": registered(hall).code}, follow=True)

        assert "Ken May 2, 2026 Town hall Your place is confirmed" in text_of(page)

    def test_who_has_withdrawn_or_was_taken_off_the_list_is_told_whom_to_ask(
        self, hall: Hall, client: Client
    ) -> None:
        opened(hall)
        made = registered(hall)
        client.post(OWN, {"code": made.code})
        assert made.entry is not None
        withdraw(entry=made.entry, by=hall.alice)
        withdrawn = text_of(client.get(OWN))
        remove_entry(entry=made.entry, by=hall.alice)
        removed = text_of(client.get(OWN))

        assert "You have withdrawn. If this is a mistake, please ask the organizer." in withdrawn
        assert "Your place is confirmed" not in withdrawn
        assert "The organizer removed you from the list. If this is a mistake, please ask them." in removed
        assert "Register again" in removed

    def test_after_the_draw_the_page_says_whom_to_tell(self, hall: Hall, client: Client) -> None:
        opened(hall)
        for name in ("Ken", "Lars", "Mia", "Noa"):
            made = registered(hall, name)
        client.post(OWN, {"code": made.code})
        hall.draw()

        page = client.post(f"{OWN}cancel/")

        assert (page.status_code, Registration.objects.get(pk=made.pk).status) == (409, "accepted")
        assert "Please tell the organizer that you cannot come." in text_of(page)

    def test_who_was_declined_sees_it_and_can_register_again(self, hall: Hall, client: Client) -> None:
        opened(hall, needs_approval=True)
        made = registered(hall)
        client.post(OWN, {"code": made.code})
        decline_registration(registration=made, by=hall.alice)

        page = client.get(OWN)

        assert "Declined" in text_of(page)
        assert PAGE in page.content.decode()
        assert made.code not in page.content.decode()

    def test_a_house_with_another_secret_cannot_show_the_link(self, hall: Hall, client: Client) -> None:
        opened(hall)
        made = registered(hall)
        client.post(OWN, {"code": made.code})
        Registration.objects.update(code_hash="of another secret")

        page = text_of(client.get(OWN))

        assert "can no longer be shown" in page
        assert made.code not in page


@override_settings(LANGUAGE_CODE="en")
def test_it_speaks_japanese(hall: Hall, client: Client) -> None:
    opened(hall, capacity=40)

    assert "参加を申し込む" in text_of(client.get(f"/ja{PAGE}"))
