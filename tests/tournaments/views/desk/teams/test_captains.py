"""A team's captain is chosen at the desk among its players."""

import pytest

from tests.tournaments.hall import Hall, open_hall
from tests.tournaments.views.conftest import signed_in
from tests.tournaments.views.desk.browser import DESK, send
from tests.tournaments.views.seat.test_seat_pages import text_of
from tournaments.actions.imports.players import import_players
from tournaments.models import Captain, Entry, Team

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall() -> Hall:
    hall = open_hall(players=4)
    text = "name,team\nKai,Bears\nLea,Bears\nMio,Foxes\n"
    import_players(tournament=hall.tournament, text=text, by=hall.alice)
    return hall


def captains() -> list[str]:
    return list(Captain.objects.values_list("entry__player__name", flat=True))


def test_a_captain_is_chosen_among_the_teams_players_or_nobody(hall: Hall) -> None:
    alice, team = signed_in(hall.alice), Team.objects.get(name="Bears")
    address = f"{DESK}teams/{team.pk}/captain/"
    lea = Entry.objects.get(player__name="Lea")
    page = alice.get(DESK + "teams/").content.decode()
    form = page.split(f'action="{address}"')[1].split("</form>")[0]
    assert [name in form for name in ("No one", "Kai", "Lea", "Mio")] == [True, True, True, False]

    done = send(alice, address, captain=lea.pk)

    assert "The captain was set." in text_of(done)
    assert captains() == ["Lea"]
    assert f'<option value="{lea.pk}" selected>' in done.content.decode()
    send(alice, address, captain="")
    assert captains() == []


@pytest.mark.parametrize("captain", ["Mio", "0", "x"])
def test_anybody_else_is_refused(hall: Hall, captain: str) -> None:
    alice, team = signed_in(hall.alice), Team.objects.get(name="Bears")
    found = Entry.objects.filter(player__name=captain).first()

    answer = send(alice, f"{DESK}teams/{team.pk}/captain/", captain=found.pk if found else captain)

    assert "Please choose one of the team’s players." in text_of(answer)
    assert captains() == []


def test_the_ledger_says_it_in_words(hall: Hall) -> None:
    alice, team = signed_in(hall.alice), Team.objects.get(name="Bears")
    send(alice, f"{DESK}teams/{team.pk}/captain/", captain=Entry.objects.get(player__name="Lea").pk)
    send(alice, f"{DESK}teams/{team.pk}/captain/", captain="")

    page = text_of(alice.get("/t/spring-open/ledger/"))

    assert "Lea became the captain of the team Bears" in page
    assert "The team Bears no longer has a captain" in page
