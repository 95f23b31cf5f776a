"""Certificates of a finished tournament, for its staff."""

from io import BytesIO

import pytest
from django.test import Client
from pypdf import PdfReader

from tests.leagues.league import DEMO, import_league
from tests.tournaments.hall import Hall, finished_hall, open_hall
from tests.tournaments.views.conftest import signed_in
from tournaments.actions.play.ending import finish_tournament
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db
PDF = "/t/spring-open/downloads/certificates.pdf"


@pytest.fixture
def finished() -> Hall:
    """Two tables with the same results: two players share each place."""
    return finished_hall()


def pages(client: Client, address: str) -> list[str]:
    answer = client.get(address)
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/pdf")
    return [page.extract_text() for page in PdfReader(BytesIO(answer.content)).pages]


def test_have_the_places_of_the_final_ranking(finished: Hall) -> None:
    found = pages(signed_in(finished.alice), PDF)

    assert [text.splitlines()[1] for text in found] == [
        *("Winner", "Winner", "Third place", "Third place"),
        *("Place 5 of 8", "Place 5 of 8", "Place 7 of 8", "Place 7 of 8"),
    ]
    assert [text.splitlines()[5] for text in found[::2]] == [
        "Total +60.0",
        "Total +10.0",
        "Total −20.0",
        "Total −50.0",
    ]
    assert {text.splitlines()[2] for text in found} == {
        *finished.tournament.entries.values_list("player__name", flat=True)
    }


def test_are_only_of_the_first_where_that_is_asked_for(finished: Hall) -> None:
    assert len(pages(signed_in(finished.rob), f"{PDF}?first=3")) == 4


@pytest.mark.parametrize("first", ["x", "-1", "12345", "３"])
def test_of_no_number_are_not_found(finished: Hall, first: str) -> None:
    assert signed_in(finished.alice).get(PDF, {"first": first}).status_code == 404


def test_are_in_japanese_on_japanese_pages(finished: Hall) -> None:
    Tournament.objects.update(name="春の麻雀大会")

    first = pages(signed_in(finished.alice), f"/ja{PDF}?first=1")[0].splitlines()

    assert (first[0], first[1], first[3], first[4]) == (
        "表 彰 状",
        "優勝",
        "貴殿は春の麻雀大会において頭書の成績を",
        "収められましたのでここにこれを賞します",
    )
    assert first[2].endswith(" 殿")


def test_of_teams_have_their_places() -> None:
    hall, _report = import_league((DEMO / "mleague_2018.csv").read_text())
    finish_tournament(tournament=hall.tournament, by=hall.alice)

    found = pages(signed_in(hall.alice), f"/t/{hall.tournament.slug}/downloads/certificates.pdf?of=teams")

    assert len(found) == hall.tournament.teams.count()


def test_lead_to_the_desk_until_the_tournament_is_finished() -> None:
    hall = open_hall()

    assert signed_in(hall.alice).get(PDF)["Location"] == "/t/spring-open/desk/"
    assert Client().get(PDF)["Location"].startswith("/accounts/login/")
    assert signed_in(hall.charlie).get(PDF).status_code == 403
