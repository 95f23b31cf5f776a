"""A program that exchanges a player is asked what the desk is asked."""

import pytest

from players.actions import add_player
from tests.tournaments.api.callers import program
from tests.tournaments.hall import Hall
from tournaments.actions.draws.seating_constraints import Wish, add_seating_constraint
from tournaments.actions.people.entries import register
from tournaments.models import Entry, Seat, Table

pytestmark = pytest.mark.django_db


def test_whom_the_draw_keeps_apart_from_the_table_is_asked_about_first(hall: Hall, table: Table) -> None:
    rob = program(hall.rob.user)
    spare = register(tournament=hall.tournament, player=add_player(name="Spare"), by=hall.alice)
    leaving, other = table.seats.order_by("wind")[:2]
    add_seating_constraint(
        tournament=hall.tournament,
        wish=Wish("never", spare, other=Entry.objects.get(pk=other.entry_id)),
        by=hall.alice,
    )
    before = hall.kinds()

    asked = rob.post(f"/v1/seats/{leaving.pk}/substitute/", {"entry": spare.pk})

    assert (asked.status_code, asked.json()["error"]["code"]) == (409, "please_confirm")
    assert asked.json()["error"]["fields"]["confirm"] == ["kept_apart"]
    assert (hall.kinds(), Seat.objects.get(pk=leaving.pk).entry_id) == (before, leaving.entry_id)
    done = rob.post(f"/v1/seats/{leaving.pk}/substitute/", {"entry": spare.pk, "confirm": ["kept_apart"]})
    assert done.status_code == 200
    assert Seat.objects.get(pk=leaving.pk).entry_id == spare.pk
