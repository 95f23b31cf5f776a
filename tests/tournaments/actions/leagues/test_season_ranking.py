"""The finished tournaments of a season make one ranking, by a rule that its league sets."""

import re

import pytest
from django.conf import settings
from django.test import Client

from scoring.standing.season_ranking import SeasonRanking
from tests.permissions import digest
from tests.tournaments.hall import Hall, open_hall, play
from tests.tournaments.models.test_promises import refuses
from tests.tournaments.views.conftest import signed_in
from tests.tournaments.views.seat.test_seat_pages import text_of
from tournaments.actions.errors import RulesRefuse
from tournaments.actions.leagues.founding import create_league, create_season, remove_season
from tournaments.actions.leagues.season_ranking import set_season_ranking
from tournaments.actions.leagues.season_ranking_wording import season_ranking_in_words
from tournaments.actions.play.ending import finish_tournament
from tournaments.actions.seasons.confirming import SeasonPlan, confirm_next_season
from tournaments.actions.seasons.proposal import propose_next_season
from tournaments.models import Season, SeasonRankingRule
from tournaments.standings import publish_tournament
from tournaments.verification import verify_league
from tournaments.views.account import season_ranking as season_ranking_page

pytestmark = pytest.mark.django_db

BEST_TWO = SeasonRanking("rank", (25, 18, 15), best=2, minimum=1)
FORM = {"worth": "rank", "by_rank": "25, 18, 15", "best": "2", "minimum": ""}


@pytest.fixture
def season(hall: Hall) -> Season:
    league = create_league(slug="river", name="River League", by=hall.charlie)
    return create_season(league=league, name="2026", by=hall.charlie)


def finished(slug: str, season: Season) -> Hall:
    """A tournament of four in this season, with one game: +60, +10, -20 and -50."""
    hall = open_hall(slug, players=4, season=season)
    play(hall.started().tables.get(), hall.alice)
    finish_tournament(tournament=hall.tournament, by=hall.alice, confirm=["rounds_open"])
    publish_tournament(hall.tournament.pk)
    return hall


def test_it_is_set_again_without_an_entry_and_taken_back(season: Season, hall: Hall) -> None:
    for rule in (BEST_TWO, BEST_TWO, None, None):
        set_season_ranking(season=season, rule=rule, by=hall.charlie)

    entries = season.league.ledger.filter(kind="season_ranking_set").order_by("seq")
    assert [entry.content["rule"] for entry in entries] == [
        {"worth": "rank", "by_rank": [25, 18, 15], "best": 2, "minimum": 1},
        None,
    ]
    assert not SeasonRankingRule.objects.exists()
    assert verify_league(season.league_id).problems == []


@pytest.mark.parametrize(
    ("rule", "field"),
    [
        (SeasonRanking("luck"), "worth"),  # type: ignore[arg-type]
        (SeasonRanking("rank"), "by_rank"),
        (SeasonRanking("total", (3, 1)), "by_rank"),
        (SeasonRanking("rank", (1, 3)), "by_rank"),
        (SeasonRanking("rank", (3, -1)), "by_rank"),
        (SeasonRanking("rank", (3,) * 501), "by_rank"),
        (SeasonRanking(best=-1), "best"),
        (SeasonRanking(minimum=1_001), "minimum"),
    ],
)
def test_what_is_no_rule_is_refused(season: Season, hall: Hall, rule: SeasonRanking, field: str) -> None:
    before = digest()

    with pytest.raises(RulesRefuse) as refusal:
        set_season_ranking(season=season, rule=rule, by=hall.charlie)

    assert list(refusal.value.fields) == [field]
    assert digest() == before


def test_the_database_keeps_it_a_rule(season: Season, hall: Hall) -> None:
    set_season_ranking(season=season, rule=BEST_TWO, by=hall.charlie)
    rows = SeasonRankingRule.objects.filter(season=season)

    refuses(lambda: rows.update(worth="luck", by_rank=[]), "a_tournament_brings_something_known")
    refuses(lambda: rows.update(worth="total"), "points_by_rank_where_ranks_count")
    refuses(lambda: rows.update(by_rank=[]), "points_by_rank_where_ranks_count")
    refuses(lambda: rows.update(best=1_001), "a_season_ranking_within_bounds")


def test_it_goes_with_its_season(season: Season, hall: Hall) -> None:
    set_season_ranking(season=season, rule=BEST_TWO, by=hall.charlie)

    remove_season(season=season, by=hall.charlie)

    assert not SeasonRankingRule.objects.exists()
    assert verify_league(season.league_id).problems == []


def test_the_next_season_has_the_same(season: Season, hall: Hall) -> None:
    set_season_ranking(season=season, rule=BEST_TWO, by=hall.charlie)
    finished("spring", season)

    following = confirm_next_season(
        season=season,
        plan=SeasonPlan("2027"),
        seen=propose_next_season(season).tag,
        by=hall.charlie,
    )

    assert SeasonRankingRule.objects.get(season=following).rule == BEST_TWO
    assert verify_league(season.league_id).problems == []


def test_it_is_said_in_words() -> None:
    assert season_ranking_in_words(BEST_TWO) == [
        "A finished tournament gives points for the rank, starting with 1st: 25, 18, 15.",
        "Each player’s best 2 tournaments count.",
    ]
    assert season_ranking_in_words(SeasonRanking("share_beaten", best=1, minimum=4)) == [
        "A finished tournament gives the share of players behind: 1000 for the first, 0 for the last.",
        "Each player’s best tournament counts.",
        "Players are ranked after 4 tournaments.",
    ]
    assert season_ranking_in_words(SeasonRanking()) == ["A finished tournament contributes its total."]


def test_a_page_previews_and_then_stores(season: Season, hall: Hall) -> None:
    finished("spring", season)
    charlie, page = signed_in(hall.charlie), f"/l/river/seasons/{season.ordinal}/edit-ranking/"

    shown = charlie.post(page, {**FORM, "preview": "1"}).content.decode()

    assert "A finished tournament gives points for the rank, starting with 1st: 25, 18, 15." in shown
    assert shown.count('class="rank"') == 4
    assert not SeasonRankingRule.objects.exists()
    assert charlie.post(page, FORM).status_code == 302
    assert SeasonRankingRule.objects.get().rule == SeasonRanking("rank", (25, 18, 15), best=2)
    assert 'value="25, 18, 15"' in charlie.get(page).content.decode()
    charlie.post(page, {**FORM, "worth": ""})
    assert not SeasonRankingRule.objects.exists()


def test_a_preview_of_many_players_shows_the_first_and_says_how_many_there_are(
    season: Season, hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(season_ranking_page, "SHOWN", 3)
    finished("spring", season)
    page = f"/l/river/seasons/{season.ordinal}/edit-ranking/"

    shown = signed_in(hall.charlie).post(page, {**FORM, "preview": "1"}).content.decode()

    assert (shown.count('class="rank"'), "4 players in all" in shown) == (3, True)


def test_a_page_says_what_cannot_be_read(season: Season, hall: Hall) -> None:
    charlie, page = signed_in(hall.charlie), f"/l/river/seasons/{season.ordinal}/edit-ranking/"

    missing = charlie.post(page, {**FORM, "by_rank": ""})
    wrong = charlie.post(page, {**FORM, "by_rank": "many", "preview": "1"})
    rising = charlie.post(page, {**FORM, "by_rank": "1, 3"})

    assert [answer.status_code for answer in (missing, wrong, rising)] == [422, 422, 422]
    assert "enter the points by rank" in missing.content.decode()
    assert "Please enter whole numbers separated by commas" in wrong.content.decode()
    assert "A rank cannot earn more than a better rank." in rising.content.decode()
    assert not SeasonRankingRule.objects.exists()


@pytest.mark.slow
def test_everybody_reads_the_ranking(season: Season, hall: Hall, django_assert_num_queries) -> None:
    page = "/l/river/seasons/1/ranking/"
    assert Client().get(page).status_code == 404
    set_season_ranking(season=season, rule=SeasonRanking(best=1), by=hall.charlie)
    assert "No tournament of this season has finished yet." in Client().get(page).content.decode()
    for slug in ("spring", "summer"):
        finished(slug, season)
    open_hall("autumn", season=season, name="Autumn Open")
    open_hall("secret", season=season, name="Secret Cup", visibility="private")

    Client().get(page)
    # One is of the brand. Without workers the first reader publishes, and one looks whether anything is unpublished.
    with django_assert_num_queries(4 + settings.EMBEDDED):
        shown = Client().get(page).content.decode()

    assert shown.count('class="rank"') == 8
    assert "Not finished yet, and not counted:" in shown
    assert "Autumn Open" in shown
    assert "Secret Cup" not in shown
    assert page in Client().get("/l/river/seasons/1/").content.decode()


def test_what_does_not_count_is_marked_and_whoever_played_too_little_has_no_rank(
    season: Season, hall: Hall
) -> None:
    spring, summer = (finished(slug, season) for slug in ("spring", "summer"))
    regular = spring.tournament.entries.get(number=1).player
    summer.tournament.entries.filter(number=1).update(player=regular)
    set_season_ranking(season=season, rule=SeasonRanking(best=1, minimum=2), by=hall.charlie)

    shown = Client().get("/l/river/seasons/1/ranking/").content.decode()

    rows = re.findall(r"<tr( class=\"unranked\")?>\s*<td class=\"rank\">([^<]*)<", shown)
    assert rows == [("", "1"), *[(' class="unranked"', "–")] * 6]
    # One of the regular's two totals.
    assert shown.count('<li class="left-out">') == shown.count("does not count") == 1


def test_several_tournaments_that_are_not_finished_are_listed(season: Season, hall: Hall) -> None:
    set_season_ranking(season=season, rule=SeasonRanking(), by=hall.charlie)
    for slug in ("autumn", "winter"):
        open_hall(slug, season=season, name=slug)

    text = text_of(Client().get("/l/river/seasons/1/ranking/"))

    assert "Not finished yet, and not counted: autumn , winter" in text
