"""Two players against each other, from the confirmed games of public tournaments at one table."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from players.models import Player
from tests.tournaments.hall import BALANCED, Hall, open_hall, phones_of, play, seats_of
from tests.tournaments.views.conftest import signed_in
from tests.tournaments.views.seat.test_seat_pages import text_of
from tournaments.actions.play.scoresheets.deciding import correct_sheet
from tournaments.actions.play.scoresheets.reporting import Figures, TableReport, report_sheet
from tournaments.models import Table, Tournament
from tournaments.standings.people import head_to_head

pytestmark = pytest.mark.django_db

LEVEL = Figures([25_000] * 4)


def page_of(player: Player, other: Player) -> str:
    return f"/players/{player.pk}/against/{other.pk}/"


def call(player: Player, other: Player) -> dict[str, object]:
    answer = Client().get(f"/api/v1{page_of(player, other)}")
    assert answer.status_code == 200
    return answer.json()


def pair(table: Table) -> tuple[Player, Player]:
    """East and North of a table: 1st with 40,000 and 4th with 10,000 in a balanced game."""
    seats = seats_of(table)
    return seats[0].entry.player, seats[3].entry.player


def played(hall: Hall) -> list[Table]:
    tables = list(hall.started().tables.order_by("number"))
    for table in tables:
        play(table, hall.alice)
    return tables


def test_who_was_placed_higher_how_often(hall: Hall, django_assert_num_queries) -> None:
    east, north = pair(played(hall)[0])

    with django_assert_num_queries(5):
        text = text_of(Client().get(page_of(east, north)))

    assert f"{east.name} against {north.name}" in text
    assert "1 game at the same table, in public tournaments." in text
    assert f"As a table Compared {east.name} {north.name} Shared place Placed higher 1 0 0" in text
    assert "Points 40,000 10,000" in text
    assert call(north, east) == {
        "player": north.pk,
        "other": east.pk,
        "games": 1,
        "higher": 0,
        "level": 0,
        "lower": 1,
        "points": 10_000,
        "others_points": 40_000,
        "latest": [
            {
                "tournament": "spring-open",
                "units_per_point": 1000,
                "table": Table.objects.get(seats__entry__player=east).pk,
                "place": 4,
                "others_place": 1,
                "points": 10_000,
                "others_points": 40_000,
                "total": -50_000,
                "others_total": 60_000,
            }
        ],
    }


@pytest.mark.slow
def test_several_games_take_no_more_statements(hall: Hall, django_assert_num_queries) -> None:
    for _round in range(3):
        played(hall)
    bob = Player.objects.get(name="Bob")
    others = Player.objects.exclude(pk=bob.pk)
    met = {other.pk: call(bob, other)["games"] for other in others}

    # Three games with three others each.
    assert sum(met.values()) == 9
    for other in others:
        with django_assert_num_queries(5):
            Client().get(page_of(bob, other))


def test_level_places_are_neither_higher_nor_lower(hall: Hall) -> None:
    table = hall.started().tables.get(number=1)
    sheet = play(table, hall.alice)
    east, north = pair(table)
    correct_sheet(
        table=table, report=TableReport(LEVEL, if_match=sheet.tag), reason="counted again", by=hall.rob
    )

    found = call(east, north)

    assert (found["games"], found["points"], found["others_points"]) == (1, 25_000, 25_000)
    assert (found["higher"], found["level"], found["lower"]) == (0, 1, 0)
    assert "They shared a place in 1 game." in text_of(Client().get(page_of(east, north)))


def test_only_what_is_confirmed_counts(hall: Hall) -> None:
    table = hall.started().tables.get(number=1)
    report_sheet(table=table, report=TableReport(BALANCED), by=phones_of(table, hall.alice)[0])
    east, north = pair(table)

    assert call(east, north)["games"] == 0
    assert "0 games at the same table" in text_of(Client().get(page_of(east, north)))


def test_players_of_different_tables_have_not_met(hall: Hall) -> None:
    one, two = played(hall)

    assert call(pair(one)[0], pair(two)[0])["games"] == 0


def test_games_of_private_tournaments_are_for_those_who_may_find_them() -> None:
    hall = open_hall("secret", visibility=Tournament.Visibility.PRIVATE)
    address = page_of(*pair(played(hall)[0]))

    assert Client().get(address).status_code == 404
    assert Client().get(f"/api/v1{address}").status_code == 404
    alice = signed_in(hall.alice)
    assert "0 games at the same table" in text_of(alice.get(address))
    assert alice.get(f"/api/v1{address}").json()["games"] == 1


@pytest.mark.parametrize("address", ["/players/{pk}/against/{pk}/", "/players/{pk}/against/999999/"])
def test_it_takes_two(hall: Hall, address: str) -> None:
    address = address.format(pk=Player.objects.get(name="Bob").pk)

    assert Client().get(address).status_code == Client().get(f"/api/v1{address}").status_code == 404


def test_a_players_page_leads_to_whom_they_met_most_often(hall: Hall) -> None:
    east, north = pair(played(hall)[0])

    text = Client().get(f"/players/{east.pk}/").content.decode()

    assert "Most frequent opponents" in text
    assert page_of(east, north) in text
    assert text.count(f"/players/{east.pk}/against/") == 3
    assert page_of(east, east) not in text


def test_whom_a_player_met_is_counted_from_scores_without_the_tables_between(hall: Hall) -> None:
    east, _north = pair(played(hall)[0])
    page = f"/players/{east.pk}/"
    Client().get(page)

    with CaptureQueriesContext(connection) as asked:
        Client().get(f"{page}?again")

    counted = [one["sql"] for one in asked if "COUNT(" in one["sql"]]
    # How many are ranked is counted from their standings.
    [met] = [sql for sql in counted if "tournaments_standing" not in sql]
    assert "tournaments_score" in met
    assert "tournaments_scoresheet" not in met
    assert "tournaments_stage" not in met
    # Nobody waits for this player, so no card is put together.
    assert not [
        one for one in asked if "tournaments_formerteam" in one["sql"] and "tournaments_seat" in one["sql"]
    ]


def test_of_very_many_games_the_latest_are_shown(monkeypatch: pytest.MonkeyPatch, db: None) -> None:
    hall = open_hall(players=4)
    tables = [played(hall)[0] for _round in range(3)]
    east, north = pair(tables[0])
    assert "are shown" not in text_of(Client().get(page_of(east, north)))
    monkeypatch.setattr(head_to_head, "MOST_GAMES", 2)

    text = text_of(Client().get(page_of(east, north)))

    assert "3 games at the same table" in text
    assert "The latest 2 games are shown." in text
    assert "Round 1, Table 1" not in text
