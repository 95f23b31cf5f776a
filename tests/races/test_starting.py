"""Somebody starts the first round while somebody else changes what it is played by."""

import threading
import time
from collections.abc import Callable

import pytest
from django.db import connection, transaction

from tests.tournaments.hall import open_hall
from tournaments.actions.house_rules import change_house_rules
from tournaments.actions.refusals import StateRefuses
from tournaments.actions.rounds import publish_round, start_round
from tournaments.models import Round, Tournament
from tournaments.models.structure import edition_with

PATIENCE = 60
WAITING = "SELECT count(DISTINCT pid) FROM pg_locks WHERE NOT granted"


def beside(deed: Callable[[], object], refused: list[str]) -> threading.Thread:
    """Do something on a connection of its own, which waits for its locks as long as it takes."""

    def run() -> None:
        with connection.cursor() as cursor:
            cursor.execute("SET lock_timeout = 0; SET statement_timeout = 0")
        try:
            deed()
        except StateRefuses as refusal:
            refused.append(refusal.code)
        finally:
            connection.close()

    thread = threading.Thread(target=run)
    thread.start()
    return thread


def wait_until(is_so: Callable[[], bool]) -> None:
    ends = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < ends, "nobody waits where somebody should"
        time.sleep(0.02)


def waiting() -> int:
    with connection.cursor() as cursor:
        cursor.execute(WAITING)
        return int(cursor.fetchone()[0])


@pytest.mark.race
@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_house_rules_that_change_while_the_first_round_starts_are_pinned_or_refused() -> None:
    hall = open_hall()
    round_ = publish_round(round_=hall.draw(), by=hall.alice)
    seen, changes = hall.tournament.rulebook.hash(), {"result.tie": "seat_order"}
    refused: list[str] = []

    with transaction.atomic():
        # Who starts has looked at the tournament and waits for the round; meanwhile the rules are changed.
        Round.objects.select_for_update().get(pk=round_.pk)
        starting = beside(lambda: start_round(round_=round_, by=hall.alice), refused)
        wait_until(lambda: waiting() == 1)
        changing = beside(
            lambda: change_house_rules(
                tournament=hall.tournament, house_rules=changes, seen=seen, by=hall.alice
            ),
            refused,
        )
        wait_until(lambda: waiting() == 2 or not changing.is_alive())
    starting.join()
    changing.join()

    played = Tournament.objects.get()
    assert (played.status, refused) in [("running", []), ("running", ["rules_are_fixed"])]
    assert played.rulebook == edition_with(played.rulebook_id, played.name, played.house_rules)
