"""Where teams are ranked and move, every sentence speaks of teams, in both languages."""

import re
from collections.abc import Iterator

import pytest
from django.test import Client

from players.models import Player
from tests.tournaments.actions.seasons.test_teams_of_seasons import LOWER, UPPER, confirm, season_of_teams
from tests.tournaments.api.callers import body_of, stranger
from tests.tournaments.hall import Hall
from tests.tournaments.views.conftest import signed_in
from tests.tournaments.views.seat.test_seat_pages import text_of
from tournaments.actions.leagues.boundaries_wording import movements_in_words
from tournaments.models import Season, Team, Tournament
from tournaments.models.units import Unit

pytestmark = pytest.mark.django_db

# Where players are counted although teams move. That a team has players, or goes on with them, is no such.
OF_PLAYERS = {
    "en": (
        r"Of \d+ players?:",
        r"\d+ players? (promoted|relegated)",
        "somebody",
        "Somebody",
        "Whoever has",
        "A player with",
    ),
    "ja": (r"\d+人のうち", r"(昇級|降級)\d+人", "達した人", "次の人", "人数が"),
}
OF_TEAMS = {
    "en": ("Of 4 teams: rank 4 is relegated.", "1 team promoted, 1 team relegated"),
    "ja": ("4チームのうち、4位が降級。", "昇級1チーム、降級1チーム"),
}


@pytest.fixture
def scene(db: None) -> tuple[Hall, Season]:
    return season_of_teams()


def pages(hall: Hall, season: Season, prefix: str) -> Iterator[tuple[str, str]]:
    """Every page and call that says something of who is ranked or moves in a season of teams."""
    league = f"{prefix}/l/{season.league.slug}"
    one = f"{league}/seasons/{season.ordinal}"
    bears, bear = (
        Team.objects.get(name="Bears", tournament__season=season),
        Player.objects.get(name="Bears 1"),
    )
    ours = [f"{one}/divisions/", f"{one}/next/"]
    anybodys = [f"{one}/", f"{league}/", f"{league}/ledger/", f"{prefix}/players/{bear.pk}/"]
    for tournament in Tournament.objects.filter(season=season):
        at = f"{prefix}/t/{tournament.slug}"
        anybodys += [f"{at}/", f"{at}/standings/", f"{at}/ledger/"]
    anybodys.append(f"{prefix}/t/{bears.tournament.slug}/teams/{bears.pk}/")
    for browser, addresses in ((signed_in(hall.charlie), ours), (Client(), anybodys)):
        for address in addresses:
            answer = browser.get(address)
            assert answer.status_code == 200, address
            yield address, " ".join(text_of(answer).split())
    language = "ja" if prefix else "en"
    call = f"/v1/seasons/{season.pk}/divisions/"
    found = body_of(stranger().get(call, headers={"accept-language": language}))
    yield call, " ".join(sentence for division in found["divisions"] for sentence in division["in_words"])


@pytest.mark.slow
@pytest.mark.parametrize(("language", "prefix"), [("en", ""), ("ja", "/ja")])
def test_no_sentence_of_a_season_of_teams_counts_players(
    scene: tuple[Hall, Season], language: str, prefix: str
) -> None:
    hall, season = scene
    before = list(pages(hall, season, prefix))
    confirm(season, hall)

    said = [*before, *pages(hall, season, prefix)]

    wrong = [
        (address, found[0])
        for address, text in said
        for words in OF_PLAYERS[language]
        if (found := re.search(words, text)) is not None
    ]
    assert wrong == []
    # There is something to say.
    assert [words for words in OF_TEAMS[language] if all(words not in text for _at, text in said)] == []


def test_programs_read_how_many_teams_move_and_how_many_players_take_part(scene: tuple[Hall, Season]) -> None:
    _hall, season = scene

    found = body_of(stranger().get(f"/v1/seasons/{season.pk}/divisions/"))["divisions"]

    # Of the lower division one is a substitute.
    assert [(one["name"], one["teams"], one["players"], one["in_words"]) for one in found] == [
        ("A", len(UPPER), 8, ["Of 4 teams: rank 4 is relegated."]),
        ("B", len(LOWER), 7, ["Of 4 teams: rank 1 is promoted."]),
    ]


def test_points_kept_and_small_divisions_are_said_of_teams() -> None:
    points = {"by_rank": [2, 1], "threshold": 3, "seasons": 2}

    said = movements_in_words([{"up": 1, "down": 1, "points_up": points}, {}], [1, 1], Unit.TEAM)
    small = movements_in_words([{"down": 1}, {"up": 1, "down": 1}, {}], [1, 1, 1], Unit.TEAM)

    assert said[1] == [
        "Of 1 team: rank 1 is promoted.",
        "A team with 3 points is also promoted: 2, 1 for the first ranks from that end, kept over 2 seasons.",
    ]
    assert small[1] == ["Of 1 team: rank 1 is relegated."]


def test_a_players_page_says_whose_final_rank_it_is(scene: tuple[Hall, Season]) -> None:
    hall, season = scene
    # In the standings of the upper division Foxes 1 is second, and so is the team.
    foxes = Player.objects.get(name="Foxes 1")
    confirm(season, hall)

    text = " ".join(text_of(Client().get(f"/players/{foxes.pk}/")).split())
    japanese = " ".join(text_of(Client().get(f"/ja/players/{foxes.pk}/")).split())

    assert "Team’s final rank 2 Individual rank 2" in text
    assert "team’s rank 2 · individual rank 2 Stays" in text
    assert "Final rank" not in text
    assert "チームの最終順位 2 個人順位 2" in japanese
    assert "チーム2位 · 個人2位" in japanese
