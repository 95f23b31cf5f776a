"""A season of teams at the desk and for everybody: which teams meet, who comes in from the bench."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.tournaments.actions.draws.test_team_seasons import league
from tests.tournaments.hall import Hall
from tests.tournaments.views.conftest import signed_in
from tests.tournaments.views.seat.test_seat_pages import text_of
from tournaments.actions.draws.draft_rounds import publish_round
from tournaments.actions.draws.draws import draw
from tournaments.actions.draws.inputs import seats_of
from tournaments.actions.draws.plans import Method, Plan
from tournaments.models import Draw, Entry

pytestmark = pytest.mark.django_db
PLAN = "/t/spring-open/desk/draw/plan/"
SEASON = {"method": "team_season", "rounds": "28", "games": "2", "line_up": "1", "remainder": "refuse"}


@pytest.fixture
def hall() -> Hall:
    return league(7, 4)


@pytest.fixture
def desk(hall: Hall) -> Client:
    return signed_in(hall.alice)


def test_a_season_is_planned_and_its_draft_says_how_even_it_is(hall: Hall, desk: Client) -> None:
    assert "7 teams, 1 match at a time: every pair has met equally often after 7 match days." in text_of(
        desk.get(PLAN)
    )

    answer = desk.post(PLAN, {"stage": hall.stage.pk, **SEASON})

    text = text_of(desk.get(answer.headers["Location"]))
    assert "Every pair of teams meets in exactly 8 games." in text
    assert "Within each team, all players play equally often." in text
    assert "rest: " in text


def test_where_all_teams_play_in_every_round_none_rests() -> None:
    four = league(4, 1)
    drawn = draw(stage=four.stage, plan=Plan(method=Method.TEAM_SEASON, rounds=2, line_up=1), by=four.alice)

    said = text_of(signed_in(four.alice).get(f"/t/spring-open/desk/draw/{drawn.pk}/"))

    assert "The matches of 2 rounds Round 1 Team 1 – Team 2 – Team 3 – Team 4 Round 2 Team 1" in said
    assert "rest: " not in said


def test_a_wrong_number_of_rounds_comes_back_with_a_reason(hall: Hall, desk: Client) -> None:
    answer = desk.post(PLAN, {"stage": hall.stage.pk, **SEASON, "rounds": "27"})

    assert (answer.status_code, Draw.objects.count()) == (422, 0)
    assert "27 rounds are not a whole number of match days of 2 games." in text_of(answer)


@pytest.mark.slow
def test_a_bench_player_is_priced_and_exchanged_on_the_draft(hall: Hall, desk: Client) -> None:
    stored = draw(stage=hall.stage, plan=Plan(method=Method.TEAM_SEASON, rounds=14, line_up=1), by=hall.alice)
    round_ = stored.rounds.get(number=1)
    out = Entry.objects.get(pk=seats_of(round_)[0][0])
    mate = Entry.objects.filter(team=out.team).exclude(pk=out.pk)[0]
    guest = Entry.objects.exclude(team=out.team).exclude(pk__in=seats_of(round_)[0])[0]
    page = f"/t/spring-open/desk/draw/{stored.pk}/"

    question = desk.get(page, {"round": round_.pk, "pick": [out.pk, mate.pk]})
    refused = desk.get(page, {"round": round_.pk, "pick": [out.pk, guest.pk]})
    desk.post(page + "swap/", {"round": round_.pk, "one": out.pk, "other": mate.pk})

    assert "exchange" in text_of(question)
    assert "own team" in text_of(refused) or "choose two players" in text_of(refused)
    assert seats_of(round_)[0][0] == mate.pk


@pytest.mark.slow
def test_everybody_sees_the_published_matches_and_no_draft(hall: Hall) -> None:
    stored = draw(stage=hall.stage, plan=Plan(method=Method.TEAM_SEASON, rounds=7, line_up=1), by=hall.alice)
    publish_round(round_=stored.rounds.get(number=1), by=hall.alice)

    teams = Client().get(f"/t/spring-open/draw/{stored.pk}/").context["teams"]

    seated = Entry.objects.filter(pk__in=seats_of(stored.rounds.get(number=1))[0])
    names = sorted(entry.team.name for entry in seated)
    assert [fixture.matches for fixture in teams.fixtures] == [[names]]
    assert sorted(row.games for row in teams.rows) == [0, 0, 0, 1, 1, 1, 1]
    assert sum(times or 0 for row in teams.rows for times in row.met) == 12


@pytest.mark.slow
def test_a_long_draft_is_read_in_as_many_queries_as_a_short_one(hall: Hall, desk: Client) -> None:
    counts = []
    for rounds in (2, 12):
        stored = draw(
            stage=hall.stage,
            plan=Plan(method=Method.TEAM_SEASON, rounds=rounds, line_up=1),
            by=hall.alice,
        )
        with CaptureQueriesContext(connection) as queries:
            desk.get(f"/t/spring-open/desk/draw/{stored.pk}/")
        counts.append(len(queries))

    assert counts[0] == counts[1] <= 22
