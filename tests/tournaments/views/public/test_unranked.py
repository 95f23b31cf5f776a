"""Who is not ranked stands below without a rank, marked, wherever standings are shown."""

import re

import pytest
from django.test import Client

from tests.tournaments.hall import Hall, hall_with_a_game
from tests.tournaments.views.seat.test_seat_pages import text_of
from tournaments.actions.people.entries import form_team
from tournaments.actions.play.penalties import Ruling, penalize
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


class TestBeforeTheirFirstGame:
    """Of eight players those at table 1 have played."""

    @pytest.fixture
    def half(self, db: None) -> Hall:
        return hall_with_a_game()

    def test_players_have_neither_rank_nor_total(self, half: Hall) -> None:
        rows = standings_of(half)

        assert [(rank, total) for rank, total, _games in rows] == [
            *[("1", "+60.0"), ("2", "+10.0"), ("3", "−20.0"), ("4", "−50.0")],
            *[("No rank", "")] * 4,
        ]

    def test_a_deduction_is_shown_as_their_total(self, half: Hall) -> None:
        late = half.tournament.entries.filter(standings__games=0).order_by("number")[0]
        penalize(stage=half.stage, entry=late, ruling=Ruling(5_000, "Late"), by=half.rob)
        publish_standings(half.stage.pk)

        assert standings_of(half)[-1] == ("No rank", "−5.0", "0")

    def test_they_are_no_leaders_of_their_event(self, half: Hall) -> None:
        page = Client().get("/t/spring-open/").content.decode()

        leaders = page[page.index('<ol class="rows">') :].partition("</ol>")[0]
        assert leaders.count("<li>") == 4

    def test_their_team_has_none_either(self, half: Hall) -> None:
        resting = half.tournament.entries.filter(standings__games=0)
        for name, entries in (
            ("Rest", resting),
            ("Work", half.tournament.entries.filter(standings__games=1)),
        ):
            team = form_team(tournament=half.tournament, name=name, by=half.alice)
            half.tournament.entries.filter(pk__in=[one.pk for one in entries]).update(team=team)
        publish_standings(half.stage.pk, anew=True)

        assert [row[:2] for row in standings_of(half, kind="t")] == [("1", "0.0"), ("No rank", "")]


def standings_of(hall: Hall, kind: str = "e") -> list[tuple[str, str, str]]:
    """Rank, total and games of each row, as read."""
    page = Client().get(f"/t/{hall.tournament.slug}/standings/").content.decode()
    return [
        tuple(_cell(row, name) for name in ("rank", "number sum", "games"))  # type: ignore[misc]
        for row in re.findall(rf'<tr id="{kind}\d+".*?</tr>', page, re.DOTALL)
    ]


def _cell(row: str, name: str) -> str:
    text = row.partition(f'<td class="{name}">')[2].partition("</td>")[0]
    return re.sub(r"<small.*?</small>|<[^>]+>|\u2007", "", text).strip()
