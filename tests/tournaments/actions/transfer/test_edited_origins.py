"""Whoever edits behind the actions' back what came with a file is found."""

import pytest

from tests.tournaments.actions.transfer.files import busy_server, event_file, taken_in
from tests.tournaments.replay import replayed
from tests.tournaments.verification.attacker import run, take_guards_down
from tournaments.models import Draw, Origin, Tournament
from tournaments.verification import verify_ledger

pytestmark = [pytest.mark.django_db, pytest.mark.database("sqlite")]


@pytest.fixture
def tournament() -> Tournament:
    found = _taken_in()
    take_guards_down()
    return found


@replayed
def _taken_in() -> Tournament:
    return taken_in(event_file(), busy_server())


def found(tournament: Tournament) -> str:
    return "\n".join(map(str, verify_ledger(tournament.pk).problems))


def test_without_an_edit_nothing_is_found(tournament: Tournament):
    assert found(tournament) == ""


@pytest.mark.slow
@pytest.mark.parametrize(
    "edit",
    [
        "UPDATE tournaments_origin SET ids = REPLACE(ids, '\"entry\":[[', '\"entry\":[[9')",
        "UPDATE tournaments_origin SET through_seq = through_seq - 1",
        "UPDATE tournaments_origin SET tournament_id = (SELECT MIN(id) FROM tournaments_tournament)",
        "INSERT INTO tournaments_origin (tournament_id, through_seq, ids)"
        " SELECT tournament_id, 1, ids FROM tournaments_origin",
    ],
)
def test_another_origin_is_found(tournament: Tournament, edit: str):
    run(edit)

    assert "the mapping of ids in earlier entries has changed since the import" in found(tournament)


def test_an_origin_of_a_tournament_that_came_from_nowhere_is_found(tournament: Tournament):
    other = Tournament.objects.exclude(pk=tournament.pk).get()
    run(f"INSERT INTO tournaments_origin (tournament_id, through_seq, ids) VALUES ({other.pk}, 1, '{{}}')")

    assert "There is an origin of ledger entries, but no ledger entry records it." in found(other)


def test_a_draw_that_names_another_origin_is_found(tournament: Tournament):
    run("UPDATE tournaments_draw SET origin_id = NULL")

    assert "origin_id" in found(tournament)


def test_another_end_of_what_came_is_found(tournament: Tournament):
    run(f"UPDATE tournaments_tournament SET written_elsewhere = NULL WHERE id = {tournament.pk}")

    assert "written_elsewhere" in found(tournament)


def test_a_word_in_an_entry_that_came_is_found(tournament: Tournament):
    run("UPDATE tournaments_ledgerentry SET payload = '{}' WHERE seq = 4")

    assert verify_ledger(tournament.pk).first_bad_seq == 4


@pytest.mark.parametrize(
    "statement", ["UPDATE tournaments_origin SET ids = '{}'", "DELETE FROM tournaments_origin"]
)
def test_the_database_refuses_such_edits(statement: str):
    taken_in(event_file(), busy_server())
    assert (Origin.objects.count(), Draw.objects.exclude(origin=None).count()) == (1, 1)

    with pytest.raises(Exception, match="origins_are_never"):
        run(statement)
