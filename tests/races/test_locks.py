"""Whom a lock keeps waiting, and whom it does not."""

from functools import partial
from typing import Any

import pytest
from django.db import transaction

from players.actions import add_player
from tests.races.beside import beside, wait_until, waiting
from tests.races.staff import RESULTS
from tests.tournaments.hall import BALANCED, SEED, open_hall, play
from tournaments.actions.actor import Actor
from tournaments.actions.draws.draft_rounds import publish_round
from tournaments.actions.draws.draws import draw
from tournaments.actions.draws.late_tables import add_late_table
from tournaments.actions.draws.plans import Plan
from tournaments.actions.free_play.stage_kind import set_free_play
from tournaments.actions.free_play.tables import open_table, take_table_back
from tournaments.actions.hands.hands import enter_hand
from tournaments.actions.imports.results import import_results
from tournaments.actions.locks import lock_table, lock_tournament
from tournaments.actions.people.entries import register, withdraw
from tournaments.actions.play.changed_places import change_places, places_of
from tournaments.actions.play.locked_tables import lock_and_look
from tournaments.actions.play.rounds import close_round
from tournaments.actions.play.scoresheets.reporting import (
    TableReport,
    record_version,
    report_sheet,
    write_version,
)
from tournaments.models import Entry, GameCount, Round, Scoresheet, Seat
from tournaments.models.play.events import ResultReported
from tournaments.models.play.hands import EMPTY_LOG
from tournaments.verification import verify_ledger

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


def test_two_tables_of_a_round_are_in_work_at_once_and_who_closes_it_waits_for_both() -> None:
    hall = open_hall(players=8)
    round_ = hall.started()
    first, second = round_.tables.order_by("number")
    refused: list[str] = []
    waited: list[int] = []

    with transaction.atomic():
        lock_table(hall.alice, pk=first.pk)
        beside(lambda: lock_in_a_transaction(hall.alice, second.pk), refused).join()
        waited.append(waiting())
        closing = beside(lambda: close_round(round_=round_, by=hall.alice, leave_open=True), refused)
        wait_until(lambda: waiting() == 1 or not closing.is_alive())
        waited.append(waiting())
        play(first, hall.alice)
    closing.join()

    assert (waited, refused) == ([0, 1], [])
    assert (hall.kinds()[-1], hall.last_payload()["open"]) == ("closed", [second.number])


def test_a_report_waits_for_its_round_that_is_being_closed_and_finds_it_closed() -> None:
    hall = open_hall(players=8)
    round_ = hall.started()
    first, second = round_.tables.order_by("number")
    refused: list[str] = []

    with transaction.atomic():
        close_round(round_=round_, by=hall.alice, leave_open=True)
        reporting = [beside(partial(play, table, hall.alice), refused) for table in (first, second)]
        wait_until(lambda: waiting() == 2 or not all(one.is_alive() for one in reporting))
    for one in reporting:
        one.join()

    assert refused == ["round_closed", "round_closed"]
    assert not Scoresheet.objects.exists()


def test_tables_of_a_stage_that_report_meet_only_at_the_ledger() -> None:
    hall = open_hall()
    first, second = hall.started().tables.order_by("pk")
    refused: list[str] = []

    with transaction.atomic():
        write_version(lock_and_look(hall.rob, pk=first.pk), TableReport(BALANCED), hall.rob)
        reporting = beside(
            partial(report_sheet, table=second, report=TableReport(BALANCED), by=hall.rob), refused
        )
        wait_until(lambda: waiting() == 1 or not reporting.is_alive())
        waited = waiting()
    reporting.join()

    assert (waited, refused) == (0, [])
    assert GameCount.objects.filter(stage=hall.stage, reported=1).count() == 2


def test_an_import_of_games_waits_for_a_report_before_it_holds_the_ledger() -> None:
    """It writes into the ledger before its sheets, and a report the other way round."""
    hall = open_hall()
    table = hall.started().tables.get(number=1)
    refused: list[str] = []

    with transaction.atomic():
        at = lock_and_look(hall.rob, pk=table.pk)
        sheet = write_version(at, TableReport(BALANCED), hall.rob)
        importing = beside(partial(import_results, stage=hall.stage, text=RESULTS, by=hall.alice), refused)
        wait_until(lambda: waiting() == 1 or not importing.is_alive())
        waited = waiting()
        record_version(sheet, ResultReported, at, hall.rob)
    importing.join()

    assert (waited, refused) == (1, [])
    assert hall.kinds()[-4:] == ["reported", "players_imported", "results_imported", "imported"]
    assert verify_ledger(hall.tournament.pk).is_sound


def test_a_table_that_is_taken_back_waits_for_who_reports_there() -> None:
    hall = open_hall(players=4)
    set_free_play(stage=hall.stage, is_on=True, by=hall.alice)
    table = open_table(stage=hall.stage, players=list(hall.tournament.entries.all()), by=hall.alice)
    refused: list[str] = []

    with transaction.atomic():
        play(table, hall.alice)
        taking_back = beside(lambda: take_table_back(table=table, by=hall.alice), refused)
        wait_until(lambda: waiting() == 1 or not taking_back.is_alive())
    taking_back.join()

    assert refused == ["results_exist"]
    assert Scoresheet.objects.get().table == table


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


def _both(round_: Round, first: int = 1, second: int = 2) -> dict[str, Any]:
    """East of two tables of a round, to be exchanged, and the tag of their places."""
    one, other = (
        Seat.objects.get(round=round_, table__number=number, wind=1).entry for number in (first, second)
    )
    both: dict[str, Any] = {"round_": round_, "one": one, "other": other}
    return {**both, "if_match": places_of(**both).tag}


def test_of_an_exchange_and_a_report_at_once_the_first_is_done_and_the_other_refused() -> None:
    hall = open_hall()
    round_ = hall.started()
    table = round_.tables.get(number=2)
    before = list(table.seats.order_by("wind").values_list("entry", flat=True))
    refused: list[str] = []

    with transaction.atomic():
        report_sheet(table=table, report=TableReport(BALANCED), by=hall.rob)
        exchanging = beside(partial(change_places, **_both(round_), by=hall.alice), refused)
        wait_until(lambda: waiting() == 1 or not exchanging.is_alive())
    exchanging.join()

    assert refused == ["results_exist"]
    assert list(table.seats.order_by("wind").values_list("entry", flat=True)) == before
    assert verify_ledger(hall.tournament.pk).problems == []


def test_a_report_waits_for_an_exchange_and_finds_other_players() -> None:
    hall = open_hall()
    round_ = hall.started()
    table = round_.tables.get(number=2)
    seated = list(table.seats.order_by("wind").values_list("entry", flat=True))
    refused: list[str] = []

    with transaction.atomic():
        change_places(**_both(round_), by=hall.alice)
        reporting = beside(
            partial(report_sheet, table=table, report=TableReport(BALANCED, seated=seated), by=hall.rob),
            refused,
        )
        wait_until(lambda: waiting() == 1 or not reporting.is_alive())
    reporting.join()

    assert refused == ["other_players_seated"]
    assert Scoresheet.objects.count() == 0
    assert verify_ledger(hall.tournament.pk).problems == []


def test_a_hand_that_is_being_entered_keeps_an_exchange_waiting_and_refuses_it() -> None:
    hall = open_hall()
    round_ = hall.started()
    refused: list[str] = []
    nobody_wins = {"kind": "draw", "tenpai": []}

    with transaction.atomic():
        enter_hand(table=round_.tables.get(number=1), outcome=nobody_wins, by=hall.rob, if_match=EMPTY_LOG)
        exchanging = beside(partial(change_places, **_both(round_), by=hall.alice), refused)
        wait_until(lambda: waiting() == 1 or not exchanging.is_alive())
    exchanging.join()

    assert refused == ["hands_exist"]
    assert verify_ledger(hall.tournament.pk).problems == []


def test_two_who_mend_the_same_mistake_at_once_do_not_undo_each_other() -> None:
    hall = open_hall()
    round_ = hall.started()
    both = _both(round_)
    one, other = both["one"], both["other"]
    tables = {one.pk: 2, other.pk: 1}
    refused: list[str] = []

    with transaction.atomic():
        change_places(**both, by=hall.alice)
        again = beside(partial(change_places, **both, by=hall.rob), refused)
        wait_until(lambda: waiting() == 1 or not again.is_alive())
    again.join()

    assert refused == ["stale_places"]
    now = Seat.objects.filter(round=round_, entry__in=tables).values_list("entry", "table__number")
    assert dict(now) == tables
    assert hall.kinds().count("changed_places") == 1


def test_an_exchange_of_a_player_who_moves_at_this_moment_is_refused() -> None:
    hall = open_hall(players=12)
    round_ = hall.started()
    refused: list[str] = []
    late = _both(round_, 1, 3)

    with transaction.atomic():
        change_places(**_both(round_, 1, 2), by=hall.alice)
        again = beside(partial(change_places, **late, by=hall.rob), refused)
        wait_until(lambda: waiting() == 1 or not again.is_alive())
    again.join()

    assert refused == ["stale_places"]
    assert verify_ledger(hall.tournament.pk).problems == []


def test_an_exchange_finds_a_round_that_is_closed_at_this_moment_closed() -> None:
    hall = open_hall()
    round_ = hall.started()
    refused: list[str] = []

    with transaction.atomic():
        close_round(round_=round_, by=hall.alice, leave_open=True)
        exchanging = beside(partial(change_places, **_both(round_), by=hall.rob), refused)
        wait_until(lambda: waiting() == 1 or not exchanging.is_alive())
    exchanging.join()

    assert refused == ["round_closed"]
    assert verify_ledger(hall.tournament.pk).problems == []


def test_a_late_table_finds_a_round_that_is_closed_at_this_moment_closed() -> None:
    hall = open_hall()
    round_ = hall.started()
    late = [
        register(tournament=hall.tournament, player=add_player(name=name), by=hall.alice)
        for name in ("Kei", "Lena", "Mia", "Nils")
    ]
    refused: list[str] = []

    with transaction.atomic():
        close_round(round_=round_, by=hall.alice, leave_open=True)
        adding = beside(partial(add_late_table, round_=round_, players=late, by=hall.alice), refused)
        wait_until(lambda: waiting() == 1 or not adding.is_alive())
    adding.join()

    assert refused == ["round_closed"]
    assert round_.tables.count() == 2


def lock_in_a_transaction(by: Actor, table: int) -> None:
    with transaction.atomic():
        lock_table(by, pk=table)
