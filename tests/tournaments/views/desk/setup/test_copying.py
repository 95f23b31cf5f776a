"""The page on which a tournament is set up like an earlier one."""

from datetime import date, timedelta

import pytest
from django.test import override_settings

from tests.tournaments.actions.refusals import facts
from tests.tournaments.views.conftest import signed_in
from tests.tournaments.views.desk.browser import DESK
from tournaments.actions.leagues.founding import create_league
from tournaments.actions.leagues.presets import open_season
from tournaments.actions.setup.tournaments import Frame, create_tournament
from tournaments.forms.setup import CopyForm, next_saturday
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db
PAGE = f"{DESK}copy/"


def test_an_organizer_sets_up_the_same_again(hall, alice):
    shown = alice.get("/new/").content.decode()

    answer = alice.post(PAGE, {"name": "Spring Open", "starts_on": "2027-05-01"})

    assert f'href="{PAGE}"' in shown
    assert answer["Location"] == "/t/spring-open-2/desk/entries/"
    made = Tournament.objects.get(slug="spring-open-2")
    assert (made.name, made.starts_on) == ("Spring Open", date(2027, 5, 1))


def test_an_address_in_use_is_said_beside_its_field(hall, alice):
    before = facts()

    answer = alice.post(PAGE, {"name": "Spring Open", "slug": "spring-open"})

    assert (answer.status_code, list(answer.context["form"].errors), facts()) == (409, ["slug"], before)


@override_settings(TOURNAMENT_FOUNDERS="founders")
def test_who_may_set_none_up_may_not_copy_one(hall, alice):
    assert (alice.get(PAGE).status_code, PAGE in alice.get(f"{DESK}edit/").content.decode()) == (403, False)


@pytest.mark.parametrize("runs_the_league", [True, False])
def test_a_copy_counts_in_a_leagues_series_only_for_those_who_run_the_league(hall, alice, runs_the_league):
    league = create_league(slug="river", name="River", by=hall.alice)
    season = open_season(league=league, name="2026", preset="series", by=hall.alice)
    frame = Frame(slug="first", name="First", rulebook_id="mleague", season=season)
    create_tournament(frame=frame, by=hall.alice)
    if not runs_the_league:
        league.staff.update(user=hall.rob.user)

    alice.post("/t/first/desk/copy/", {"name": "Again", "starts_on": ""})

    made = Tournament.objects.get(name="Again")
    assert made.season == (season if runs_the_league else None)


def test_only_what_somebody_organized_is_offered_again(hall):
    assert PAGE not in signed_in(hall.rob).get("/new/").content.decode()


@pytest.mark.parametrize("last", [None, date(2001, 1, 6), date(2199, 12, 31)])
def test_a_year_later_on_the_same_weekday_or_the_next_saturday(last):
    form = CopyForm(Tournament(name="One", starts_on=last))

    assert form.initial["starts_on"] == next_saturday()


def test_last_months_event_is_a_year_later(hall):
    last = date.today() - timedelta(days=30)

    form = CopyForm(Tournament(name="One", starts_on=last))

    assert form.initial["starts_on"] == last + timedelta(weeks=52)
