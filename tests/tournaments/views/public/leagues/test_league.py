"""A league's page and its season's begin with the next and the last match day; each season says who won it."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django import DjangoAssertNumQueries

from tests.tournaments.actions.seasons.test_teams_of_seasons import confirm, season_of_teams
from tests.tournaments.actions.stages.finals import before_the_final
from tests.tournaments.actions.teams.league_of_teams import league_of_teams
from tests.tournaments.hall import Figures, Hall, open_hall
from tests.tournaments.views.seat.test_seat_pages import text_of
from tournaments.actions.actor import Actor
from tournaments.actions.leagues.divisions import set_divisions
from tournaments.actions.leagues.founding import create_league, create_season
from tournaments.actions.people.entries import withdraw
from tournaments.actions.play.ending import finish_tournament
from tournaments.actions.play.rounds import close_round
from tournaments.actions.play.scoresheets.deciding import correct_sheet
from tournaments.actions.play.scoresheets.reporting import TableReport
from tournaments.actions.seen_versions import divisions_tag
from tournaments.models import Division, Round, Season, Standing, Tournament
from tournaments.models.units import Unit
from tournaments.standings import publish_tournament
from tournaments.standings.seasons import match_days as days
from tournaments.standings.seasons.champions import Champion, champions_of
from tournaments.standings.seasons.divisions_at_the_end import divisions_at_the_end
from tournaments.standings.seasons.match_days import match_days
from tournaments.standings.seasons.sizes import divisions_with_sizes
from tournaments.views.public.leaders import leading
from tournaments.views.public.leagues.card_lines import with_lines

pytestmark = pytest.mark.django_db
LEAGUE, SEASON = "/l/river/", "/l/river/seasons/1/"


@pytest.fixture
def league(db: None) -> Hall:
    """A league with one event of eight."""
    founder = open_hall("founder", players=0)
    made = create_league(slug="river", name="River", by=founder.charlie)
    return open_hall("event", season=create_season(league=made, name="2026", by=founder.charlie))


def play(hall: Hall) -> Round:
    """A round in which each table ends 40,000, 30,000, 20,000, 10,000."""
    round_ = hall.started()
    for table in round_.tables.all():
        figures = Figures([40_000, 30_000, 20_000, 10_000])
        correct_sheet(table=table, report=TableReport(figures), reason="Paper", by=hall.rob)
    close_round(round_=round_, by=hall.alice)
    publish_tournament(hall.tournament.pk)
    return round_


def played_on(hall: Hall, *of_rounds: str) -> None:
    for number, day in enumerate(of_rounds, 1):
        Round.objects.filter(stage=hall.stage, number=number).update(played_on=day)


def numbers(hall: Hall) -> list[list[int]]:
    """The rounds of the next match day and of the last one."""
    found = match_days([Tournament.objects.get(pk=hall.tournament.pk)])
    return [[one.round.number for one in day.rounds] if day else [] for day in found]


def test_before_anything_is_drawn_there_is_no_match_day(league: Hall) -> None:
    assert numbers(league) == [[], []]
    text = text_of(Client().get(LEAGUE))
    assert "match day" not in text


def test_the_last_match_day_is_all_rounds_of_the_latest_day(league: Hall) -> None:
    for _round in range(3):
        play(league)
    played_on(league, "2026-03-01", "2026-03-08", "2026-03-08")

    assert numbers(league) == [[], [2, 3]]
    for page in (LEAGUE, SEASON):
        text = text_of(Client().get(page))
        assert "Last match day · March 8, 2026 Round 2 Table 1 Confirmed" in text
        assert "Next match day" not in text


def test_the_next_match_day_is_the_nearest_one_that_is_published_with_its_hour(league: Hall) -> None:
    play(league)
    for hour in (3, 1):
        round_ = league.draw()
        Round.objects.filter(pk=round_.pk).update(
            status="published", planned_at=datetime(2026, 5, hour, 10, tzinfo=UTC)
        )

    assert numbers(league) == [[3], [1]]
    assert "Next match day · May 1, 2026 Round 3 7 p.m. Table 1" in text_of(Client().get(SEASON))


def test_a_round_in_play_is_what_is_next(league: Hall) -> None:
    play(league)
    league.started()

    assert numbers(league) == [[2], [1]]
    assert re.search(r"Playing now · .* Round 2 0 of 2 tables confirmed", text_of(Client().get(LEAGUE)))


def test_of_a_large_day_the_first_rounds_have_their_tables(
    league: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _round in range(3):
        play(league)
    played_on(league, *3 * ["2026-03-08"])
    monkeypatch.setattr(days, "MOST_TABLES", 4)
    monkeypatch.setattr(days, "MOST_ROUNDS", 3)

    _next, last = match_days([league.tournament])

    assert last is not None
    assert [(one.round.number, len(one.cards)) for one in last.rounds] == [(1, 2), (2, 2), (3, 0)]


def planned(hall: Hall, *times: datetime | None) -> None:
    """Draw and publish a round for each of these times."""
    for at in times:
        round_ = hall.draw()
        Round.objects.filter(pk=round_.pk).update(status="published", planned_at=at)


def test_all_match_days_are_on_one_page_by_month_in_the_time_of_the_place(league: Hall) -> None:
    play(league)
    played_on(league, "2026-03-08")
    Tournament.objects.update(time_zone="Europe/Berlin")
    # In Berlin the last hours of May in UTC are on the first of June.
    planned(
        league,
        datetime(2026, 5, 31, 23, tzinfo=UTC),
        datetime(2026, 6, 1, 17, tzinfo=UTC),
        datetime(2026, 6, 3, 17, tzinfo=UTC),
        None,
    )

    june, march = (text_of(Client().get(f"{SEASON}days/?month=2026-{month}")) for month in ("06", "03"))

    assert "June 1, 2026 (Mon) Round 2 01:00 Round 3 19:00 June 3, 2026 (Wed) Round 4 19:00" in june
    assert "1 round has no date yet." in june
    assert "March 8, 2026 (Sun) Round 1 Closed" in march
    assert "Round 2" not in march


@pytest.mark.parametrize("month", ["", "?month=2026-05", "?month=2026-13", "?month=%00", "?month=99999-01"])
def test_a_month_without_match_days_is_the_next_or_the_last_one(league: Hall, month: str) -> None:
    planned(league, datetime(2020, 1, 1, 10, tzinfo=UTC), datetime(2021, 6, 1, 10, tzinfo=UTC))

    assert "June 1, 2021 (Tue) Round 2 19:00" in text_of(Client().get(f"{SEASON}days/{month}"))


def test_a_season_without_dates_says_so_and_drafts_are_not_told(league: Hall) -> None:
    league.draw()

    text = text_of(Client().get(f"{SEASON}days/"))

    assert "No match day has a date yet." in text
    assert "no date yet." not in text.replace("No match day has a date yet.", "")


def test_a_match_day_names_the_teams_that_meet_and_no_players(db: None) -> None:
    teams = league_of_teams()
    made = create_league(slug="river", name="River", by=teams.hall.charlie)
    season = create_season(league=made, name="2026", by=teams.hall.charlie)
    Division.objects.create(season=season, level=1, name="A")
    Tournament.objects.update(season=season, level=1)
    Round.objects.filter(pk=teams.rounds[0].pk).update(planned_at=datetime(2026, 6, 1, 10, tzinfo=UTC))

    text = text_of(Client().get(f"{SEASON}days/"))

    told = re.search(r"Round 1 (.*) 19:00", text)
    assert told is not None
    assert sorted(told[1].split(" – ")) == ["Bears", "Foxes", "Hares", "Owls"]


def test_match_days_cost_few_statements_however_many_there_are(
    league: Hall, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    start = datetime(2026, 1, 1, 10, tzinfo=UTC)
    Round.objects.bulk_create(
        Round(stage=league.stage, number=n + 1, status="published", planned_at=start + timedelta(days=n))
        for n in range(150)
    )

    with django_assert_max_num_queries(6):
        text = text_of(Client().get(f"{SEASON}days/?month=2026-03"))

    assert ("March 31, 2026 (Tue) Round 90" in text, "Round 91" in text) == (True, False)


def test_drafts_and_tournaments_that_are_not_listed_are_no_match_day(league: Hall) -> None:
    league.draw()
    assert numbers(league) == [[], []]
    play_page = text_of(Client().get(LEAGUE))
    Tournament.objects.update(visibility="unlisted")
    assert "match day" not in play_page + text_of(Client().get(LEAGUE)) + text_of(Client().get(SEASON))


def test_a_season_that_is_over_says_who_won_it(league: Hall) -> None:
    play(league)
    season = league.tournament.season_id
    assert season is not None
    assert champions_of([season]) == {}

    finish_tournament(tournament=league.tournament, by=league.alice)

    first = Standing.objects.filter(stage=league.stage, rank=1).select_related("entry__player")
    won = [Champion(row.entry.player_id, row.entry.player.name) for row in first.order_by("position")]
    assert champions_of([season]) == {season: won}
    assert f"2026 1 1st {won[0].name}" in text_of(Client().get(LEAGUE))
    Tournament.objects.update(visibility="private")
    assert champions_of([season]) == {}


def test_where_teams_play_a_team_has_won() -> None:
    _hall, season = season_of_teams()

    ((winner,),) = champions_of([season.pk]).values()

    assert (winner.name, winner.tournament) == ("Bears", "level-1")
    assert "1 1st Bears" in text_of(Client().get(LEAGUE))


def test_more_rounds_take_no_more_statements(league: Hall) -> None:
    counts = []
    # A race has two rounds.
    play(league)
    for _round in range(2):
        play(league)
        played_on(league, *2 * ["2026-03-08"])
        for page in (LEAGUE, SEASON):
            Client().get(page)
            with CaptureQueriesContext(connection) as asked:
                Client().get(page)
            counts.append(len(asked))

    assert counts[:2] == counts[2:]


def test_it_draws_the_race_of_the_season_from_the_second_round_on(league: Hall) -> None:
    play(league)
    assert Client().get(LEAGUE).context["race"] is None
    play(league)

    race = Client().get(LEAGUE).context["race"]

    rows = Standing.objects.filter(stage=league.stage).select_related("entry__player").order_by("position")
    assert race.about.title == "The race"
    assert list(race.table.columns) == ["Round", *(row.entry.player.name for row in rows)]
    assert [name for name, _cells in race.table.rows] == ["Start", "1", "2"]


def test_a_league_in_which_nobody_has_played_has_no_race(league: Hall) -> None:
    assert Client().get(LEAGUE).context["race"] is None


def below_the_leaders() -> list[str]:
    """What each card of the league's page says below its rows."""
    side = (
        Client().get(LEAGUE).content.decode().partition('<section class="side"')[2].partition("</section>")[0]
    )
    below = [
        card.partition("</ol>")[2].partition("</div>")[0] for card in side.split('<div class="card">')[1:]
    ]
    return [" ".join(re.sub(r"<[^>]+>", " ", one).split()) for one in below]


def test_cards_say_as_the_seasons_page_does_which_teams_move() -> None:
    season_of_teams()

    said = below_the_leaders()

    of_the_season = text_of(Client().get(SEASON))
    assert said == ["Of 4 teams: rank 4 is relegated.", "Of 4 teams: rank 1 is promoted."]
    assert all(words in of_the_season for words in said)


def test_once_the_next_season_is_open_cards_tell_what_happened() -> None:
    hall, season = season_of_teams()
    before = text_of(Client().get(LEAGUE))
    confirm(season, hall)

    assert below_the_leaders() == ["Relegated: Owls", "Promoted: Crows"]
    after = text_of(Client().get(LEAGUE))
    for page in (before, after):
        assert page.count("Champion Bears") == 1


@pytest.fixture
def divided(league: Hall) -> Season:
    """The league of the event, the upper of two divisions: a quarter of it is relegated."""
    season = Season.objects.select_related("league").get()
    set_divisions(
        season=season,
        divisions=[{"name": "A", "boundary": {"down": "1/4"}}, {"name": "B"}],
        seen=divisions_tag(list(season.divisions.order_by("level"))),
        by=Actor(season.league.staff.get().user),
    )
    return season


def test_a_fraction_of_a_division_is_one_of_those_who_have_a_place(league: Hall, divided: Season) -> None:
    round_ = play(league)
    withdraw(entry=round_.seats.first().entry, by=league.alice)
    publish_tournament(league.tournament.pk)

    unit, divisions = divisions_with_sizes(divided)

    ended = divisions_at_the_end(divided, [division for division, _size in divisions])
    assert (unit, [(one.name, size) for one, size in divisions]) == (Unit.PLAYER, [("A", 7), ("B", 0)])
    assert [one.size for one in ended] == [7, 0]
    assert below_the_leaders() == ["Of 7 players: rank 7 is relegated."]


def test_of_a_division_of_two_groups_no_rank_moves(league: Hall, divided: Season) -> None:
    play(league)
    play(open_hall("beside", season=divided, level=1, division="A"))

    assert below_the_leaders() == ["", ""]


def test_a_card_says_who_goes_on_to_a_final_until_it_is_decided() -> None:
    scene = before_the_final()
    league = create_league(slug="river", name="River", by=scene.hall.charlie)
    season = create_season(league=league, name="2026", by=scene.hall.charlie)
    season.divisions.create(level=1)
    Division.objects.create(season=season, level=1, name="A")
    Tournament.objects.update(season=season, level=1)
    scene.set()
    publish_tournament(scene.hall.tournament.pk)

    before = below_the_leaders()
    scene.confirm()

    assert (before, below_the_leaders()) == (["Places 1 to 4 qualify for Final"], [""])


def test_the_lines_of_all_cards_take_two_statements(league: Hall, django_assert_num_queries) -> None:
    season = Season.objects.get()
    with django_assert_num_queries(0):
        assert with_lines(season, []) == []
    play(league)
    play(open_hall("lower", season=season, level=2))
    leaders = leading(list(Tournament.objects.filter(season=season)))

    with django_assert_num_queries(2):
        assert len(with_lines(season, leaders)) == 2
