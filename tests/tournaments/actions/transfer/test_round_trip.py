"""A tournament that goes to another server as a file is the same there, is verified there, and goes on there."""

import pytest

from tests.tournaments.actions.transfer.files import busy_server, event_file, taken_in, world_file, written
from tournaments.verification import verify_ledger

pytestmark = pytest.mark.django_db


def test_a_tournament_in_which_everything_happened_is_sound_on_another_server():
    file = world_file()

    tournament = taken_in(file, busy_server())

    found = verify_ledger(tournament.pk)
    assert (found.problems, found.remarks) == ([], [])


def test_the_file_of_a_tournament_that_was_just_taken_in_is_the_one_it_came_from():
    file = world_file()

    tournament = taken_in(file, busy_server(), slug="somewhere-else")

    assert written(tournament) == file
