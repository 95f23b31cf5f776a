"""Where the games in play would lead, as far as hands are entered and everybody may know of them."""

from datetime import timedelta

import pytest
from django.db.models.functions import Now
from pytest_django import DjangoAssertNumQueries

from scoring.result.result import settle
from scoring.rulebook.rulebook import load
from tests.tournaments.hall import BALANCED, Hall, open_hall, phones_of, play
from tests.tournaments.verification.attacker import take_guards_down
from tournaments.actions.hands.hands import enter_hand, take_hands_back
from tournaments.actions.people.entries import form_team
from tournaments.actions.play.scoresheets.reporting import TableReport, report_sheet
from tournaments.actions.stages.counting import set_counting
from tournaments.models import HandRecord, Round, Table, Tournament
from tournaments.models.play.hands import EMPTY_LOG
from tournaments.standings import publish_tournament
from tournaments.standings.in_play.live_totals import LiveGame, LiveRow, live_games, live_standings

pytestmark = pytest.mark.django_db

# South deals in to East's riichi of three han, 40 fu: a dealer's 7,700.
RON = {"kind": "win", "wins": [{"winner": 0, "han": 3, "fu": 40}], "loser": 1, "riichi": [0]}
AFTER_RON = [32_700, 17_300, 25_000, 25_000]


def enter(table: Table, hall: Hall, outcome: dict[str, object] = RON, tag: str = EMPTY_LOG) -> HandRecord:
    return enter_hand(table=table, outcome=outcome, by=hall.rob, if_match=tag)


def an_hour_ago(record: HandRecord) -> None:
    """As if it had been entered then, which no action does."""
    take_guards_down()
    HandRecord.objects.filter(pk=record.pk).update(recorded_at=Now() - timedelta(hours=1))


def now(hall: Hall) -> list[LiveGame]:
    return live_games(Tournament.objects.get(pk=hall.tournament.pk))


def rows(hall: Hall) -> dict[str, LiveRow]:
    publish_tournament(hall.tournament.pk)
    [stage] = live_standings(hall.tournament, now(hall))
    return {row.name: row for row in stage.rows}


def made_of(points: list[int]) -> list[int]:
    return list(settle(load("mleague"), points).totals)


def names(table: Table) -> list[str]:
    return [seat.entry.player.name for seat in table.seats.select_related("entry__player").order_by("wind")]


def test_a_game_stands_as_its_hands_leave_it(hall: Hall, table: Table) -> None:
    enter(table, hall)

    [game] = now(hall)

    assert (game.table, game.number, game.round, game.stage) == (table.pk, 1, 1, hall.stage.pk)
    assert [seat.name for seat in game.seats] == names(table)
    assert [seat.points for seat in game.seats] == AFTER_RON
    assert [seat.made for seat in game.seats] == made_of(AFTER_RON)
    assert (game.state.honba, game.state.dealer) == (1, 0)


def test_totals_and_ranks_are_those_published_with_the_game_added(hall: Hall, round_: Round) -> None:
    first, second = round_.tables.order_by("number")
    play(first, hall.alice, BALANCED)
    enter(second, hall)

    found = rows(hall)

    published = dict(zip(names(first), [60_000, 10_000, -20_000, -50_000], strict=True))
    live = published | dict(zip(names(second), made_of(AFTER_RON), strict=True))
    assert {name: row.total for name, row in found.items()} == dict.fromkeys(live, 0) | published
    assert {name: row.live_total for name, row in found.items()} == live
    assert {name: row.live_rank for name, row in found.items()} == {
        name: 1 + sum(other > total for other in live.values()) for name, total in live.items()
    }
    assert {name for name, row in found.items() if row.seat} == set(names(second))
    assert [row.live_total for row in found.values()] == sorted(live.values(), reverse=True)


def test_a_hand_that_was_taken_back_moves_nothing(hall: Hall, table: Table) -> None:
    tag = enter(table, hall).tag
    take_hands_back(table=table, first=1, by=hall.rob, if_match=tag)

    [game] = now(hall)

    assert [seat.points for seat in game.seats] == [25_000] * 4


def test_a_result_that_waits_counts_as_it_was_reported(hall: Hall, table: Table) -> None:
    enter(table, hall)
    report_sheet(table=table, report=TableReport(BALANCED), by=phones_of(table, hall.alice)[0])

    [game] = now(hall)

    assert (game.state, [seat.points for seat in game.seats]) == (None, BALANCED.points)
    assert [seat.made for seat in game.seats] == [60_000, 10_000, -20_000, -50_000]


def test_a_confirmed_game_is_in_the_standings_and_no_longer_here(hall: Hall, table: Table) -> None:
    enter(table, hall)
    play(table, hall.alice, BALANCED)

    assert now(hall) == []


def test_hands_are_everybodys_after_the_delay(hall: Hall, table: Table) -> None:
    Tournament.objects.update(live_delay=10)
    first = enter(table, hall)
    before = now(hall)
    an_hour_ago(first)
    enter(table, hall, {"kind": "draw", "tenpai": [0]}, first.tag)

    [game] = now(hall)

    assert before == []
    assert [seat.points for seat in game.seats] == AFTER_RON


def test_of_games_that_count_only_the_best_is_added(hall: Hall, round_: Round) -> None:
    table = round_.tables.get(number=1)
    play(table, hall.alice, BALANCED)
    set_counting(stage=hall.stage, selection="best", number=1, by=hall.alice, confirm=["ranks_may_change"])
    second = hall.started()
    at = {seat.entry.player.name: seat for seat in second.seats.select_related("entry__player", "table")}
    for table in second.tables.all():
        enter(table, hall)

    found = rows(hall)

    expected = dict.fromkeys(found, 0)
    games = {seat.name: seat.made for game in now(hall) for seat in game.seats}
    for name, row in found.items():
        played = [row.total] if row.total else []
        expected[name] = max([*played, games[name]])
    assert at.keys() == found.keys()
    assert {name: row.live_total for name, row in found.items()} == expected


def test_teams_move_with_their_players(hall: Hall, round_: Round) -> None:
    table = round_.tables.get(number=1)
    reds = form_team(tournament=hall.tournament, name="Reds", by=hall.alice)
    blues = form_team(tournament=hall.tournament, name="Blues", by=hall.alice)
    seats = table.seats.order_by("wind").values_list("entry", flat=True)
    hall.tournament.entries.filter(pk__in=seats[:2]).update(team=reds)
    hall.tournament.entries.exclude(pk__in=seats[:2]).update(team=blues)
    enter(table, hall)
    publish_tournament(hall.tournament.pk)

    [stage] = live_standings(hall.tournament, now(hall))

    made = made_of(AFTER_RON)
    assert {row.name: (row.total, row.live_total) for row in stage.teams} == {
        "Reds": (0, sum(made[:2])),
        "Blues": (0, sum(made[2:])),
    }
    assert [row.live_rank for row in stage.teams] == [1, 2]


def test_however_many_tables_it_is_as_many_queries(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    hall = open_hall(players=16)
    for table in hall.started().tables.all():
        enter(table, hall)
    publish_tournament(hall.tournament.pk)
    tournament = Tournament.objects.select_related("usual_format", "head").get(pk=hall.tournament.pk)

    with django_assert_num_queries(3):
        games = live_games(tournament)
    with django_assert_num_queries(3):
        [stage] = live_standings(tournament, games)

    assert (len(games), len(stage.rows)) == (4, 16)
