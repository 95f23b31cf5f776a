"""Two MCR competitions: table points 4/2/1/0 in twelfths.

Golden figures: data/mcr_team_league_2026, data/ema_mcr_madrid_2017.
"""

import re
from fractions import Fraction

import pytest

from tests.leagues.league import MCR, expected_of, games_of, import_league, standings, team_standings, total
from tests.tournaments.api.callers import body_of, program
from tests.tournaments.views.conftest import signed_in
from tournaments.actions.play.penalties import Ruling, penalize, penalize_team
from tournaments.actions.seen_versions import proposal_tag, qualification_tag
from tournaments.actions.setup.tournaments import add_stage
from tournaments.actions.stages.qualification import Places, Terms, set_qualification
from tournaments.actions.stages.qualifiers import confirm_qualifiers
from tournaments.standings import publish_standings, publish_tournament
from tournaments.standings.qualifying import proposed
from tournaments.verification import verify_ledger


def import_mcr(league):
    """The rulebook itself ranks by table points and then by score, as the official tables do."""
    return import_league(games_of(league), **MCR)


@pytest.mark.django_db
def test_every_row_of_the_official_player_table_of_the_team_league_comes_out():
    hall, report = import_mcr("mcr_team_league_2026")

    ours = {
        (row.entry.player.name, row.entry.team.name, total(hall, row.total), row.points)
        for row in standings(hall)
    }

    expected = expected_of("mcr_team_league_2026")
    assert ours == {
        (row["player"], row["team"], Fraction(row["standard_points"]), row["game_points"])
        for row in expected["player_standings"]
    }
    assert [[int(game.game), -game.missing] for game in report.unbalanced] == expected["checks"][
        "non_zero_sum_games"
    ]


@pytest.mark.django_db
def test_the_official_team_table_comes_out_in_its_order_with_the_leagues_penalties():
    hall, _ = import_mcr("mcr_team_league_2026")
    official = expected_of("mcr_team_league_2026")["team_standings"]
    for row in official:
        if row["penalty"] != "0":
            entry = hall.tournament.entries.filter(team__name=row["team"]).first()
            amount = int(row["penalty"]) * hall.tournament.rulebook.units_per_point
            penalize(
                stage=hall.stage, entry=entry, ruling=Ruling(amount, "Too few appearances"), by=hall.alice
            )
    publish_standings(hall.stage.pk)

    ours = [(row.position, row.team.name, row.games, total(hall, row.total)) for row in team_standings(hall)]

    assert ours == [
        (row["rank"], row["team"], row["games"], Fraction(row["adjusted_standard_points"]))
        for row in official
    ]


@pytest.mark.django_db
def test_the_semifinal_begins_with_the_standard_points_and_the_game_points_of_the_season():
    """Both are carried whole; equals are told apart by all game points, then by what the stage brought."""
    order = ["total", "points", "stage_total", "stage_points", "wins", "seconds", "thirds", "lot"]
    hall, _ = import_league(games_of("mcr_team_league_2026"), **MCR, tie_breaks=order)
    official = expected_of("mcr_team_league_2026")
    season, alice = hall.stage, hall.alice
    for row in official["team_standings"]:
        if row["penalty"] != "0":
            team = hall.tournament.teams.get(name=row["team"])
            amount = int(row["penalty"]) * hall.tournament.rulebook.units_per_point
            penalize_team(stage=season, team=team, ruling=Ruling(amount, "Too few appearances"), by=alice)
    semifinal = add_stage(tournament=hall.tournament, name="Semifinal", by=alice)
    going_on = official["format"]["advance"]
    terms = Terms(rules=[Places(season.pk, last=going_on)], of_teams=True, carries="full")
    qualification = set_qualification(stage=semifinal, terms=terms, seen=qualification_tag(None), by=alice)
    seen = proposed(qualification)
    keys = [one.key for one in seen.candidates]
    confirm_qualifiers(stage=semifinal, keys=keys, seen=proposal_tag(seen), by=alice)
    publish_tournament(hall.tournament.pk)

    rows = body_of(program(alice.user).call("GET", f"/v1/stages/{semifinal.pk}/standings/"))["teams"]

    units = hall.tournament.rulebook.units_per_point
    assert [
        (row["team"]["name"], Fraction(row["carried"], units), row["points"], row["carried_points"])
        for row in rows
    ] == [
        (
            row["team"],
            Fraction(row["adjusted_standard_points"]),
            row["game_points"],
            row["game_points"],
        )
        for row in official["team_standings"][:going_on]
    ]
    assert {row["figures"]["stage_total"] for row in rows} == {0}
    page = signed_in(alice).get(f"/t/{hall.tournament.slug}/standings/2/").content.decode()
    assert re.search(r"Carried over <span[^>]*>107.5</span>\s+· Total score 1,692", page)
    assert verify_ledger(hall.tournament.pk).problems == []


@pytest.mark.django_db
def test_players_and_teams_of_the_madrid_championship_come_out_in_order():
    hall, report = import_mcr("ema_mcr_madrid_2017")

    players = [
        (row.entry.player.name, total(hall, row.total), row.points, row.games) for row in standings(hall)
    ]
    teams = [(row.team.name, total(hall, row.total), row.games) for row in team_standings(hall)]

    expected = expected_of("ema_mcr_madrid_2017")["computed_standings"]
    assert players == [
        (row["id"], Fraction(row["match_points"]), row["table_points"], row["games"])
        for row in expected["players"]
    ]
    assert teams == [(row["id"], Fraction(row["match_points"]), row["games"]) for row in expected["teams"]]
    assert (report.games, report.unbalanced) == (108, [])
