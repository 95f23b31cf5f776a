"""Who is here is noted once, taken back, and begins again on another day."""

import pytest

from players.actions import add_player
from tests.tournaments.hall import Hall, open_hall
from tournaments.actions.errors import StateRefuses
from tournaments.actions.people.check_in import check_in, undo_check_in
from tournaments.actions.people.entries import register, withdraw
from tournaments.actions.play.ending import finish_tournament
from tournaments.actions.play.rounds import pin_rulebook
from tournaments.models import Entry, LedgerEntry
from tournaments.verification import verify_ledger

pytestmark = pytest.mark.django_db


def here(hall: Hall) -> list[int]:
    rows = hall.tournament.entries.exclude(checked_in_at=None).order_by("number")
    return list(rows.values_list("number", flat=True))


def test_somebody_is_here_and_the_ledger_says_since_when(hall: Hall) -> None:
    bob = hall.tournament.entries.filter(number=1)

    check_in(tournament=hall.tournament, entries=bob, by=hall.rob)

    assert here(hall) == [1]
    assert (hall.kinds()[-1], hall.last_payload()) == ("checked_in", {"entries": [bob.get().pk]})
    assert verify_ledger(hall.tournament.pk).is_sound


def test_once_more_changes_nothing_and_keeps_the_moment(hall: Hall) -> None:
    bob = hall.tournament.entries.filter(number=1)
    check_in(tournament=hall.tournament, entries=bob, by=hall.rob)
    since, written = bob.get().checked_in_at, LedgerEntry.objects.count()

    again = check_in(tournament=hall.tournament, entries=bob, by=hall.rob)

    assert (again, bob.get().checked_in_at, LedgerEntry.objects.count()) == ([], since, written)


def test_all_at_once_is_one_entry_and_leaves_out_who_has_withdrawn(hall: Hall) -> None:
    register(tournament=hall.tournament, player=add_player(name="Spare"), by=hall.alice, is_substitute=True)
    withdraw(entry=hall.tournament.entries.get(number=8), by=hall.alice)
    check_in(tournament=hall.tournament, entries=hall.tournament.entries.filter(number=3), by=hall.rob)

    found = check_in(tournament=hall.tournament, entries=hall.tournament.entries.all(), by=hall.rob)

    assert (len(found), here(hall)) == (7, [1, 2, 3, 4, 5, 6, 7, 9])
    assert hall.kinds()[-2:] == ["checked_in", "checked_in"]


def test_it_is_taken_back_for_one_and_for_all(hall: Hall) -> None:
    everybody = hall.tournament.entries.all()
    check_in(tournament=hall.tournament, entries=everybody, by=hall.rob)

    undo_check_in(tournament=hall.tournament, entries=everybody.filter(number=1), by=hall.rob)
    without_bob = here(hall)
    undo_check_in(tournament=hall.tournament, entries=everybody, by=hall.rob)

    assert (without_bob, here(hall)) == ([2, 3, 4, 5, 6, 7, 8], [])
    assert verify_ledger(hall.tournament.pk).is_sound


def test_it_is_for_players_of_the_tournament_alone(hall: Hall) -> None:
    open_hall("elsewhere")

    check_in(tournament=hall.tournament, entries=Entry.objects.all(), by=hall.rob)

    assert Entry.objects.exclude(checked_in_at=None).exclude(tournament=hall.tournament).count() == 0


def test_nobody_comes_to_what_is_over(hall: Hall) -> None:
    pin_rulebook(hall.tournament, by=hall.alice)
    finish_tournament(tournament=hall.tournament, by=hall.alice, confirm=["stages_empty"])

    with pytest.raises(StateRefuses):
        check_in(tournament=hall.tournament, entries=hall.tournament.entries.all(), by=hall.rob)

    assert here(hall) == []
