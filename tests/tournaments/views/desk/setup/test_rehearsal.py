"""A rehearsal begins and ends at the desk, and each of its pages says what it is."""

import pytest

from tests.tournaments.hall import Hall
from tests.tournaments.views.conftest import signed_in
from tests.tournaments.views.desk.browser import DESK
from tournaments.actions.seasons.rehearsals import rehearse
from tournaments.models import Discard, Rehearsal, Round

pytestmark = pytest.mark.django_db

COPY = "/t/spring-open-rehearsal/"
PAGE = f"{DESK}rehearsal/"


def test_it_begins_from_the_checklist_and_leads_to_its_desk(hall: Hall) -> None:
    alice = signed_in(hall.alice)
    offered = f'href="{PAGE}"' in alice.get(DESK).content.decode()

    begun = alice.post(PAGE)

    assert (offered, begun["Location"]) == (True, f"{COPY}desk/")
    page = alice.get(begun["Location"]).content.decode()
    assert "The rehearsal has begun." in page
    assert "This is a rehearsal." in page
    assert f'action="{PAGE}end/"' in page


def test_the_real_desk_links_to_it_while_it_exists(hall: Hall) -> None:
    alice = signed_in(hall.alice)
    before = alice.get(DESK).content.decode()
    rehearse(tournament=hall.tournament, by=hall.alice)

    during = alice.get(DESK).content.decode()

    link = f'href="{COPY}desk/"'
    assert (link in before, link in during, f'href="{PAGE}"' in during) == (False, True, False)
    assert link in alice.get(PAGE).content.decode()


@pytest.mark.parametrize("page", ["", "standings/", "desk/", "desk/entries/", "desk/edit/", "ledger/"])
def test_each_of_its_pages_says_that_it_is_one(hall: Hall, page: str) -> None:
    alice = signed_in(hall.alice)
    real = alice.get(f"/t/spring-open/{page}").content.decode()
    rehearse(tournament=hall.tournament, by=hall.alice)

    copy = alice.get(f"{COPY}{page}").content.decode()

    assert ("This is a rehearsal." in real, "This is a rehearsal." in copy) == (False, True)


def test_helpers_see_the_banner_but_do_not_end_it(hall: Hall) -> None:
    rehearse(tournament=hall.tournament, by=hall.alice)
    rob = signed_in(hall.rob)

    page = rob.get(f"{COPY}desk/").content.decode()

    assert ("This is a rehearsal." in page, "End the rehearsal" in page) == (True, False)
    assert rob.post(f"{PAGE}end/", {"confirm": "sure"}).status_code == 403
    assert Rehearsal.objects.exists()


def test_its_end_asks_first_and_leads_back_to_the_real_desk(hall: Hall) -> None:
    rehearse(tournament=hall.tournament, by=hall.alice)
    alice = signed_in(hall.alice)

    asked = alice.post(f"{PAGE}end/")
    there = Rehearsal.objects.exists()
    ended = alice.post(f"{PAGE}end/", {"confirm": "sure"})

    assert "End the rehearsal?" in asked.content.decode()
    assert (there, ended["Location"], Rehearsal.objects.exists()) == (True, DESK, False)
    assert Discard.objects.get().tournament.name == "Rehearsal · Spring Open"
    assert alice.get(f"{COPY}desk/").status_code == 404


def test_it_cannot_be_made_public_in_its_settings(hall: Hall) -> None:
    copy = rehearse(tournament=hall.tournament, by=hall.alice)
    alice = signed_in(hall.alice)
    form = alice.get(f"{COPY}desk/edit/").context["form"]
    sent = {name: value for name, value in form.initial.items() if value is not None}

    answer = alice.post(f"{COPY}desk/edit/", {**sent, "visibility": "public"})

    copy.refresh_from_db()
    assert (answer.status_code, copy.visibility) == (422, "private")
    assert "A rehearsal stays private and outside of seasons." in answer.content.decode()


def test_what_has_started_offers_none(hall: Hall, round_: Round) -> None:
    alice = signed_in(hall.alice)

    page = alice.get(PAGE).content.decode()
    refused = alice.post(PAGE)

    assert "has not started yet" in page
    assert "Begin the rehearsal" not in page
    assert (refused.status_code, Rehearsal.objects.exists()) == (409, False)
