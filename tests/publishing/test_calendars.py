"""Calendars to subscribe to, read by a library that did not write them."""

from datetime import UTC, date, datetime, timedelta

import pytest
from django.test import Client
from icalendar import Calendar

from tests.tournaments.hall import Hall, open_hall
from tournaments.actions.actor import Actor
from tournaments.actions.draws.draft_rounds import publish_round
from tournaments.actions.leagues.founding import create_league, create_season
from tournaments.models import Round, Seat, Tournament

pytestmark = pytest.mark.django_db
CONSOLE = Actor(is_console=True)
TEN = datetime(2026, 5, 2, 1, tzinfo=UTC)


def events(path: str) -> list[tuple[str, object, object]]:
    """Name, begin and end of each event of a calendar."""
    answer = Client().get(path)
    assert (answer.status_code, answer["Content-Type"]) == (200, "text/calendar; charset=utf-8")
    return [
        (str(one["summary"]), one.decoded("dtstart"), one.decoded("dtend", None))
        for one in Calendar.from_ical(answer.content).walk("VEVENT")
    ]


def timed(hall: Hall, at: datetime = TEN) -> Round:
    """A published round with a time, on a day of the tournament."""
    Tournament.objects.update(starts_on=date(2026, 5, 2), ends_on=date(2026, 5, 3), venue="Kanda, 2nd floor")
    round_ = publish_round(round_=hall.draw(), by=hall.alice)
    Round.objects.filter(pk=round_.pk).update(planned_at=at)
    return round_


def test_a_tournament_has_its_days_and_its_rounds(hall: Hall) -> None:
    timed(hall)

    assert events("/t/spring-open/calendar.ics") == [
        ("Spring Open", date(2026, 5, 2), date(2026, 5, 4)),
        ("Spring Open · Round 1", TEN, TEN + timedelta(minutes=90)),
    ]


def test_a_calendar_stays_the_same_and_names_place_and_page(hall: Hall) -> None:
    timed(hall)

    first, again = (Client().get("/t/spring-open/calendar.ics").content for _ in range(2))

    [_day, round_] = Calendar.from_ical(first).walk("VEVENT")
    assert first == again
    assert str(round_["location"]) == "Kanda, 2nd floor"
    assert str(round_["url"]) == "http://127.0.0.1:8000/t/spring-open/stages/1/rounds/1/"


def test_drafts_are_not_in_it(hall: Hall) -> None:
    hall.draw()
    Round.objects.update(planned_at=TEN)

    assert events("/t/spring-open/calendar.ics") == []


def test_a_player_reads_where_they_sit(hall: Hall) -> None:
    soon = datetime.now(UTC).replace(microsecond=0) + timedelta(days=7)
    round_ = timed(hall, soon)
    seat = Seat.objects.filter(round=round_, table__number=2, wind=2).get()

    assert events(f"/players/{seat.entry.player_id}/calendar.ics") == [
        ("Spring Open · Round 1 · Table 2 · South", soon, soon + timedelta(minutes=90))
    ]


def test_a_league_has_what_is_listed_of_all_its_tournaments() -> None:
    league = create_league(slug="club", name="Club League", by=CONSOLE)
    season = create_season(league=league, name="2026", by=CONSOLE)
    open_hall("shown", season=season)
    open_hall("hidden", season=season, visibility=Tournament.Visibility.UNLISTED)
    soon = datetime.now(UTC).date() + timedelta(days=7)
    Tournament.objects.update(starts_on=soon)

    assert events("/l/club/calendar.ics") == [("Spring Open", soon, soon + timedelta(days=1))]


def test_who_may_not_know_of_a_tournament_finds_no_calendar(hall: Hall) -> None:
    round_ = timed(hall)
    player = Seat.objects.filter(round=round_).first().entry.player_id
    Tournament.objects.update(visibility=Tournament.Visibility.PRIVATE)

    paths = ("/t/spring-open/calendar.ics", f"/players/{player}/calendar.ics", "/l/none/calendar.ics")
    assert [Client().get(path).status_code for path in paths] == [404, 404, 404]
