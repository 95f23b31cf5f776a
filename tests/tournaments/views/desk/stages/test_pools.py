"""Pools: everybody is shared out evenly, and a list of numbers says who plays where."""

import pytest
from django.test import Client

from players.actions import add_player
from tests.tournaments.hall import Hall, open_hall
from tests.tournaments.views.conftest import signed_in
from tests.tournaments.views.desk.browser import DESK
from tests.tournaments.views.desk.stages.test_qualification import form
from tests.tournaments.views.seat.test_seat_pages import text_of
from tournaments.actions.people.entries import register, withdraw
from tournaments.actions.stages.presets import use_preset
from tournaments.actions.stages.qualifiers import keys_of
from tournaments.models import Entry, Qualification, Stage
from tournaments.standings.stages.pools import pool_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall() -> Hall:
    """Nine players and a stand-in, of whom number 3 is gone; two pools and a final."""
    hall = open_hall(players=9)
    register(tournament=hall.tournament, player=add_player(name="Spare"), is_substitute=True, by=hall.alice)
    withdraw(entry=Entry.objects.get(number=3), by=hall.alice)
    use_preset(tournament=hall.tournament, preset="pools_final", by=hall.alice)
    return hall


@pytest.fixture
def alice(hall: Hall) -> Client:
    return signed_in(hall.alice)


def page(ordinal: int) -> str:
    return f"{DESK}stages/{Stage.objects.get(ordinal=ordinal).pk}/players/"


def numbers(ordinal: int) -> list[int]:
    """Who is confirmed for a stage."""
    keys = keys_of(Qualification.objects.get(stage__ordinal=ordinal))
    found = dict(Entry.objects.values_list("pk", "number"))
    return [found[key] for key in keys]


def test_both_are_confirmed_as_they_are_proposed(alice: Client) -> None:
    shown = form(alice.get(page(1)))
    assert shown["numbers"] == "1, 5, 6, 9"

    for ordinal in (1, 2):
        alice.post(page(ordinal), form(alice.get(page(ordinal))))

    assert [numbers(1), numbers(2)] == [[1, 5, 6, 9], [2, 4, 7, 8]]
    assert pool_of(Qualification.objects.get(stage__ordinal=3)) is None


def test_numbers_are_typed_with_ranges_and_whoever_is_elsewhere_is_not_proposed(alice: Client) -> None:
    alice.post(page(1), form(alice.get(page(1)), numbers="9、1-2 4〜5"))

    assert numbers(1) == [9, 1, 2, 4, 5]
    assert form(alice.get(page(2)))["numbers"] == "7, 8"
    assert f"1 {Entry.objects.get(number=1).player.name}" in text_of(alice.get(page(2)))


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("1, x", "Please enter numbers such as 1, 4, 5, 8 or 1-8."),
        ("1-999999", "Please enter numbers such as 1, 4, 5, 8 or 1-8."),
        ("1, 3, 10, 77", "No eligible player has these numbers: 3, 10, 77."),
        ("1, 1", "A player is listed twice."),
        ("", "Please choose who plays in this stage."),
    ],
)
def test_what_is_no_list_is_said(alice: Client, typed: str, said: str) -> None:
    answer = alice.post(page(1), form(alice.get(page(1)), numbers=typed))

    assert answer.status_code == 422
    assert said in text_of(answer)
    assert numbers(1) == []


def test_seeds_one_by_one_do_instead_of_the_list_but_not_both(hall: Hall, alice: Client) -> None:
    two = {f"seed-{hall.tournament.entries.get(number=8).pk}": "2"}
    two[f"seed-{hall.tournament.entries.get(number=7).pk}"] = "1"

    refused = alice.post(page(1), form(alice.get(page(1)), numbers="1, 2", **two))
    assert "Please either list numbers or enter seeds, and leave the other empty." in text_of(refused)
    alice.post(page(1), form(alice.get(page(1)), **two))

    assert numbers(1) == [7, 8]


def test_of_one_stage_alone_nobody_is_proposed(hall: Hall, alice: Client) -> None:
    Qualification.objects.filter(stage__ordinal=2).delete()

    assert form(alice.get(page(1)))["numbers"] == ""
