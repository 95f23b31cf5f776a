"""The result of an unranked table is reported and confirmed as any other, and counts for nothing."""

import pytest

from tests.tournaments.actions.free_play.club_night import ClubNight, club_night
from tests.tournaments.counts import reported
from tests.tournaments.hall import BALANCED, Hall, open_hall, phones_of, play
from tests.tournaments.views.conftest import signed_in
from tournaments.actions.free_play.stage_kind import set_free_play
from tournaments.actions.free_play.tables import take_table_back
from tournaments.actions.leagues.founding import create_league, create_season
from tournaments.actions.leagues.rating import set_rating
from tournaments.actions.play.scoresheets.deciding import correct_sheet, void_sheet
from tournaments.actions.play.scoresheets.reporting import Figures, TableReport, report_sheet
from tournaments.actions.teams.quotas import set_game_quota
from tournaments.models import GameCount, Publication, Rating, Score, Standing, Table, Tournament
from tournaments.models.play.games_of_players import Games, games_of_players
from tournaments.standings import publish_standings, publish_tournament
from tournaments.standings.in_play.outlook import outlook_at
from tournaments.standings.ratings.publish import publish_ratings
from tournaments.verification import verify_ledger

pytestmark = pytest.mark.django_db

FIRST_FOUR = ("Bob", "Dora", "Emil", "Fumi")
OTHER_FOUR = ("Goro", "Hana", "Iris", "Jun")


@pytest.fixture
def club() -> ClubNight:
    return club_night()


def games_in_standings(club: ClubNight) -> dict[str, int]:
    publish_tournament(club.hall.tournament.pk)
    rows = Standing.objects.filter(stage=club.hall.stage, games__gt=0)
    return dict(rows.values_list("entry__player__name", "total"))


def problems(club: ClubNight) -> list[str]:
    return [str(problem) for problem in verify_ledger(club.hall.tournament.pk).problems]


def test_it_is_confirmed_and_nobody_has_a_game(club: ClubNight) -> None:
    table = club.play(*FIRST_FOUR, is_unranked=True)

    assert table.scoresheets.get().status == "confirmed"
    assert list(Score.objects.values_list("counts", "points").order_by("-points")) == [
        (False, points) for points in BALANCED.points
    ]
    assert games_in_standings(club) == {}
    assert Publication.objects.get(stage=club.hall.stage).games_counted == 0
    assert reported(club.hall.stage) == 0
    assert problems(club) == []


def test_beside_it_other_tables_count(club: ClubNight) -> None:
    club.play(*FIRST_FOUR, is_unranked=True)
    club.play(*OTHER_FOUR)

    quick = games_in_standings(club)
    publish_standings(club.hall.stage.pk, anew=True)

    assert quick == {"Goro": 60_000, "Hana": 10_000, "Iris": -20_000, "Jun": -50_000}
    assert games_in_standings(club) == quick
    assert reported(club.hall.stage) == 1
    assert problems(club) == []


def test_corrected_and_made_void_it_still_counts_for_nothing(club: ClubNight) -> None:
    table = club.play(*FIRST_FOUR, is_unranked=True)
    sheet = table.scoresheets.get()

    sheet = correct_sheet(
        table=table,
        report=TableReport(Figures([10_000, 20_000, 30_000, 40_000]), if_match=sheet.tag),
        reason="Typed wrong",
        by=club.hall.rob,
    )
    assert (games_in_standings(club), problems(club)) == ({}, [])
    void_sheet(sheet=sheet, if_match=sheet.tag, reason="Not played", by=club.hall.rob)

    assert (games_in_standings(club), problems(club)) == ({}, [])
    assert reported(club.hall.stage) == 0


def test_counted_again_the_number_of_games_is_the_same(club: ClubNight) -> None:
    club.play(*FIRST_FOUR, is_unranked=True)
    club.play(*OTHER_FOUR)

    GameCount.objects.count_again([club.hall.stage.pk])

    assert reported(club.hall.stage) == 1


def test_no_quota_knows_of_it(club: ClubNight) -> None:
    set_game_quota(stage=club.hall.stage, least=0, most=1, by=club.hall.alice)
    club.play(*FIRST_FOUR)

    club.play(*FIRST_FOUR, is_unranked=True)
    club.open(*FIRST_FOUR, is_unranked=True)

    bob = club.player("Bob").pk
    assert games_of_players(club.hall.stage, [bob]) == {bob: Games(played=1, to_come=0)}
    assert problems(club) == []


def test_no_outlook_of_another_table_knows_of_it(club: ClubNight) -> None:
    seats = phones_of(club.open(*FIRST_FOUR, is_unranked=True), club.hall.alice)
    report_sheet(table=Table.objects.get(), report=TableReport(BALANCED), by=seats[0])
    other = club.open(*OTHER_FOUR)

    found = outlook_at(
        Tournament.objects.select_related("usual_format").get(pk=club.hall.tournament.pk),
        other,
        list(other.seats.select_related("entry").order_by("wind")),
    )

    assert (found.unconfirmed, found.open_tables) == (0, 0)


def test_no_rating_knows_of_it(hall: Hall) -> None:
    league = create_league(slug="river", name="River League", by=hall.charlie)
    season = create_season(league=league, name="2026", by=hall.charlie)
    club = ClubNight(open_hall("club", season=season))
    set_free_play(stage=club.hall.stage, is_on=True, by=club.hall.alice)
    set_rating(league=league, method="elo", by=hall.charlie)
    club.play(*FIRST_FOUR, is_unranked=True)
    club.play(*OTHER_FOUR)

    publish_ratings(league.pk)

    assert set(Rating.objects.values_list("player__name", flat=True)) == set(OTHER_FOUR)


def test_the_ledger_says_that_it_is_unranked(club: ClubNight) -> None:
    unranked = club.open(*FIRST_FOUR, is_unranked=True)
    opened = club.hall.tournament.ledger.filter(kind="table_opened")
    assert opened.get().content["is_unranked"] is True
    ranked = club.open(*OTHER_FOUR)
    assert "is_unranked" not in opened.latest("seq").content
    assert problems(club) == []

    for table in (unranked, ranked):
        Table.objects.filter(pk=table.pk).update(is_unranked=not table.is_unranked)
        (problem,) = problems(club)
        assert f"able {table.pk} differs from the ledger in: is_unranked." in problem
        Table.objects.filter(pk=table.pk).update(is_unranked=table.is_unranked)


def test_taken_back_it_is_gone(club: ClubNight) -> None:
    table = club.open(*FIRST_FOUR, is_unranked=True)

    take_table_back(table=table, by=club.hall.alice)

    assert problems(club) == []


def test_pages_say_that_it_is_unranked(club: ClubNight) -> None:
    alice, slug = signed_in(club.hall.alice), club.hall.tournament.slug
    players = {f"seat_{wind}": club.player(name).pk for wind, name in enumerate(FIRST_FOUR, 1)}

    alice.post(f"/t/{slug}/open-table/", {**players, "is_unranked": "on"})

    table = Table.objects.get()
    assert table.is_unranked
    play(table, club.hall.alice)
    for page in (
        f"/t/{slug}/tables/{table.pk}/",
        f"/t/{slug}/desk/tables/{table.pk}/",
        f"/t/{slug}/stages/1/rounds/1/",
        f"/t/{slug}/desk/",
    ):
        assert alice.get(page).content.decode().count(">Unranked<") == 1, page
