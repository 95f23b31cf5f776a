"""How many games everybody plays is set at the desk, which then says who needs more."""

import re

import pytest

from tests.tournaments.hall import Hall, hall_with_a_game
from tests.tournaments.views.conftest import signed_in
from tests.tournaments.views.desk.browser import DESK, send
from tests.tournaments.views.seat.test_seat_pages import text_of
from tournaments.actions.people.entries import form_team
from tournaments.models import GameQuota

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall() -> Hall:
    return hall_with_a_game()


def test_it_is_set_on_the_page_of_a_stage_that_lists_who_needs_more(hall: Hall) -> None:
    alice, path = signed_in(hall.alice), f"{DESK}stages/{hall.stage.pk}/games/"
    assert path in alice.get(DESK + "edit/").content.decode()
    assert "Games so far" not in text_of(alice.get(path))

    done = send(alice, path, least="3", most="")

    assert "Game quota saved." in text_of(done)
    assert GameQuota.objects.values_list("least", "most").get() == (3, 0)
    text = text_of(done)
    assert (text.count("needs 2 more games"), text.count("needs 3 more games")) == (4, 4)


def test_whoever_plays_for_a_team_is_listed_with_it(hall: Hall) -> None:
    alice, path = signed_in(hall.alice), f"{DESK}stages/{hall.stage.pk}/games/"
    bears = form_team(tournament=hall.tournament, name="Bears", by=hall.alice)
    hall.tournament.entries.filter(number=2).update(team=bears)

    done = text_of(send(alice, path, least="3", most=""))

    assert re.findall(r"\d (Bob|Dora|Emil) (Bears)? ?needs", done) == [
        ("Bob", ""),
        ("Dora", "Bears"),
        ("Emil", ""),
    ]


def test_what_is_no_quota_is_said_beside_its_field(hall: Hall) -> None:
    alice, path = signed_in(hall.alice), f"{DESK}stages/{hall.stage.pk}/games/"

    answer = alice.post(path, {"least": "3", "most": "2"})

    assert answer.status_code == 422
    assert "The maximum number of games must be at least the minimum (0: no limit)." in text_of(answer)
    assert not GameQuota.objects.exists()


def test_the_ledger_says_it_in_words(hall: Hall) -> None:
    alice, path = signed_in(hall.alice), f"{DESK}stages/{hall.stage.pk}/games/"
    for least, most in (("10", "45"), ("10", ""), ("", "45"), ("", "")):
        send(alice, path, least=least, most=most)

    text = text_of(alice.get("/t/spring-open/ledger/"))

    said = [
        f"The game quota of the stage “{hall.stage.name}” was set: {words}"
        for words in ("at least 10, at most 45", "at least 10", "at most 45", "any number")
    ]
    assert [words in text for words in said] == [True] * 4
