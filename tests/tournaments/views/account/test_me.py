"""A person's own page, for those who run a year of evenings, too."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.tournaments.hall import Hall
from tests.tournaments.views.conftest import signed_in
from tournaments.actions.play.rounds import pin_rulebook
from tournaments.actions.setup.archiving import archive_tournament
from tournaments.actions.setup.tournaments import Frame, create_tournament
from tournaments.models import Staff, Tournament
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
    return [name for _heading, names in listed(hall, page=str(page)) for name in names]


def listed(hall: Hall, **query: str) -> list[tuple[str, list[str]]]:
    """Headings, and the names below each."""
    answer = signed_in(hall.alice).get("/me/", query)
    return [(heading, [one.name for one, *_ in lines]) for heading, lines in answer.context["helps"]]


def archived(hall: Hall, **query: str) -> list[str]:
    return [one.name for one, *_ in signed_in(hall.alice).get("/me/", query).context["archived"]]


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
        return [name for _heading, names in listed(year, **query) for name in names]

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


def end(hall: Hall) -> None:
    pin_rulebook(hall.tournament, by=hall.alice)
    Tournament.objects.filter(pk=hall.tournament.pk).update(status="finished")


def test_what_is_over_is_listed_by_year(year: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(own_pages, "TOURNAMENTS_A_PAGE", 10)
    end(year)
    Tournament.objects.filter(slug="spring-open").update(starts_on=None)
    Tournament.objects.filter(slug="evening-2").update(starts_on="2025-03-01")

    assert listed(year) == [
        ("", ["Evening 1", "Evening 3"]),
        ("without a date", ["Spring Open"]),
        ("2026", ["Evening 0"]),
        ("2025", ["Evening 2"]),
    ]


def test_an_archived_tournament_is_folded_away_and_comes_back(hall: Hall) -> None:
    end(hall)
    browser = signed_in(hall.alice)
    before = browser.get("/t/spring-open/").status_code

    page = browser.post("/t/spring-open/desk/archive/", follow=True).content.decode()

    assert "“Spring Open” is archived. Its public pages stay as they are." in page
    assert 'action="/t/spring-open/desk/bring-back/"' in page
    assert (listed(hall), archived(hall)) == ([], ["Spring Open"])
    assert signed_in(hall.charlie).get("/t/spring-open/").status_code == before == 200

    page = browser.post("/t/spring-open/desk/bring-back/", follow=True).content.decode()

    assert "“Spring Open” is back from the archive." in page
    assert 'action="/t/spring-open/desk/archive/"' in page
    assert archived(hall) == []


def test_a_search_opens_the_fold(hall: Hall) -> None:
    archive_tournament(tournament=hall.tournament, by=hall.alice)
    browser = signed_in(hall.alice)

    closed, opened = (browser.get("/me/", query).content.decode() for query in ({}, {"q": "spring"}))

    assert ("<details>" in closed, "<details open>" in opened) == (True, True)
    assert archived(hall, q="autumn") == []


def test_more_than_the_fold_has_are_found_by_search(year: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(own_pages, "MOST_ARCHIVED", 1)
    for slug in ("evening-0", "evening-2"):
        archive_tournament(tournament=Tournament.objects.get(slug=slug), by=year.alice)

    page = signed_in(year.alice).get("/me/").content.decode()

    assert archived(year) == ["Evening 2"]
    assert "The search finds older ones." in page
    assert archived(year, q="evening 0") == ["Evening 0"]


def test_only_organizers_are_offered_the_archive(hall: Hall) -> None:
    end(hall)
    assert Staff.objects.filter(user=hall.rob.user, role="referee").exists()

    page = signed_in(hall.rob).get("/me/").content.decode()

    assert ("Spring Open" in page, "desk/archive/" in page) == (True, False)


def test_settings_archive_a_tournament_in_any_state(hall: Hall) -> None:
    browser = signed_in(hall.alice)

    assert (
        'action="/t/spring-open/desk/archive/"' in browser.get("/t/spring-open/desk/edit/").content.decode()
    )
    archive_tournament(tournament=hall.tournament, by=hall.alice)
    assert (
        'action="/t/spring-open/desk/bring-back/"'
        in browser.get("/t/spring-open/desk/edit/").content.decode()
    )
