"""Who is not ranked stands below without a rank, marked, wherever standings are shown."""

import pytest
from django.test import Client

from tests.tournaments.hall import Hall, hall_with_a_game
from tests.tournaments.views.seat.test_seat_pages import text_of
from tournaments.models import Entry
from tournaments.standings import publish_standings

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall(db: None) -> Hall:
    """The last of the first game was a substitute, and has withdrawn since."""
    found = hall_with_a_game()
    row = Entry.objects.filter(scores__place=4).get()
    Entry.objects.filter(pk=row.pk).update(is_substitute=True, status="withdrawn")
    publish_standings(found.stage.pk, anew=True)
    return found


@pytest.mark.parametrize(
    "page",
    ["", "standings/", "hall/screen/?show=standings", "print/stages/1/standings/"],
)
def test_no_page_says_none(hall: Hall, page: str) -> None:
    answer = Client().get(f"/t/spring-open/{page}")

    assert answer.status_code == 200
    assert "None" not in text_of(answer)


def test_the_standings_mark_substitutes_and_who_has_withdrawn(hall: Hall) -> None:
    text = text_of(Client().get("/t/spring-open/standings/"))

    name = Entry.objects.get(is_substitute=True).player.name
    last = text[text.rindex(name) :]
    assert "Substitute" in last
    assert "Withdrawn" in last


def test_the_players_mark_them_too(hall: Hall) -> None:
    name = Entry.objects.get(is_substitute=True).player.name

    text = text_of(Client().get("/t/spring-open/players/"))

    assert f"{name} Substitute Withdrawn" in text
    assert text.count("Withdrawn") == 1


def test_nor_does_a_file(hall: Hall) -> None:
    answer = Client().get("/t/spring-open/downloads/standings.csv")

    lines = b"".join(answer.streaming_content if answer.streaming else [answer.content]).decode("utf-8-sig")
    assert "None" not in lines
    assert lines.strip().splitlines()[-1].startswith(",")


def test_programs_read_a_rank_or_none(hall: Hall) -> None:
    rows = Client().get(f"/api/v1/stages/{hall.stage.pk}/standings/").json()["standings"]

    assert [row["rank"] for row in rows][-1] is None
    assert (rows[-1]["is_substitute"], rows[-1]["status"], rows[-1]["decided_by"]) == (True, "withdrawn", "")
