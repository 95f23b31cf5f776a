"""Somebody starts the first round while somebody else changes what it is played by."""

import pytest
from django.db import transaction

from tests.races.beside import beside, wait_until, waiting
from tests.tournaments.hall import open_hall
from tournaments.actions.draws.draft_rounds import publish_round
from tournaments.actions.play.rounds import start_round
from tournaments.actions.setup.house_rules import change_house_rules
from tournaments.models import Round, Tournament
from tournaments.models.setup.table_formats import edition_with


@pytest.mark.slow
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
    usual = played.usual_format
    assert played.rulebook == edition_with(usual.rulebook_id, played.name, usual.house_rules)
