"""`manage.py verify_draw`: equal or not, and what differs."""

import io

import pytest
from django.core.management import CommandError, call_command

from tests.tournaments.hall import Hall
from tournaments.actions.draws.draws import commit_seed, draw
from tournaments.actions.draws.exchanges import swap_players
from tournaments.actions.draws.plans import Plan
from tournaments.models import Draw, Round, Seat


def verify(**options: object) -> tuple[str, str]:
    """What the command says, and the error it ends with."""
    out = io.StringIO()
    try:
        call_command("verify_draw", stdout=out, **options)
    except CommandError as error:
        return out.getvalue(), str(error)
    return out.getvalue(), ""


@pytest.fixture
def stored(hall: Hall) -> Draw:
    commit_seed(stage=hall.stage, by=hall.alice)
    return draw(stage=hall.stage, plan=Plan(), by=hall.alice)


def test_an_untouched_draw_is_equal(stored: Draw) -> None:
    output, error = verify(tournament="spring-open")

    assert error == ""
    assert f"equal (random); seed {stored.seed}, commitment {stored.commitment.commitment}" in output  # type: ignore[union-attr]


def test_players_exchanged_by_hand_are_named(hall: Hall, stored: Draw) -> None:
    one, other = (Seat.objects.get(table__number=number, wind=1).entry for number in (1, 2))
    swap_players(round_=Round.objects.get(), one=one, other=other, by=hall.alice)

    output, error = verify(tournament="spring-open", round=1)

    assert error == "1 of 1 draws are not as they were drawn."
    assert "At 2 tables, the seating differs from the draw" in output
    assert "round 1, table 1: drawn" in output


def test_another_seed_is_seen_three_ways(stored: Draw) -> None:
    Draw.objects.update(seed="another")

    output, _error = verify()

    assert "The seed does not match the hash stored with the draw." in output
    assert "The seed differs from the one fixed beforehand." in output
    assert "The seed differs from the one the ledger fixed when these rounds were drawn." in output


def test_a_record_changed_afterwards_is_seen(hall: Hall, stored: Draw) -> None:
    Draw.objects.update(record=stored.record.replace('"table_size":4', '"table_size":3'))

    output, error = verify()

    assert error
    assert "The inputs of the draw (players, standings, wishes) were changed afterwards." in output


def test_a_round_that_was_never_drawn_is_named(stored: Draw) -> None:
    assert verify(tournament="spring-open", round=7)[1] == "No draw of a round 7 is stored."
