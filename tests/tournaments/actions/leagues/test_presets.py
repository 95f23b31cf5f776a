"""A season is set up at once as a preset says."""

import pytest

from tests.permissions import digest
from tests.tournaments.hall import Hall
from tests.tournaments.views.conftest import signed_in
from tournaments.actions.errors import RulesRefuse
from tournaments.actions.leagues.boundaries_wording import movements_in_words
from tournaments.actions.leagues.founding import create_league
from tournaments.actions.leagues.presets import SEASON_PRESETS, open_season
from tournaments.models import League, Season
from tournaments.models.units import Unit
from tournaments.verification import verify_league

pytestmark = pytest.mark.django_db


@pytest.fixture
def league(hall: Hall) -> League:
    return create_league(slug="river", name="River League", by=hall.charlie)


def moves(season: Season, players: int) -> list[list[str]]:
    """Who moves, in words, where so many play in each division."""
    divisions = list(season.divisions.order_by("level"))
    return movements_in_words([one.boundary for one in divisions], [players] * len(divisions), Unit.PLAYER)


@pytest.mark.parametrize("preset", SEASON_PRESETS)
def test_every_preset_is_in_the_ledger(league: League, hall: Hall, preset: str) -> None:
    season = open_season(league=league, name="2026", preset=preset, by=hall.charlie)

    assert (season.divisions.count(), hasattr(season, "ranking_rule")) == (
        SEASON_PRESETS[preset].divisions,
        SEASON_PRESETS[preset].ranking is not None,
    )
    assert verify_league(league.pk).problems == []


def test_without_one_a_season_has_nothing(league: League, hall: Hall) -> None:
    season = open_season(league=league, name="2026", by=hall.charlie)

    assert (season.ordinal, season.divisions.count(), hasattr(season, "ranking_rule")) == (1, 0, False)
    assert list(league.ledger.order_by("seq").values_list("kind", flat=True)) == [
        "founded",
        "organizer_appointed",
        "season_opened",
    ]


@pytest.mark.parametrize(
    ("preset", "players", "up", "down"),
    [
        ("two_divisions", 16, 2, 2),
        ("three_divisions", 16, 2, 4),
        ("quarters", 16, 4, 4),
        ("quarters", 12, 3, 3),
    ],
)
def test_so_many_go_up_and_down(
    league: League, hall: Hall, preset: str, players: int, up: int, down: int
) -> None:
    season = open_season(league=league, name="2026", preset=preset, by=hall.charlie)
    first, *_middle, last = moves(season, players)

    assert first == [f"Of {players} players: ranks {players - down + 1}–{players} are relegated."]
    assert last == [f"Of {players} players: ranks 1–{up} are promoted."]


def test_an_unknown_one_is_refused(league: League, hall: Hall) -> None:
    before = digest()

    with pytest.raises(RulesRefuse) as refusal:
        open_season(league=league, name="2026", preset="luck", by=hall.charlie)

    assert (refusal.value.code, list(refusal.value.fields)) == ("unknown_preset", ["preset"])
    assert digest() == before


def test_a_league_is_founded_with_one(hall: Hall, settings) -> None:
    settings.LEAGUE_FOUNDERS = "everybody"
    charlie = signed_in(hall.charlie)
    form = {"name": "River League", "slug": "", "season": "2026", "about": "", "preset": "two_divisions"}

    assert "a quarter promoted" in charlie.get("/leagues/new/").content.decode()
    assert charlie.post("/leagues/new/", {**form, "preset": "luck"}).status_code == 422
    charlie.post("/leagues/new/", form)

    season = Season.objects.get(league__slug="river-league")
    assert season.divisions.count() == 2
