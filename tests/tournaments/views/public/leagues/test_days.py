"""All match days of a season on one page, and the results of one on a page of its own; the season's page has
both days in a line each, and its road to the final.
"""

from datetime import UTC, datetime

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.charts import charts_of
from tests.tournaments.actions.stages.finals import Final, before_the_final
from tests.tournaments.hall import Hall
from tests.tournaments.views.public.leagues.test_league import SEASON, league, play, played_on
from tests.tournaments.views.seat.test_seat_pages import text_of
from tournaments.actions.leagues.divisions import set_divisions
from tournaments.actions.leagues.founding import create_league, create_season
from tournaments.actions.play.ending import finish_tournament
from tournaments.actions.seen_versions import divisions_tag
from tournaments.models import Round, Tournament
from tournaments.standings import publish_tournament
from tournaments.standings.seasons import match_days as days
from tournaments.standings.seasons.match_days import days_of
from tournaments.views.public.leagues import days as days_page

pytestmark = pytest.mark.django_db
DAYS = SEASON + "days/"
__all__ = ["league"]


def listed(hall: Hall) -> list[tuple[str, list[int]]]:
    return [
        (str(day.on), [one.number for one in day.rounds])
        for day in days_of([Tournament.objects.get(pk=hall.tournament.pk)])
    ]


def test_rounds_of_a_day_are_together_in_the_order_of_days(league: Hall) -> None:
    for _round in range(4):
        play(league)
    played_on(league, "2026-03-08", "2026-03-01", "2026-03-08")
    Round.objects.filter(stage=league.stage, number=4).update(
        closed_at=None, started_at=None, planned_at=None
    )

    assert listed(league) == [("2026-03-01", [2]), ("2026-03-08", [1, 3]), ("None", [4])]


def test_the_page_has_days_to_come_first_and_then_the_latest(league: Hall) -> None:
    for _round in range(2):
        play(league)
    played_on(league, "2026-03-01", "2026-03-08")
    for day in (9, 2):
        round_ = league.draw()
        Round.objects.filter(pk=round_.pk).update(
            status="published", planned_at=datetime(2026, 5, day, 10, tzinfo=UTC)
        )
    league.draw()
    Tournament.objects.update(time_zone="Europe/Berlin")

    text = text_of(Client().get(DAYS))

    assert "To come May 2, 2026 Round 4 noon May 9, 2026 Round 3 noon Played March 8" in text
    assert "Played March 8, 2026 Round 2 March 1, 2026 Round 1" in text
    assert "Round 5" not in text


def test_many_rounds_of_a_day_are_named_by_the_first_and_the_last(
    league: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _round in range(3):
        play(league)
    played_on(league, *3 * ["2026-03-01"])
    assert "March 1, 2026 Round 1, Round 2, Round 3" in text_of(Client().get(DAYS))

    monkeypatch.setattr(days_page, "MOST_ROUNDS", 2)

    assert "March 1, 2026 Round 1 to Round 3 (3 rounds)" in text_of(Client().get(DAYS))


def test_a_day_has_all_its_results_the_winner_first_and_the_days_beside_it(league: Hall) -> None:
    for _round in range(3):
        play(league)
    played_on(league, "2026-03-01", "2026-03-08", "2026-03-15")
    page = Client().get(DAYS + "2026-03-08/")

    text = text_of(page)

    assert "March 8, 2026 2026 All match days Round 2 Table 1 Confirmed" in text
    assert "← March 1, 2026 March 15, 2026 →" in text
    places = [
        [seat.result and seat.result.place for seat in card.seats]
        for one in page.context["day"].rounds
        for card in one.cards
    ]
    assert places == [[1, 2, 3, 4], [1, 2, 3, 4]]


def test_a_large_day_names_how_many_rounds_are_left_out(
    league: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _round in range(3):
        play(league)
    played_on(league, *3 * ["2026-03-01"])
    monkeypatch.setattr(days, "MOST_ROUNDS_OF_DAY", 2)

    text = text_of(Client().get(DAYS + "2026-03-01/"))

    assert "Round 2" in text
    assert "Round 3" not in text
    assert "1 more round on this day" in text


@pytest.mark.parametrize("day", ["20260301", "2026-3-1", "2026-02-30", "nothing", "2026-W09-7"])
def test_what_is_no_day_is_not_found(league: Hall, day: str) -> None:
    play(league)
    played_on(league, "2026-03-01")

    assert Client().get(f"{DAYS}{day}/").status_code == 404


def test_another_day_leads_to_those_beside_it(league: Hall) -> None:
    for _round in range(2):
        play(league)
    played_on(league, "2026-03-01", "2026-03-08")

    text = text_of(Client().get(DAYS + "2026-03-05/"))

    assert "There is no round on this day. ← March 1, 2026 March 8, 2026 →" in text


def test_what_is_not_listed_is_in_no_list_of_days(league: Hall) -> None:
    play(league)
    played_on(league, "2026-03-01")
    Tournament.objects.update(visibility="unlisted")

    assert "No round has been published yet." in text_of(Client().get(DAYS))
    assert "There is no round on this day." in text_of(Client().get(DAYS + "2026-03-01/"))
    assert Client().get("/l/river/seasons/2/days/").status_code == 404


def test_days_take_the_same_queries_for_one_round_and_for_three(league: Hall) -> None:
    counted = []
    for _round in range(3):
        play(league)
        Round.objects.update(played_on="2026-03-01")
        for page in (DAYS, DAYS + "2026-03-01/"):
            with CaptureQueriesContext(connection) as queries:
                Client().get(page)
            counted.append(len(queries))

    assert counted[4:] == counted[:2]


def test_the_seasons_page_begins_with_both_days_in_a_line(league: Hall) -> None:
    play(league)
    played_on(league, "2026-03-08")
    round_ = league.draw()
    Round.objects.filter(pk=round_.pk).update(
        status="published", planned_at=datetime(2026, 5, 1, 10, tzinfo=UTC)
    )
    page = Client().get(SEASON)
    following, last = page.context["in_brief"]

    names = set(league.tournament.entries.values_list("player__name", flat=True))
    assert ({one.name for one in following.playing}, following.tables, following.won) == (names, 2, [])
    won = [(one.total, one.units) for one in last.won]
    assert (won, last.playing) == ([(60_000, 1000)] * 2, [])
    text = text_of(page)
    assert text.index("May 1 · 7 p.m. Last match day") < text.index("March 8 All match days")


def test_of_many_players_the_line_says_how_many_tables(league: Hall) -> None:
    for _round in range(9):
        play(league)
    Round.objects.update(played_on="2026-03-08")

    (last,) = Client().get(SEASON).context["in_brief"]

    assert (last.won, last.tables) == ([], 12)
    assert "12 tables" in text_of(Client().get(SEASON))


@pytest.fixture
def with_final(db: None) -> Final:
    """A division of one event with a final."""
    final = before_the_final()
    by = final.hall.charlie
    made = create_league(slug="river", name="River", by=by)
    season = create_season(league=made, name="2026", by=by)
    set_divisions(season=season, divisions=[{"name": "A"}], seen=divisions_tag([]), by=by)
    Tournament.objects.update(season=season, level=1)
    publish_tournament(final.hall.tournament.pk)
    return final


def test_the_road_to_the_final_has_field_places_and_start_and_who_won(with_final: Final) -> None:
    with_final.set(carries="ratio", numerator=1, denominator=2, quantum=100)
    road = charts_of(Client().get(SEASON).content.decode())["The road to the final"]
    assert road == [
        ["Stage", "Field", "Who qualifies", "What they start with", "Who went on"],
        ["Main stage", "8 players", "", "", ""],
        [
            "Final",
            "4 players",
            "Places 1 to 4 of Main stage",
            "All players start with 1/2 of their total, rounded to 0.1: "
            "to the nearest, halves upwards (−20.75 → −20.7).",
            "",
        ],
    ]

    with_final.confirm()
    finish_tournament(tournament=Tournament.objects.get(), by=with_final.hall.alice, confirm=["stages_empty"])
    page = Client().get(SEASON)

    road = charts_of(page.content.decode())["The road to the final"]
    winner = page.context["tables"][0].rows[0].line.name
    assert road[2][4].count(", ") == 3
    assert road[3] == ["Champion", "", "", "", winner]
    assert "Final: 4 players · Places 1–4 · 1/2 of the total · " in page.content.decode()


def test_without_a_final_there_is_no_road(league: Hall) -> None:
    play(league)

    assert charts_of(Client().get(SEASON).content.decode()) == {}
