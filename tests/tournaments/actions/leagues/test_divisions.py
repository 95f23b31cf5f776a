"""A season has divisions from the top down, and a rule for each boundary between two of them."""

import pytest

from tests.permissions import digest
from tests.tournaments.hall import Hall, open_hall
from tests.tournaments.models.test_promises import refuses
from tests.tournaments.views.conftest import signed_in
from tournaments.actions.errors import RulesRefuse, StaleVersion, StateRefuses
from tournaments.actions.leagues.boundaries_wording import movements_in_words
from tournaments.actions.leagues.divisions import MOST_DIVISIONS, set_divisions
from tournaments.actions.leagues.founding import create_league, create_season
from tournaments.actions.seen_versions import divisions_tag
from tournaments.models import Division, Season, Tournament
from tournaments.models.units import Unit
from tournaments.verification import verify_league

pytestmark = pytest.mark.django_db

A_AND_B = [{"name": "A", "boundary": {"up": 4, "down": "1/4"}}, {"name": "B", "boundary": {}}]


@pytest.fixture
def season(hall: Hall) -> Season:
    league = create_league(slug="river", name="River League", by=hall.charlie)
    return create_season(league=league, name="2026", by=hall.charlie)


def set_them(season: Season, hall: Hall, divisions: list) -> list[Division]:
    seen = divisions_tag(list(season.divisions.order_by("level")))
    return set_divisions(season=season, divisions=divisions, seen=seen, by=hall.charlie)


def test_they_are_set_at_once_and_again_without_an_entry(season: Season, hall: Hall) -> None:
    for _time in range(2):
        set_them(season, hall, A_AND_B)

    assert [(one.level, one.name, one.boundary) for one in season.divisions.order_by("level")] == [
        (1, "A", {"up": 4, "down": "1/4"}),
        (2, "B", {}),
    ]
    assert season.league.ledger.filter(kind="divisions_set").count() == 1
    assert verify_league(season.league_id).problems == []


def test_what_was_not_seen_is_not_replaced(season: Season, hall: Hall) -> None:
    set_them(season, hall, A_AND_B)
    before = digest()

    with pytest.raises(StaleVersion):
        set_divisions(season=season, divisions=A_AND_B[:1], seen=divisions_tag([]), by=hall.charlie)

    assert digest() == before


@pytest.mark.parametrize(
    ("rule", "field"),
    [
        ({"up": -1}, "up"),
        ({"up": True}, "up"),
        ({"down": "5/4"}, "down"),
        ({"down": "a quarter"}, "down"),
        ({"mode": "sideways"}, "mode"),
        ({"play_off": "2"}, "play_off"),
        ({"points_up": {"by_rank": [2, 1]}}, "points_up"),
        ({"points_down": {"by_rank": [], "threshold": 3, "seasons": 2}}, "points_down"),
        ({"sideways": 1}, "sideways"),
    ],
)
def test_what_is_no_rule_is_refused(season: Season, hall: Hall, rule: dict, field: str) -> None:
    before = digest()

    with pytest.raises(RulesRefuse) as refusal:
        set_them(season, hall, [{"name": "A", "boundary": rule}, {"name": "B"}])

    assert list(refusal.value.fields) == [field]
    assert digest() == before


def test_a_tournament_is_in_the_division_of_its_level(season: Season, hall: Hall) -> None:
    set_them(season, hall, A_AND_B)

    upper = open_hall("upper", season=season, level=1)
    beside = open_hall("beside", season=season, level=1, division="A (Osaka)")
    third = open_hall("third", season=season, level=3, division="C")

    assert [one.tournament.division for one in (upper, beside, third)] == ["A", "A (Osaka)", "C"]
    assert list(season.divisions.order_by("level").values_list("name", flat=True)) == ["A", "B", "C"]
    assert season.league.ledger.filter(kind="division_opened").count() == 1


def test_a_division_with_a_tournament_stays(season: Season, hall: Hall) -> None:
    set_them(season, hall, A_AND_B)
    open_hall("lower", season=season, level=2)
    before = digest()

    with pytest.raises(StateRefuses, match="has a tournament"):
        set_them(season, hall, A_AND_B[:1])

    assert digest() == before
    divisions = Division.objects.filter(level=2)
    refuses(lambda: divisions.delete(), "a_division_with_tournaments_stays")
    refuses(lambda: divisions.update(level=3), "a_division_keeps_its_season_and_level")
    refuses(
        lambda: Tournament.objects.filter(slug="lower").update(level=7),
        "a_tournament_of_a_season_is_in_a_division",
    )


def test_a_level_has_one_division_and_the_top_is_1(season: Season, hall: Hall) -> None:
    set_them(season, hall, A_AND_B)

    refuses(lambda: season.divisions.create(level=1, name="Another"), "one_division_per_level")
    refuses(lambda: season.divisions.create(level=0, name="Above"), "the_top_level_is_1")


def test_it_is_said_in_words() -> None:
    points = {"by_rank": [2, 1], "threshold": 3, "seasons": 2}

    said = movements_in_words(
        [{"up": 4, "down": "1/4", "play_off": 1, "points_up": points}, {"up": 1, "down": 0}, {}],
        [16, 18, 9],
        Unit.PLAYER,
    )

    assert said == [
        ["Of 16 players: rank 12 plays off to stay, ranks 13–16 are relegated."],
        [
            "Of 18 players: ranks 1–4 are promoted, rank 5 plays off for promotion.",
            "A player with 3 points is also promoted: 2, 1 for the first ranks from that end, kept over 2 "
            "seasons.",
        ],
        ["Of 9 players: rank 1 is promoted."],
    ]
    assert movements_in_words([{}, {}], [8, 8], Unit.PLAYER) == [
        ["No promotion or relegation."],
        ["No promotion or relegation."],
    ]


def test_a_page_previews_and_then_stores(season: Season, hall: Hall) -> None:
    charlie, page = signed_in(hall.charlie), f"/l/river/seasons/{season.ordinal}/divisions/"
    form = {
        "seen": divisions_tag([]),
        "1-name": "A",
        "1-up": "4",
        "1-down": "1/4",
        "1-mode": "down",
        "1-points_up": "2, 1",
        "1-threshold": "3",
        "2-name": "B",
    }

    shown = charlie.post(page, {**form, "preview": "1"}).content.decode()

    assert "Of 16 players: ranks 13–16 are relegated." in shown
    assert not season.divisions.exists()
    charlie.post(page, form)
    assert season.divisions.get(level=1).boundary == {
        "up": 4,
        "down": "1/4",
        "mode": "down",
        "points_up": {"by_rank": [2, 1], "threshold": 3, "seasons": 2},
    }
    assert "Of 16 players: ranks 1–4 are promoted." in charlie.get(page).content.decode()


def test_a_page_says_what_cannot_be_read(season: Season, hall: Hall) -> None:
    charlie, page = signed_in(hall.charlie), f"/l/river/seasons/{season.ordinal}/divisions/"
    form = {"seen": divisions_tag([]), "1-name": "A", "1-up": "many", "1-points_down": "two", "2-name": "B"}

    answer = charlie.post(page, form)

    assert answer.status_code == 422
    text = answer.content.decode()
    assert "a fraction such as 1/4" in text
    assert "such as 2, 1" in text
    assert not season.divisions.exists()


@pytest.mark.parametrize("number", [0, MOST_DIVISIONS + 1])
def test_a_season_has_one_division_or_more_and_not_without_end(
    season: Season, hall: Hall, number: int
) -> None:
    before = digest()

    with pytest.raises(RulesRefuse) as refusal:
        set_them(season, hall, [{"name": f"D{level}"} for level in range(number)])

    says = "A season has 1 to 99 divisions."
    assert (refusal.value.code, refusal.value.fields) == ("number_of_divisions", {"divisions": [says]})
    assert digest() == before


def test_points_that_are_kept_need_to_be_so_many(season: Season, hall: Hall) -> None:
    charlie, page = signed_in(hall.charlie), f"/l/river/seasons/{season.ordinal}/divisions/"
    form = {"seen": divisions_tag([]), "1-name": "A", "1-points_up": "3, 2, 1", "2-name": "B"}

    answer = charlie.post(page, form)

    assert (answer.status_code, season.divisions.exists()) == (422, False)
    assert "Please enter how many points mean promotion or relegation." in answer.content.decode()
