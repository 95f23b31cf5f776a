"""Entry fees are noted as paid once, with who and when in the ledger, and taken back."""

import pytest

from tests.tournaments.actions.refusals import facts
from tests.tournaments.hall import Hall, open_hall
from tournaments.actions.errors import StateRefuses
from tournaments.actions.people.entries import withdraw
from tournaments.actions.people.fees import note_fees_paid, undo_fees_paid
from tournaments.actions.play.ending import finish_tournament
from tournaments.actions.play.rounds import pin_rulebook
from tournaments.models import Entry, LedgerEntry
from tournaments.verification import verify_ledger

pytestmark = pytest.mark.django_db


def paid(hall: Hall) -> list[int]:
    rows = hall.tournament.entries.exclude(paid_at=None).order_by("number")
    return list(rows.values_list("number", flat=True))


def test_the_ledger_says_who_paid_and_who_noted_it(hall: Hall) -> None:
    two = hall.tournament.entries.filter(number__in=[1, 2])

    found = note_fees_paid(tournament=hall.tournament, entries=two, by=hall.alice)

    entry = LedgerEntry.objects.filter(tournament=hall.tournament).latest("seq")
    assert (paid(hall), found) == ([1, 2], hall.entries()[:2])
    assert (entry.kind, entry.actor) == ("fees_paid", hall.alice.key)
    assert hall.last_payload() == {"entries": found}
    assert verify_ledger(hall.tournament.pk).is_sound


def test_once_more_changes_nothing_and_keeps_the_moment(hall: Hall) -> None:
    bob = hall.tournament.entries.filter(number=1)
    note_fees_paid(tournament=hall.tournament, entries=bob, by=hall.alice)
    before = facts(), bob.get().paid_at

    again = note_fees_paid(tournament=hall.tournament, entries=bob, by=hall.alice)

    assert (again, (facts(), bob.get().paid_at)) == ([], before)


def test_it_is_taken_back(hall: Hall) -> None:
    everybody = hall.tournament.entries.all()
    note_fees_paid(tournament=hall.tournament, entries=everybody, by=hall.alice)

    undo_fees_paid(tournament=hall.tournament, entries=everybody.filter(number__gt=1), by=hall.alice)

    assert paid(hall) == [1]
    assert hall.kinds()[-1] == "fees_unpaid"
    assert verify_ledger(hall.tournament.pk).is_sound


def test_withdrawn_players_may_have_paid(hall: Hall) -> None:
    bob = hall.tournament.entries.filter(number=1)
    withdraw(entry=bob.get(), by=hall.alice)

    note_fees_paid(tournament=hall.tournament, entries=bob, by=hall.alice)

    assert paid(hall) == [1]


def test_it_is_for_players_of_the_tournament_alone(hall: Hall) -> None:
    open_hall("elsewhere")

    note_fees_paid(tournament=hall.tournament, entries=Entry.objects.all(), by=hall.alice)

    assert not Entry.objects.exclude(paid_at=None).exclude(tournament=hall.tournament).exists()


def test_nothing_is_noted_once_the_tournament_is_finished(hall: Hall) -> None:
    pin_rulebook(hall.tournament, by=hall.alice)
    finish_tournament(tournament=hall.tournament, by=hall.alice, confirm=["stages_empty"])

    with pytest.raises(StateRefuses):
        note_fees_paid(tournament=hall.tournament, entries=hall.tournament.entries.all(), by=hall.alice)

    assert paid(hall) == []
