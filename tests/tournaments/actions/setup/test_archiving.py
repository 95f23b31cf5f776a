"""Organizers archive a tournament and bring it back; nobody else sees a difference."""

import pytest

from tests.tournaments.actions.refusals import facts
from tests.tournaments.hall import Hall
from tournaments.actions.setup.archiving import archive_tournament, bring_back_tournament
from tournaments.models import Tournament
from tournaments.verification import verify_ledger

pytestmark = pytest.mark.django_db


def test_it_is_archived_and_brought_back_with_an_entry_each(hall: Hall) -> None:
    archived = archive_tournament(tournament=hall.tournament, by=hall.alice)

    assert archived.is_archived
    assert (hall.kinds()[-1], hall.last_payload()) == ("tournament_archived", {})
    assert verify_ledger(hall.tournament.pk).is_sound

    back = bring_back_tournament(tournament=hall.tournament, by=hall.alice)

    assert not back.is_archived
    assert (hall.kinds()[-1], hall.last_payload()) == ("tournament_brought_back", {})
    assert verify_ledger(hall.tournament.pk).is_sound


def test_once_more_changes_nothing(hall: Hall) -> None:
    bring_back_tournament(tournament=hall.tournament, by=hall.alice)
    assert "tournament_brought_back" not in hall.kinds()
    archive_tournament(tournament=hall.tournament, by=hall.alice)
    before = facts()

    archive_tournament(tournament=hall.tournament, by=hall.alice)

    assert facts() == before


def test_it_stays_where_everyone_finds_it(hall: Hall) -> None:
    before = list(Tournament.objects.listed())

    archive_tournament(tournament=hall.tournament, by=hall.alice)

    assert list(Tournament.objects.listed()) == before == [hall.tournament]
