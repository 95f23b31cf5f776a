"""Champions and final tables of all seasons: as confirmed, else as published; of what ended and is public alone."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.tournaments.actions.seasons.test_teams_of_seasons import confirm, season_of_teams
from tests.tournaments.hall import Hall, open_hall
from tests.tournaments.views.public.leagues.test_league import league, play
from tests.tournaments.views.seat.test_seat_pages import text_of
from tournaments.actions.play.ending import finish_tournament
from tournaments.actions.play.scoresheets.deciding import correct_sheet
from tournaments.actions.play.scoresheets.reporting import Figures, TableReport
from tournaments.models import Score, Season, Table, Tournament
from tournaments.standings import publish_tournament
from tournaments.standings.seasons import final_tables as tables
from tournaments.standings.seasons.final_tables import final_tables
from tournaments.views.public.leagues import champions as champions_page

pytestmark = pytest.mark.django_db
PAGE = "/l/river/champions/"
__all__ = ["league"]


def found(season: Season) -> list[tuple[str, list[tuple[str, int, int]]]]:
    """Of each division: its event, and who came in there with which total."""
    return [
        (one.tournament.slug, [(placed.name, placed.rank, placed.total) for placed in one.places])
        for one in final_tables([season.pk]).get(season.pk, [])
    ]


def added_up(hall: Hall) -> list[tuple[str, int]]:
    """Everybody's total, from the games alone, the best first."""
    totals: dict[str, int] = {}
    for name, total in Score.objects.filter(
        seat__round__stage__tournament=hall.tournament, counts=True
    ).values_list("entry__player__name", "total"):
        totals[name] = totals.get(name, 0) + total
    return sorted(totals.items(), key=lambda one: (-one[1], one[0]))


def test_a_season_that_goes_on_has_no_table_yet(league: Hall) -> None:
    play(league)

    assert found(Season.objects.get()) == []
    assert "2026 No division has finished yet." in text_of(Client().get(PAGE))


def test_a_finished_division_has_everybodys_rank_and_total(league: Hall) -> None:
    for _round in range(3):
        play(league)
    finish_tournament(tournament=league.tournament, by=league.alice)
    publish_tournament(league.tournament.pk)

    ((slug, rows),) = found(Season.objects.get())

    expected = added_up(league)
    assert slug == "event"
    assert sorted((name, total) for name, _rank, total in rows) == sorted(expected)
    assert [total for _name, _rank, total in rows] == [total for _name, total in expected]
    assert [rank for _name, rank, _total in rows] == [
        1 + sum(other > total for _name, other in expected) for _name, total in expected
    ]
    shown = text_of(Client().get(PAGE))
    assert f"2026 Spring Open Champion {rows[0][0]}" in shown


def test_only_the_first_ranks_are_shown(league: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    play(league)
    finish_tournament(tournament=league.tournament, by=league.alice)
    publish_tournament(league.tournament.pk)
    monkeypatch.setattr(tables, "FIRST", 2)

    ((_slug, rows),) = found(Season.objects.get())

    # Two tables with the same result: two share each rank.
    assert [rank for _name, rank, _total in rows] == [1, 1]


def test_teams_have_the_table_where_teams_play() -> None:
    _hall, season = season_of_teams()

    assert [(slug, [(name, rank) for name, rank, _total in rows]) for slug, rows in found(season)] == [
        ("level-1", [("Bears", 1), ("Foxes", 2), ("Hares", 3), ("Owls", 4)]),
        ("level-2", [("Crows", 1), ("Ducks", 2), ("Elks", 3), ("Gulls", 4)]),
    ]


def test_what_was_confirmed_stays_after_a_correction() -> None:
    hall, season = season_of_teams()
    confirm(season, hall)
    before = found(season)
    table = Table.objects.get(round__stage__tournament__slug="level-1")
    sheet = table.scoresheets.get(status="confirmed")
    figures = Figures([60_000, 20_000, 10_000, 10_000])

    correct_sheet(table=table, report=TableReport(figures, if_match=sheet.tag), reason="x", by=hall.charlie)
    publish_tournament(table.round.stage.tournament_id)

    assert found(season) == before


@pytest.mark.parametrize("visibility", ["unlisted", "private"])
def test_a_hidden_division_has_no_table(league: Hall, visibility: str) -> None:
    play(league)
    finish_tournament(tournament=league.tournament, by=league.alice)
    publish_tournament(league.tournament.pk)
    Tournament.objects.update(visibility=visibility)

    assert found(Season.objects.get()) == []


def test_of_a_series_there_is_no_one_table(league: Hall) -> None:
    season = Season.objects.get()
    beside = open_hall("beside", season=season)
    for hall in (league, beside):
        play(hall)
        finish_tournament(tournament=hall.tournament, by=hall.alice)

    assert found(season) == []


def test_many_seasons_are_on_several_pages(league: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    season = Season.objects.get()
    for ordinal in (2, 3):
        Season.objects.create(league=season.league, ordinal=ordinal, name=f"Season {ordinal}")
    monkeypatch.setattr(champions_page, "SEASONS_A_PAGE", 2)

    first, second = (text_of(Client().get(f"{PAGE}?page={number}")) for number in (1, 2))

    assert "Season 3" in first
    assert "Season 2" in first
    assert "Season 3" not in second
    assert "2026" in second


def test_it_takes_the_same_statements_for_one_season_and_for_three(league: Hall) -> None:
    season = Season.objects.get()
    counts = []
    for ordinal in range(2, 5):
        hall = league if ordinal == 2 else open_hall(f"event-{ordinal}", season=season)
        play(hall)
        finish_tournament(tournament=hall.tournament, by=hall.alice)
        publish_tournament(hall.tournament.pk)
        with CaptureQueriesContext(connection) as asked:
            Client().get(PAGE)
        counts.append(len(asked))
        season = Season.objects.create(league=season.league, ordinal=ordinal, name=f"Season {ordinal}")

    assert len(set(counts[1:])) == 1
