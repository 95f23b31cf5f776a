"""The race, a view of the standings: totals round by round that end where the standings are."""

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from players.models import Player
from tests.charts import charts_of, labels_of, links_of
from tests.tournaments.hall import Hall, open_hall
from tournaments.actions.actor import Actor
from tournaments.actions.imports.players import import_players
from tournaments.actions.imports.results import import_results
from tournaments.actions.play.penalties import Ruling, penalize
from tournaments.actions.seen_versions import entry_tag
from tournaments.actions.setup.ranking import RANKS_MAY_CHANGE
from tournaments.actions.setup.tie_breaks import set_tie_breaks
from tournaments.actions.stages.counting import set_counting
from tournaments.actions.teams.rosters import NOW, change_team
from tournaments.models import Entry, Team
from tournaments.standings import publish_tournament
from tournaments.views.public.standings.table import TABLES
from web.page_memory import memory

pytestmark = pytest.mark.django_db
STANDINGS = "/t/spring-open/standings/"
ADDRESS = STANDINGS + "1/race/"
POINTS = (45_000, 30_000, 20_000, 5_000)
BOB, ANN, CAT, DAN = FOUR = ("Bob", "Ann", "Cat", "Dan")


@pytest.fixture
def hall() -> Hall:
    return open_hall(players=0)


def play(hall: Hall, *games: tuple[str, ...], first_round: int = 1) -> None:
    """A game a round of four players, the first of whom wins."""
    lines = ["round,table,player,points"]
    for number, names in enumerate(games, first_round):
        lines += [f"{number},1,{name},{made}" for name, made in zip(names, POINTS, strict=True)]
    import_results(stage=hall.stage, text="\n".join(lines), by=hall.alice)
    publish_tournament(hall.tournament.pk)


def page(address: str = ADDRESS) -> str:
    memory.clear()
    TABLES.clear()
    return Client().get(address).content.decode()


def test_it_begins_with_the_second_round_and_ends_where_the_standings_are(hall: Hall) -> None:
    play(hall, FOUR)
    assert charts_of(page()) == {}

    play(hall, (ANN, CAT, BOB, DAN), first_round=2)
    shown = page()

    assert charts_of(shown) == {
        "The race": [
            ["Round", "Ann", "Bob", "Cat", "Dan"],
            ["Start", "0.0", "0.0", "0.0", "0.0"],
            ["1", "+10.0", "+65.0", "−20.0", "−55.0"],
            ["2", "+75.0", "+45.0", "−10.0", "−110.0"],
        ]
    }
    assert labels_of(shown, "The race") == ["Ann", "Bob", "Cat", "Dan"]
    assert "Totals round by round. First: Ann, +75.0." in shown
    assert links_of(shown, "The race") == {
        name: f"/players/{key}/" for name, key in Player.objects.values_list("name", "pk")
    }


def test_whoever_misses_a_round_keeps_the_total(hall: Hall) -> None:
    play(hall, FOUR, ("Emil", "Fumi", "Goro", "Bob"), FOUR)

    rows = charts_of(page())["The race"]

    ann = rows[0].index("Ann")
    assert [row[ann] for row in rows] == ["Ann", "0.0", "+10.0", "+10.0", "+20.0"]


def test_a_deduction_is_a_step_after_the_last_round(hall: Hall) -> None:
    play(hall, FOUR, FOUR)
    penalize(
        stage=hall.stage,
        entry=hall.tournament.entries.get(player__name="Bob"),
        ruling=Ruling(20_000, "late"),
        by=hall.rob,
    )
    publish_tournament(hall.tournament.pk)

    rows = charts_of(page())["The race"]

    assert rows[0] == ["Round", *FOUR]
    assert [row[:2] for row in rows[-2:]] == [["2", "+130.0"], ["Total", "+110.0"]]


def in_japanese(hall: Hall) -> list[list[str]]:
    play(hall, FOUR, FOUR)
    return charts_of(page("/ja" + ADDRESS))["ポイント推移"]


def test_it_speaks_japanese_with_its_own_minus_sign(hall: Hall) -> None:
    assert in_japanese(hall) == [
        ["回戦", *FOUR],
        ["開始時", "0.0", "0.0", "0.0", "0.0"],
        ["1", "+65.0", "+10.0", "▲20.0", "▲55.0"],
        ["2", "+130.0", "+20.0", "▲40.0", "▲110.0"],
    ]


def test_names_are_shown_verbatim(hall: Hall) -> None:
    hostile = (
        "<script>alert(1)</script>",
        "👩‍👩‍👧 & Co",
        "Konstantina Papadopoulou-Yamashita of A.",
        "園田賢",
    )
    play(hall, hostile, hostile)

    shown = page()

    assert charts_of(shown)["The race"][0] == ["Round", *hostile]
    assert "<script>alert" not in shown
    assert labels_of(shown, "The race")[2] == "Konstantina Papado…"


def test_where_not_all_games_count_there_is_none(hall: Hall) -> None:
    play(hall, FOUR, FOUR)
    before = charts_of(page())

    set_counting(stage=hall.stage, selection="best", number=1, by=hall.alice, confirm=[RANKS_MAY_CHANGE])
    publish_tournament(hall.tournament.pk)

    assert (list(before), charts_of(page())) == (["The race"], {})


def test_where_another_figure_ranks_than_the_total_there_is_none(hall: Hall) -> None:
    set_tie_breaks(tournament=hall.tournament, tie_breaks=["average", "total", "lot"], by=hall.alice)

    play(hall, FOUR, FOUR)

    assert charts_of(page()) == {}


def of_teams(hall: Hall) -> dict[str, str]:
    """Two teams of two: by player the team."""
    teams = {BOB: "Bears", ANN: "Foxes", CAT: "Foxes", DAN: "Bears"}
    rows = "".join(f"{name},{team}\n" for name, team in teams.items())
    import_players(tournament=hall.tournament, text=f"name,team\n{rows}", by=hall.alice)
    return teams


def test_teams_race_where_teams_play_and_what_was_played_for_a_team_stays_with_it(hall: Hall) -> None:
    of_teams(hall)
    play(hall, FOUR)
    dan = Entry.objects.select_related("player__club", "team").get(player__name=DAN)
    foxes = Team.objects.get(name="Foxes")
    change_team(entry=dan, team=foxes, since=NOW, seen=entry_tag(dan), by=hall.alice)

    play(hall, (DAN, CAT, ANN, BOB), first_round=2)

    assert charts_of(page())["The race of teams"] == [
        ["Round", "Foxes", "Bears"],
        ["Start", "0.0", "0.0"],
        ["1", "−10.0", "+10.0"],
        ["2", "+45.0", "−45.0"],
    ]
    assert links_of(page(), "The race of teams") == {
        name: f"/t/spring-open/teams/{key}/" for name, key in Team.objects.values_list("name", "pk")
    }


@pytest.mark.parametrize("rounds", [2, 5])
@pytest.mark.parametrize("teams", [False, True])
def test_each_race_takes_one_statement(
    hall: Hall, teams: bool, rounds: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    if teams:
        of_teams(hall)
    play(hall, *[FOUR] * rounds)
    page()
    memory.clear()
    TABLES.clear()

    with django_assert_num_queries(5 if teams else 3):
        first = Client().get(ADDRESS)
    with django_assert_num_queries(1):
        second = Client().get(ADDRESS)

    races = ["The race of teams"] * teams + ["The race"]
    assert list(charts_of(first.content.decode())) == races
    assert second.content == first.content


def test_teams_race_above_their_table_and_players_in_a_view_of_their_own(hall: Hall) -> None:
    of_teams(hall)
    play(hall, FOUR, FOUR)

    races = [list(charts_of(page(one))) for one in (STANDINGS, STANDINGS + "?q=bob", ADDRESS)]

    assert races == [["The race of teams"], [], ["The race of teams", "The race"]]


def test_without_a_race_the_view_says_when_there_will_be_one(hall: Hall) -> None:
    play(hall, FOUR)

    assert "There is a race once two rounds have confirmed games" in page()


@pytest.mark.slow
def test_of_many_the_best_have_names_and_some_more_are_behind_them(hall: Hall) -> None:
    names = [f"Player {number:02}" for number in range(32)]
    lines = ["round,table,player,points"]
    for round_ in (1, 2):
        for at, name in enumerate(names):
            lines.append(f"{round_},{at // 4 + 1},{name},{POINTS[at % 4]}")
    import_results(stage=hall.stage, text="\n".join(lines), by=Actor(hall.alice.user))
    publish_tournament(hall.tournament.pk)

    shown = page()

    rows = charts_of(shown)["The race"]
    assert len(rows[0]) == 1 + 8
    assert shown.count('<path class="faint"') == 16
