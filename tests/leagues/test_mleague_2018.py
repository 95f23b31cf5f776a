"""M-League 2018–19, 106 hanchan. Golden figures: data/mleague_2018_regular, with the address they came from."""

import csv
from fractions import Fraction

import pytest

from tests.leagues.league import DEMO, expected_of, games, import_league, standings, team_standings, total

TEXT = (DEMO / "mleague_2018.csv").read_text()


@pytest.fixture
def league(db):
    return import_league(TEXT, rulebook_id="mleague")


def test_every_place_and_total_of_all_106_games_is_the_official_one(league):
    hall, report = league
    official = {}
    for row in csv.DictReader(TEXT.splitlines()):
        official.setdefault(int(row["game"]), []).append(
            (row["player"], int(row["points"]), int(row["place"]), Fraction(row["total"]))
        )

    ours = {
        number: [(s.entry.player.name, s.points, s.place, total(hall, s.total)) for s in scores]
        for number, scores in games(hall).items()
    }

    assert ours == official
    assert (report.games, report.new_games, report.unbalanced, report.findings) == (106, 106, [], [])


def test_every_sum_of_every_player_and_team_is_the_official_one(league):
    hall, _ = league
    expected = expected_of("mleague_2018_regular")["totals_of_the_exported_games"]

    players = {
        row.entry.player.name: (row.games, total(hall, row.total), row.places[:4]) for row in standings(hall)
    }
    teams = [
        (row.team.name, row.games, total(hall, row.total), row.places[:4]) for row in team_standings(hall)
    ]

    assert players == {
        row["name"]: (row["games"], Fraction(str(row["points"])), row["places"]) for row in expected["player"]
    }
    assert teams == [
        (row["name"], row["games"], Fraction(str(row["points"])), row["places"]) for row in expected["team"]
    ]


def test_two_players_on_24800_in_game_32_share_second_place_and_its_prize(league):
    hall, _ = league

    scores = games(hall)[32]

    assert sorted((s.place, s.points, s.total) for s in scores)[1:3] == [
        (2, 24_800, -5_200),
        (2, 24_800, -5_200),
    ]


def test_the_games_are_on_their_days_in_closed_rounds(league):
    hall, _ = league

    rounds = hall.stage.rounds.order_by("number")

    assert [r.status for r in rounds] == ["closed"] * 106
    assert (str(rounds[0].played_on), str(rounds[105].played_on)) == ("2018-10-01", "2019-01-14")
