"""The page of live totals: provisional, apart from the standings, and by itself up to date."""

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from tests.tournaments.hall import BALANCED, Hall, open_hall, play, seats_of
from tests.tournaments.views.seat.test_seat_pages import text_of
from tournaments.actions.hands.hands import enter_hand
from tournaments.actions.people.entries import form_team
from tournaments.actions.play.penalties import Ruling, penalize_team
from tournaments.models import Table, Tournament
from tournaments.models.play.hands import EMPTY_LOG
from tournaments.standings import publish_tournament

PAGE = "/t/spring-open/live/"
RON = {"kind": "win", "wins": [{"winner": 0, "han": 3, "fu": 40}], "loser": 1, "riichi": [0]}


@pytest.fixture
def tag(hall: Hall, table: Table) -> str:
    """East has won a hand."""
    return enter_hand(table=table, outcome=RON, by=hall.rob, if_match=EMPTY_LOG).tag


def test_a_game_in_play_moves_the_live_totals_and_no_standings(hall: Hall, table: Table, tag: str) -> None:
    east = table.seats.order_by("wind")[0].entry.player.name

    live, standings = (text_of(Client().get(page)) for page in (PAGE, "/t/spring-open/standings/"))

    assert "If all games ended now." in live
    assert f"1 {east} Table 1 · East 1 · 1 honba +52.7 32,700 +52.7 confirmed 0.0" in live
    assert "Standings begin with the first confirmed game." in standings
    assert [figure for figure in ("52.7", "32,700") if figure in standings] == []


def test_nothing_is_known_before_a_hand_or_after_the_result(hall: Hall, table: Table) -> None:
    before = text_of(Client().get(PAGE))
    enter_hand(table=table, outcome=RON, by=hall.rob, if_match=EMPTY_LOG)
    play(table, hall.alice, BALANCED)

    after = text_of(Client().get(PAGE))

    assert ["No live games to show yet" in text for text in (before, after)] == [True, True]


def test_an_open_page_learns_of_every_hand(hall: Hall, table: Table, tag: str) -> None:
    page = Client().get(PAGE)
    assert 'data-live-every="2500"' in page.content.decode()
    known = {"If-None-Match": page.context["etag"]}
    assert Client().get(PAGE, headers=known).status_code == 304

    enter_hand(table=table, outcome={"kind": "draw", "tenpai": [0]}, by=hall.rob, if_match=tag)

    assert Client().get(PAGE, headers=known).status_code == 200


def test_a_delay_is_said_and_holds_on_the_tables_page_too(hall: Hall, table: Table, tag: str) -> None:
    Tournament.objects.update(live_delay=10)

    live, at_the_table = (
        text_of(Client().get(page)) for page in (PAGE, f"/t/spring-open/tables/{table.pk}/")
    )

    assert "Hands are shown after a delay of 10 minutes." in live
    assert "No live games to show yet" in live
    assert "32,700" not in at_the_table


@pytest.mark.parametrize("players", [8, 16])
def test_however_many_play_it_is_seven_queries(
    django_assert_num_queries: DjangoAssertNumQueries, players: int, db: None
) -> None:
    hall = open_hall(players=players)
    for table in hall.started().tables.all():
        enter_hand(table=table, outcome=RON, by=hall.rob, if_match=EMPTY_LOG)
    publish_tournament(hall.tournament.pk)

    with django_assert_num_queries(7):
        Client().get(PAGE)


@pytest.mark.parametrize("page", ["/t/spring-open/", "/t/spring-open/standings/", "/t/spring-open/rounds/1/"])
def test_pages_lead_there_while_a_round_is_played(hall: Hall, table: Table, page: str) -> None:
    assert f'href="{PAGE}"' in Client().get(page).content.decode()


def test_teams_move_with_their_players_where_all_games_count(hall: Hall, table: Table) -> None:
    east, south, *_others = (seat.entry for seat in seats_of(table))
    bears, cougars, deer = (
        form_team(tournament=hall.tournament, name=name, by=hall.alice)
        for name in ("Bears", "Cougars", "Deer")
    )
    for entry, team in ((east, cougars), (south, bears)):
        hall.tournament.entries.filter(pk=entry.pk).update(team=team)
    penalize_team(stage=hall.stage, team=cougars, ruling=Ruling(1_000, "late"), by=hall.rob)
    other = table.round.tables.get(number=2)
    hall.tournament.entries.filter(seats__table=other).update(team=deer)
    publish_tournament(hall.tournament.pk)
    enter_hand(table=table, outcome=RON, by=hall.rob, if_match=EMPTY_LOG)

    teams = text_of(Client().get(PAGE)).partition("Teams All teams, by live totals")[2]

    assert teams.strip().startswith(
        "Rank Team Live total 1 ← confirmed 3 Cougars +51.7 confirmed −1.0"
        " 2 ← confirmed 1 Bears −42.7 confirmed 0.0 3 ← confirmed 1 Deer 0.0"
    )


def test_a_team_whose_rank_stays_is_shown_with_it_alone(hall: Hall, table: Table) -> None:
    east = seats_of(table)[0].entry
    team = form_team(tournament=hall.tournament, name="Bears", by=hall.alice)
    hall.tournament.entries.filter(pk=east.pk).update(team=team)
    publish_tournament(hall.tournament.pk)
    enter_hand(table=table, outcome=RON, by=hall.rob, if_match=EMPTY_LOG)

    text = text_of(Client().get(PAGE))

    assert "Rank Team Live total 1 Bears +52.7 confirmed 0.0" in text
