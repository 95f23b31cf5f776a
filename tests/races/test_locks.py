"""Whom a lock keeps waiting, and whom it does not."""

import pytest
from django.db import transaction

from players.actions import add_player
from tests.races.beside import beside, wait_until, waiting
from tests.races.staff import RESULTS
from tests.tournaments.hall import SEED, open_hall, play
from tournaments.actions.draws.draft_rounds import publish_round
from tournaments.actions.draws.draws import draw
from tournaments.actions.draws.plans import Plan
from tournaments.actions.imports.results import import_results
from tournaments.actions.locks import lock_tournament
from tournaments.actions.people.entries import register, withdraw
from tournaments.actions.play.rounds import close_round
from tournaments.models import Entry, Round, Seat

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


def test_an_import_waits_for_a_draw_without_holding_what_the_draw_needs_last() -> None:
    hall = open_hall()
    refused: list[str] = []

    with transaction.atomic():
        lock_tournament(hall.tournament.pk)
        importing = beside(lambda: import_results(stage=hall.stage, text=RESULTS, by=hall.alice), refused)
        wait_until(lambda: waiting() == 1 or not importing.is_alive())
        hall.draw()
    importing.join()

    assert refused == []
    assert hall.kinds()[-4:] == ["rulebook_pinned", "players_imported", "results_imported", "imported"]


def test_a_round_that_is_being_closed_sees_the_result_that_is_being_confirmed() -> None:
    hall = open_hall(players=4)
    round_ = hall.started()
    refused: list[str] = []

    with transaction.atomic():
        play(round_.tables.get(), hall.alice)
        closing = beside(lambda: close_round(round_=round_, by=hall.alice, leave_open=True), refused)
        wait_until(lambda: waiting() == 1 or not closing.is_alive())
    closing.join()

    assert refused == []
    assert (hall.kinds()[-1], hall.last_payload()["open"]) == ("closed", [])


def test_of_two_who_publish_the_last_drafts_at_once_one_opens_the_seed() -> None:
    hall = open_hall()
    draw(stage=hall.stage, plan=Plan(method="schedule", rounds=2), by=hall.alice, seed=SEED)
    first, second = Round.objects.order_by("number")
    refused: list[str] = []

    with transaction.atomic():
        publish_round(round_=first, by=hall.alice)
        publishing = beside(lambda: publish_round(round_=second, by=hall.alice), refused)
        wait_until(lambda: waiting() == 1 or not publishing.is_alive())
    publishing.join()

    assert refused == []
    assert hall.last_payload()["seed"] == SEED
