"""A person's own page, for those who run a year of evenings, too."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.tournaments.hall import Hall
from tests.tournaments.views.conftest import signed_in
from tournaments.actions.play.rounds import pin_rulebook
from tournaments.actions.setup.tournaments import Frame, create_tournament
from tournaments.models import Tournament
from tournaments.views.account import own_pages

pytestmark = pytest.mark.django_db


@pytest.fixture
def year(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> Hall:
    """Alice's tournament and four more, on pages of two."""
    monkeypatch.setattr(own_pages, "TOURNAMENTS_A_PAGE", 2)
    for number, status in enumerate(("finished", "running", "finished", "planned")):
        made = create_tournament(
            frame=Frame(slug=f"evening-{number}", name=f"Evening {number}", rulebook_id="mleague"),
            by=hall.alice,
        )
        pin_rulebook(made, by=hall.alice)
        Tournament.objects.filter(pk=made.pk).update(status=status, starts_on=f"2026-0{number + 1}-01")
    return hall


def names(hall: Hall, page: int) -> list[str]:
    answer = signed_in(hall.alice).get(f"/me/?page={page}")
    return [one.name for one, _role in answer.context["helps"]]


def test_what_runs_comes_first_and_the_rest_on_pages(year: Hall) -> None:
    Tournament.objects.filter(slug="spring-open").update(starts_on="2026-01-15")

    assert [names(year, page) for page in (1, 2, 3)] == [
        ["Evening 1", "Evening 3"],
        ["Spring Open", "Evening 2"],
        ["Evening 0"],
    ]


def test_pages_lead_to_each_other(year: Hall) -> None:
    page = signed_in(year.alice).get("/me/?page=2").content.decode()

    assert ('href="?page=1" rel="prev"' in page, 'href="?page=3" rel="next"' in page) == (True, True)


def test_as_many_statements_are_made_for_many_as_for_few(year: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    browser = signed_in(year.alice)
    counts = []
    for size in (2, 5):
        monkeypatch.setattr(own_pages, "TOURNAMENTS_A_PAGE", size)
        with CaptureQueriesContext(connection) as found:
            browser.get("/me/")
        counts.append(len(found))

    assert counts[0] == counts[1]


def test_tournaments_are_found_by_year_and_by_words(year: Hall) -> None:
    Tournament.objects.filter(slug="evening-2").update(starts_on="2025-03-01", venue="Kanda")

    def found(**query: str) -> list[str]:
        return [one.name for one, _role in signed_in(year.alice).get("/me/", query).context["helps"]]

    assert found(year="2025") == ["Evening 2"]
    assert found(q="kanda") == ["Evening 2"]
    assert found(q="kanda", year="2026") == []
    assert found(year="1900") == found(year="x" * 5_000) == found(q="\0") == found()


def test_other_pages_keep_what_was_chosen(year: Hall) -> None:
    Tournament.objects.filter(slug="evening-2").update(starts_on="2025-03-01")

    page = signed_in(year.alice).get("/me/?q=evening&year=2026").content.decode()

    assert 'href="?q=evening&amp;year=2026&amp;page=2" rel="next"' in page
    assert 'href="?q=evening&amp;year=2025"' in page


def test_one_year_needs_no_choice(hall: Hall) -> None:
    assert "year=" not in signed_in(hall.alice).get("/me/").content.decode()
