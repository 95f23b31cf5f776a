"""Whom a lock keeps waiting, and whom it does not."""

import pytest
from django.db import transaction

from players.actions import add_player
from tests.races.beside import beside, wait_until, waiting
from tests.tournaments.hall import open_hall
from tournaments.actions.entries import register, withdraw
from tournaments.actions.locks import lock_tournament
from tournaments.models import Entry, Seat

pytestmark = [pytest.mark.race, pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


def test_somebody_registers_while_a_draw_is_being_made() -> None:
    hall = open_hall()
    refused: list[str] = []

    with transaction.atomic():
        lock_tournament(hall.tournament.pk)
        registering = beside(
            lambda: register(tournament=hall.tournament, player=add_player(name="Kei"), by=hall.alice),
            refused,
        )
        wait_until(lambda: waiting() == 1 or not registering.is_alive())
        waited = waiting()
    registering.join()

    assert (waited, refused) == (0, [])
    assert hall.tournament.entries.filter(player__name="Kei").exists()


def test_somebody_who_is_drawn_at_this_moment_cannot_withdraw_from_it() -> None:
    hall = open_hall()
    entry = Entry.objects.get(player__name="Bob")
    refused: list[str] = []

    with transaction.atomic():
        hall.draw()
        withdrawing = beside(lambda: withdraw(entry=entry, by=hall.alice), refused)
        wait_until(lambda: waiting() == 1 or not withdrawing.is_alive())
    withdrawing.join()

    assert refused == ["still_seated"]
    assert Entry.objects.get(pk=entry.pk).status == "active"
    assert Seat.objects.filter(entry=entry).count() == 1
