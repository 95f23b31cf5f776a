"""Sheets of paper: what they are is on them, and everybody is."""

import re
from datetime import date

import pytest
from django.test import Client

from players.actions import add_player
from tests.tournaments.actions.stages.finals import before_the_final
from tests.tournaments.hall import BALANCED, Hall, open_hall
from tests.tournaments.odd_hall import FIVES
from tests.tournaments.replay import replayed
from tournaments.actions.draws.draft_rounds import publish_draw
from tournaments.actions.draws.draws import draw
from tournaments.actions.draws.plans import Plan
from tournaments.actions.people.entries import form_team, register
from tournaments.actions.play.penalties import Ruling, penalize_team
from tournaments.actions.play.rounds import start_round
from tournaments.actions.play.scoresheets.deciding import correct_sheet
from tournaments.actions.play.scoresheets.reporting import TableReport
from tournaments.actions.play.seats import substitute
from tournaments.models import Entry, Tournament
from tournaments.standings import publish_tournament

pytestmark = pytest.mark.django_db
PRINT = "/t/spring-open/print/"
ROUND = PRINT + "stages/1/rounds/1/"


@pytest.fixture
@replayed
def drawn() -> Hall:
    """Two published rounds of eight, one game decided."""
    hall = open_hall(starts_on=date(2026, 11, 22))
    publish_draw(
        draw=draw(stage=hall.stage, plan=Plan(method="schedule", rounds=2), by=hall.alice), by=hall.alice
    )
    round_ = start_round(round_=hall.stage.rounds.get(number=1), by=hall.alice)
    correct_sheet(table=round_.tables.first(), report=TableReport(BALANCED), reason="paper", by=hall.rob)
    publish_tournament(hall.tournament.pk)
    return hall


def text_of(address: str) -> str:
    answer = Client().get(address)
    assert answer.status_code == 200, address
    return " ".join(re.sub(r"<[^>]+>", " ", answer.content.decode().partition("<main")[2]).split())


@pytest.mark.parametrize("sheet", ["names", "tables", "scoresheets"])
def test_the_sheets_of_a_round_name_tournament_round_and_day_and_everybody(sheet: str, drawn: Hall) -> None:
    text = text_of(f"{ROUND}{sheet}/")

    for word in ("Spring Open", "Round 1", "Nov. 22, 2026"):
        assert word in text
    for name in drawn.tournament.entries.values_list("player__name", flat=True):
        assert name in text


def test_a_sheet_names_the_venue(drawn: Hall) -> None:
    assert "Spring Open · Town hall" not in text_of(f"{ROUND}names/")
    Tournament.objects.update(venue="Town hall")

    assert "Spring Open · Town hall" in text_of(f"{ROUND}names/")


def test_a_schedule_has_every_round_of_every_player(drawn: Hall) -> None:
    text = text_of(PRINT + "stages/1/schedules/")

    seats = [(seat.entry.player.name, seat.round, seat.table) for seat in _seats(drawn)]
    assert len(seats) == 16
    for name, round_, table in seats:
        mine = text.partition(f"{name} ")[2][:160]
        assert f"{round_} {table}" in mine


def test_the_standings_have_all_places(drawn: Hall) -> None:
    text = text_of(PRINT + "stages/1/standings/")

    assert "1 game" in text
    for name in drawn.tournament.entries.values_list("player__name", flat=True):
        assert name in text


def columns_of(address: str) -> list[str]:
    """The heads of the sheet's last table."""
    page = Client().get(address).content.decode().rpartition("<thead>")[2].partition("</thead>")[0]
    return re.findall(r"<th[^>]*>([^<]*)</th>", page)


def test_the_standings_say_who_plays_in_another_s_place_and_who_left(drawn: Hall) -> None:
    spare = register(
        tournament=drawn.tournament, player=add_player(name="Spare"), is_substitute=True, by=drawn.alice
    )
    first, second = drawn.stage.rounds.get(number=1).tables.order_by("number")
    substitute(seat=second.seats.get(wind=1), entry=spare, by=drawn.rob)
    correct_sheet(table=second, report=TableReport(BALANCED), reason="paper", by=drawn.rob)
    publish_tournament(drawn.tournament.pk)
    gone = first.seats.get(wind=4).entry
    Entry.objects.filter(pk=gone.pk).update(status=Entry.Status.WITHDRAWN)

    text = text_of(PRINT + "stages/1/standings/")

    assert re.search(r"– Spare \(Substitute\) \+60\.0 1 1 0 0 0", text)
    assert f"{gone.player.name} (Withdrawn) −50.0 1 0 0 0 1" in text
    assert "Team" not in text


@pytest.mark.parametrize(
    ("language", "said", "heads"),
    [
        ("", "1 Reds · Deducted from the team −20 −20.0 4", ["Team", "Penalties"]),
        ("/ja", "1 Reds · チームへのペナルティ ▲ − 20 ▲ − 20.0 4", ["チーム", "減点"]),
    ],
)
def test_the_standings_say_what_a_team_was_deducted(
    language: str, said: str, heads: list[str], drawn: Hall
) -> None:
    reds = form_team(tournament=drawn.tournament, name="Reds", by=drawn.alice)
    played = drawn.stage.rounds.get(number=1).tables.first()
    drawn.tournament.entries.filter(seats__table=played).update(team=reds)
    penalize_team(stage=drawn.stage, team=reds, ruling=Ruling(20_000, "No line-up"), by=drawn.rob)
    publish_tournament(drawn.tournament.pk)
    address = f"{language}{PRINT}stages/1/standings/"

    assert said in text_of(address)
    assert [columns_of(address)[2], columns_of(address)[-1]] == heads


def test_places_are_as_many_as_a_table_has_chairs() -> None:
    """The 5th where a table of five was played, the 4th where one of four is."""
    hall = FIVES.named(open_hall("of-five", players=9))
    correct_sheet(
        table=FIVES.table(FIVES.started(hall)), report=TableReport(FIVES.figures), reason="paper", by=hall.rob
    )
    publish_tournament(hall.tournament.pk)
    open_hall("of-three", players=3, rulebook_id="tenhou_sanma")

    places = {
        name: [head for head in columns_of(f"/t/{name}/print/stages/1/standings/") if head[0].isdigit()]
        for name in ("of-five", "of-three")
    }

    assert places == {"of-five": ["1st", "2nd", "3rd", "4th", "5th"], "of-three": ["1st", "2nd", "3rd"]}


def test_a_table_is_one_empty_score_sheet(drawn: Hall) -> None:
    page = Client().get(ROUND + "scoresheets/").content.decode()

    assert page.count('class="paper-scoresheet"') == 2


def test_drafts_and_sheets_there_are_not_are_not_found(drawn: Hall) -> None:
    drawn.draw()

    for address in (
        ROUND + "everything/",
        PRINT + "stages/1/names/",
        PRINT + "stages/2/standings/",
        PRINT + "stages/1/rounds/3/names/",
    ):
        assert Client().get(address).status_code == 404
    assert "Round 3" not in text_of(PRINT)


@pytest.mark.parametrize(
    ("address", "most"), [("", 4), ("stages/1/schedules/", 4), ("stages/1/rounds/1/names/", 4)]
)
def test_a_sheet_is_a_few_queries(
    address: str, most: int, drawn: Hall, django_assert_max_num_queries
) -> None:
    with django_assert_max_num_queries(most):
        Client().get(PRINT + address)


def _seats(hall: Hall):
    return [
        seat
        for round_ in hall.stage.rounds.order_by("number")
        for seat in round_.seats.select_related("entry__player", "round", "table")
    ]


def test_the_standings_of_a_final_have_what_was_carried_over() -> None:
    scene = before_the_final()
    scene.set(carries="full")
    scene.confirm()
    publish_tournament(scene.hall.tournament.pk)
    sheet = f"{PRINT}stages/2/standings/"

    assert columns_of(sheet)[3] == "Carried over"
    assert "+62.8 +62.8 0" in text_of(sheet)
    assert "Carried over" not in text_of(f"{PRINT}stages/1/standings/")


def test_where_three_play_nobody_comes_fourth() -> None:
    hall = open_hall(players=6, rulebook_id="tenhou_sanma")
    publish_tournament(hall.tournament.pk)

    # Before the first game the page of standings lists who plays.
    for page, has_places in ((f"{PRINT}stages/1/standings/", True), ("/t/spring-open/standings/", False)):
        text = text_of(page)
        assert ("3rd" in text, "4th" in text) == (has_places, False)
