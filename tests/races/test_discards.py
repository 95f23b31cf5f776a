"""Whoever changes a tournament at the moment in which it is discarded is refused, or comes first and is kept."""

from collections.abc import Callable

import pytest
from django.db import IntegrityError

from players.actions import add_player
from tests.races.test_reading import after_every_statement, errors, once
from tests.tournaments.hall import Hall, open_hall
from tournaments.actions.hall.announcements import announce
from tournaments.actions.people.check_in import check_in
from tournaments.actions.people.entries import form_team, register
from tournaments.actions.people.registration_terms import RegistrationTerms, set_self_registration
from tournaments.actions.setup.discarding import discard_tournament
from tournaments.models import Announcement, Discard, LedgerEntry, Team

pytestmark = [pytest.mark.race, pytest.mark.usefixtures("own_copy")]

ACTIONS: dict[str, Callable[[Hall], object]] = {
    "form_team": lambda hall: form_team(tournament=hall.tournament, name="Reds", by=hall.alice),
    "announce": lambda hall: announce(tournament=hall.tournament, text="Lunch", by=hall.alice),
    "check_in": lambda hall: check_in(
        tournament=hall.tournament, entries=hall.tournament.entries.all(), by=hall.rob
    ),
    "register": lambda hall: register(
        tournament=hall.tournament, player=add_player(name="Kei"), by=hall.alice
    ),
    "set_self_registration": lambda hall: set_self_registration(
        tournament=hall.tournament, terms=RegistrationTerms(is_open=True), by=hall.alice
    ),
}


@pytest.mark.parametrize("name", ACTIONS)
def test_nothing_lands_in_a_tournament_that_is_discarded_meanwhile(name: str) -> None:
    hall = open_hall()
    discard = once(lambda: discard_tournament(tournament=hall.tournament, by=hall.alice))
    refused = False

    with after_every_statement(discard) as came:
        try:
            ACTIONS[name](hall)
        except IntegrityError as error:
            refused = "a_discarded_tournament_is_not_written" in str(error)

    kinds = hall.kinds()
    is_discarded = Discard.objects.exists()
    # Either the discard waited too long for the one who acted, or the one who acted was refused.
    assert (refused, bool(errors(came))) in ((True, False), (False, True))
    assert is_discarded is refused
    assert (kinds[-1] == "tournament_discarded") is refused
    if refused:
        assert not Team.objects.exists()
        assert not Announcement.objects.exists()
        assert LedgerEntry.objects.filter(kind="tournament_discarded").count() == 1
