"""Two who want the last place at the same moment: one gets it, the other waits; and a place that is given back."""

import pytest
from django.db import transaction

from players.actions import add_player
from tests.races.beside import beside, wait_until, waiting
from tests.tournaments.hall import Hall, open_hall
from tournaments.actions.actor import Actor
from tournaments.actions.people.entries import register
from tournaments.actions.people.registration_terms import RegistrationTerms, set_self_registration
from tournaments.actions.people.registrations import About, cancel_registration, sign_up
from tournaments.models import Registration
from tournaments.verification import verify_ledger

pytestmark = [pytest.mark.race, pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


def with_one_place() -> Hall:
    hall = open_hall()
    set_self_registration(
        tournament=hall.tournament, terms=RegistrationTerms(is_open=True, capacity=9), by=hall.alice
    )
    return hall


def statuses() -> list[str]:
    return sorted(Registration.objects.values_list("status", flat=True))


def test_of_two_who_want_the_last_place_at_once_one_waits() -> None:
    hall = with_one_place()
    refused: list[str] = []

    with transaction.atomic():
        sign_up(tournament=hall.tournament, about=About("Ken"), by=Actor())
        late = beside(lambda: sign_up(tournament=hall.tournament, about=About("Lars"), by=Actor()), refused)
        wait_until(lambda: waiting() == 1 or not late.is_alive())
    late.join()

    assert (refused, statuses()) == ([], ["accepted", "waiting"])
    assert hall.tournament.entries.count() == 9
    assert verify_ledger(hall.tournament.pk).is_sound


def test_of_two_who_want_the_last_place_of_their_country_at_once_one_waits() -> None:
    hall = open_hall()
    terms = RegistrationTerms(is_open=True, country_limits={"JP": 1})
    set_self_registration(tournament=hall.tournament, terms=terms, by=hall.alice)
    refused: list[str] = []

    def comes(name: str) -> None:
        sign_up(tournament=hall.tournament, about=About(name, country="JP"), by=Actor())

    with transaction.atomic():
        comes("Ken")
        late = beside(lambda: comes("Mia"), refused)
        wait_until(lambda: waiting() == 1 or not late.is_alive())
    late.join()

    assert (refused, statuses()) == ([], ["accepted", "waiting"])
    assert verify_ledger(hall.tournament.pk).is_sound


def test_of_eight_who_come_at_once_as_many_take_part_as_there_are_places() -> None:
    hall = open_hall()
    set_self_registration(
        tournament=hall.tournament, terms=RegistrationTerms(is_open=True, capacity=11), by=hall.alice
    )
    refused: list[str] = []

    def comes(name: str) -> None:
        sign_up(tournament=hall.tournament, about=About(name, club="New club"), by=Actor())

    threads = [beside(lambda name=name: comes(name), refused) for name in "ABCDEFGH"]
    for thread in threads:
        thread.join()

    assert (refused, statuses()) == ([], ["accepted"] * 3 + ["waiting"] * 5)
    assert hall.tournament.entries.count() == 11
    assert verify_ledger(hall.tournament.pk).is_sound


def test_a_place_that_is_given_back_while_somebody_registers_is_nobodys_twice() -> None:
    hall = with_one_place()
    first = sign_up(tournament=hall.tournament, about=About("Ken"), by=Actor())
    sign_up(tournament=hall.tournament, about=About("Lars"), by=Actor())
    refused: list[str] = []

    with transaction.atomic():
        cancel_registration(registration=first, by=Actor())
        late = beside(lambda: sign_up(tournament=hall.tournament, about=About("Mia"), by=Actor()), refused)
        wait_until(lambda: waiting() == 1 or not late.is_alive())
    late.join()

    rows = Registration.objects.order_by("pk").values_list("name", "status")
    assert (refused, list(rows)) == ([], [("Ken", "cancelled"), ("Lars", "accepted"), ("Mia", "waiting")])


def test_the_last_place_that_the_organizer_gives_away_is_not_given_again() -> None:
    hall = with_one_place()
    refused: list[str] = []
    player = add_player(name="From the desk")

    with transaction.atomic():
        register(tournament=hall.tournament, player=player, by=hall.alice)
        late = beside(lambda: sign_up(tournament=hall.tournament, about=About("Ken"), by=Actor()), refused)
        wait_until(lambda: waiting() == 1 or not late.is_alive())
    late.join()

    assert (refused, statuses()) == ([], ["waiting"])


def test_who_cancels_twice_at_once_frees_one_place() -> None:
    hall = with_one_place()
    first = sign_up(tournament=hall.tournament, about=About("Ken"), by=Actor())
    for name in ("Lars", "Mia"):
        sign_up(tournament=hall.tournament, about=About(name), by=Actor())
    refused: list[str] = []

    with transaction.atomic():
        cancel_registration(registration=first, by=Actor())
        late = beside(lambda: cancel_registration(registration=first, by=Actor()), refused)
        wait_until(lambda: waiting() == 1 or not late.is_alive())
    late.join()

    assert (refused, statuses()) == ([], ["accepted", "cancelled", "waiting"])
