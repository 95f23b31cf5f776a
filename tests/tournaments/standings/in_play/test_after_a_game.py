"""What a game has meant: the ranks, what it moved, the distance to a line or place, and when nothing is said yet."""

from collections.abc import Callable, Sequence

import pytest
from django.test import override_settings
from pytest_django import DjangoAssertNumQueries

from players.actions import add_player
from tests.tournaments.actions.stages.finals import before_the_final
from tests.tournaments.hall import BALANCED, SEED, Hall, hall_with_a_game, open_hall
from tournaments.actions.draws.draft_rounds import draw_round, publish_round
from tournaments.actions.people.entries import form_team, register, withdraw
from tournaments.actions.play.rounds import start_round
from tournaments.actions.play.scoresheets.deciding import correct_sheet, void_sheet
from tournaments.actions.play.scoresheets.reporting import Figures, TableReport
from tournaments.actions.stages.counting import set_counting
from tournaments.actions.teams.counting import set_team_counting
from tournaments.models import Entry, Score, Seat, Standing, Table, TeamStanding, Tournament
from tournaments.standings import publish_tournament
from tournaments.standings.in_play.after_a_game import AfterGame, Gap, Stands, after_game, after_last_game

pytestmark = pytest.mark.django_db

REVERSED = Figures([10_000, 20_000, 30_000, 40_000])
LEVEL = Figures([25_000] * 4)


def decide(hall: Hall, table: Table, figures: Figures) -> None:
    correct_sheet(table=table, report=TableReport(figures), reason="paper", by=hall.rob)


def seen(table: Table) -> tuple[Table, list[Score]]:
    tables = Table.objects.select_related("round__stage__tournament__usual_format")
    table = tables.get(pk=table.pk)
    return table, list(Score.objects.filter(sheet__table=table, counts=True).order_by("seat__wind"))


def meant(table: Table) -> list[AfterGame]:
    """What it has meant for everybody at a table, East first."""
    found = after_game(*seen(table))
    return [found[score.seat_id] for score in seen(table)[1]]


def players(table: Table) -> list[Stands | None]:
    return [one.player for one in meant(table)]


def names(table: Table) -> list[str]:
    return [seat.entry.player.name for seat in table.seats.select_related("entry__player").order_by("wind")]


def test_a_first_game_has_a_rank_and_a_distance_and_nothing_to_compare() -> None:
    hall = hall_with_a_game()
    table = hall.stage.rounds.get().tables.get(number=1)
    first, second, third, last = names(table)

    found = players(table)

    # Those at table 2 have not played yet and are behind everybody.
    assert found == [
        Stands(first, 60_000, 1, 8, gap=Gap(50_000, True, 2, second)),
        Stands(second, 10_000, 2, 8, gap=Gap(50_000, False, 1, first)),
        Stands(third, -20_000, 3, 8, gap=Gap(30_000, False, 2, second)),
        Stands(last, -50_000, 4, 8, gap=Gap(30_000, False, 3, third)),
    ]
    assert [one.climbed for one in found if one] == [None] * 4
    assert [one.team for one in meant(table)] == [None] * 4


def test_those_who_are_level_share_a_rank_and_are_level_with_no_one_else(hall: Hall, table: Table) -> None:
    decide(hall, table, LEVEL)
    publish_tournament(hall.tournament.pk)

    found = players(table)

    assert [(one.rank, one.is_shared, one.of, one.gap) for one in found if one] == [(1, True, 8, None)] * 4


def test_the_line_is_named_with_the_one_on_its_other_side() -> None:
    scene = before_the_final()
    scene.set()
    publish_tournament(scene.hall.tournament.pk)
    first, second = scene.main.rounds.get().tables.order_by("number")

    gaps = [one.gap for table in (first, second) for one in players(table) if one]

    # Of +62.8 +60 +12.6 +10 | -20 -20.3 -50 -55.1.
    fourth, fifth = names(second)[1:3]
    above = [Gap(units, True, 5, fifth, "Final") for units in (82_800, 32_600, 80_000, 30_000)]
    below = [Gap(units, False, 4, fourth, "Final") for units in (30_300, 65_100, 30_000, 60_000)]
    assert gaps == [*above[:2], *below[:2], *above[2:], *below[2:]]


def test_whoever_cannot_go_on_reads_of_the_next_place_and_of_no_line() -> None:
    scene = before_the_final()
    scene.set()
    table = scene.main.rounds.get().tables.get(number=1)
    withdraw(entry=Entry.objects.get(player__name=names(table)[2]), by=scene.hall.alice)
    publish_tournament(scene.hall.tournament.pk)

    third = players(table)[2]

    fifth = names(scene.main.rounds.get().tables.get(number=2))[2]
    assert third is not None
    assert third.gap == Gap(300, False, 5, fifth)


# Each with what makes a rank follow from it in another way.
SCENES: dict[str, Callable[[], Hall]] = {
    "totals": open_hall,
    "averages": lambda: open_hall(tie_breaks=["average", "total", "lot"]),
    "best games": lambda: open_hall(tie_breaks=["best_game", "worst_game", "total", "lot"]),
    "last games": lambda: open_hall(tie_breaks=["total", "last_game", "before_last_game", "lot"]),
    "when they met": lambda: open_hall(tie_breaks=["wins", "head_to_head", "lot"]),
    "mean places": lambda: open_hall(tie_breaks=["mean_place", "fewest_lasts", "points", "lot"]),
    "the best two": lambda: counting(open_hall(), selection="best", number=2),
    "all but the worst": lambda: counting(open_hall(), selection="all_but_worst", number=1),
    "at least three games": lambda: counting(open_hall(), minimum_games=3),
    "what missing games cost": lambda: counting(open_hall(), minimum_games=5, missing_game_penalty=20_000),
    "at most two games": lambda: counting(open_hall(), maximum_games=2),
    "no rank for substitutes": lambda: open_hall(substitutes="unranked"),
    "a fixed score for substitutes": lambda: open_hall(substitutes="fixed_score", substitute_score=-30),
    "for those who are absent": lambda: open_hall(substitutes="for_absent"),
}


DAILY = ("totals", "the best two")


def counting(hall: Hall, **rule: object) -> Hall:
    set_counting(stage=hall.stage, by=hall.alice, **rule)  # type: ignore[arg-type]
    return hall


def seat_a_substitute(hall: Hall, table: Table) -> None:
    """The second at a table plays for somebody who did not come."""
    absent = register(tournament=hall.tournament, player=add_player(name="Kai"), by=hall.alice)
    seat = table.seats.select_related("entry").order_by("wind")[1]
    Seat.objects.filter(pk=seat.pk).update(replaces=absent)
    Entry.objects.filter(pk=seat.entry_id).update(is_substitute=True)


def play_three_rounds(hall: Hall) -> Table:
    """Three rounds with other winners each; the table that ended last."""
    figures = (
        (Figures([40_000, 30_000, 20_000, 10_000]), Figures([52_000, 28_000, 15_000, 5_000])),
        (Figures([10_000, 20_000, 30_000, 40_000]), Figures([25_000, 25_000, 45_000, 5_000])),
        (Figures([31_000, 9_000, 21_000, 39_000]), Figures([-12_000, 88_000, 14_000, 10_000])),
    )
    for of_tables in figures:
        round_ = hall.started()
        if round_.number == 3 and hall.tournament.substitutes != Tournament.Substitutes.OWN_SCORE:
            seat_a_substitute(hall, round_.tables.get(number=2))
        for table, points in zip(round_.tables.order_by("number"), of_tables, strict=True):
            decide(hall, table, points)
    publish_tournament(hall.tournament.pk)
    return table


@pytest.mark.parametrize(
    "name", [pytest.param(one, marks=[] if one in DAILY else [pytest.mark.slow]) for one in SCENES]
)
def test_the_rank_before_is_the_published_one_without_the_game(name: str) -> None:
    hall = SCENES[name]()
    table = play_three_rounds(hall)
    found = {one.entry: one.player for one in meant(table)}
    published = dict(Standing.objects.filter(entry__in=found).values_list("entry", "rank"))
    sheet = table.scoresheets.get(status="confirmed")

    void_sheet(sheet=sheet, if_match=sheet.tag, reason="As if it had not been played", by=hall.rob)
    publish_tournament(hall.tournament.pk)

    rows = Standing.objects.filter(entry__in=found).values_list("entry", "rank", "games")
    without = {entry: rank if games else None for entry, rank, games in rows}
    assert {entry: one.rank for entry, one in found.items() if one} == published
    assert {entry: one.before for entry, one in found.items() if one} == without
    # The third of at most two games moves nobody.
    assert (without != published) == (name != "at most two games")


def test_in_a_final_the_first_game_moves_those_who_began_with_something() -> None:
    scene = before_the_final()
    scene.set(carries="full")
    scene.confirm()
    publish_tournament(scene.hall.tournament.pk)
    seeds = list(
        Standing.objects.filter(stage=scene.main).order_by("position").values_list("entry", flat=True)
    )
    round_ = draw_round(stage=scene.final, by=scene.hall.alice, seed=SEED)
    publish_round(round_=round_, by=scene.hall.alice)
    start_round(round_=round_, by=scene.hall.alice)
    table = round_.tables.get()
    decide(scene.hall, table, Figures([-20_000, 90_000, 20_000, 10_000]))
    publish_tournament(scene.hall.tournament.pk)

    found = {one.entry: one.player for one in meant(table)}

    standing = dict(Standing.objects.filter(stage=scene.final).values_list("entry", "rank"))
    assert {entry: (one.before, one.rank) for entry, one in found.items() if one} == {
        entry: (seed, standing[entry]) for seed, entry in enumerate(seeds[:4], 1)
    }


def in_teams(hall: Hall) -> Hall:
    for number, name in enumerate(("Bears", "Cougars", "Deer", "Elks")):
        team = form_team(tournament=hall.tournament, name=name, by=hall.alice)
        hall.tournament.entries.filter(number__in=(2 * number + 1, 2 * number + 2)).update(team=team)
    return hall


def test_a_team_has_its_own_rank_and_the_one_without_the_game() -> None:
    hall = in_teams(open_hall())
    table = play_three_rounds(hall)
    found = {one.team.name: one.team for one in meant(table) if one.team}
    published = dict(TeamStanding.objects.values_list("team__name", "rank"))
    sheet = table.scoresheets.get(status="confirmed")

    void_sheet(sheet=sheet, if_match=sheet.tag, reason="As if it had not been played", by=hall.rob)
    publish_tournament(hall.tournament.pk)

    without = dict(TeamStanding.objects.values_list("team__name", "rank"))
    assert len(found) > 1
    assert {name: (one.rank, one.of) for name, one in found.items()} == {
        name: (published[name], 4) for name in found
    }
    assert {name: one.before for name, one in found.items()} == {name: without[name] for name in found}
    assert without != published


def test_where_not_all_games_count_for_a_team_nothing_is_said_of_what_moved_it() -> None:
    hall = in_teams(open_hall())
    set_team_counting(stage=hall.stage, by=hall.alice, best_of_a_round=1)
    table = play_three_rounds(hall)

    teams = [one.team for one in meant(table) if one.team]

    assert len(teams) == 4
    assert [(team.rank is not None, team.climbed) for team in teams] == [(True, None)] * 4


def test_a_rank_that_still_misses_games_says_how_many(hall: Hall, table: Table) -> None:
    counting(hall, minimum_games=3)
    decide(hall, table, BALANCED)
    publish_tournament(hall.tournament.pk)

    found = players(table)

    assert [(one.rank, one.missing, one.of) for one in found if one] == [(None, 2, 0)] * 4


def test_an_average_has_no_distance() -> None:
    hall = open_hall(tie_breaks=["average", "total", "lot"])
    table = play_three_rounds(hall)

    assert [one.gap for one in players(table) if one] == [None] * 4


def test_of_an_unranked_table_nothing_is_said(hall: Hall, table: Table) -> None:
    Table.objects.filter(pk=table.pk).update(is_unranked=True)
    decide(hall, table, BALANCED)
    publish_tournament(hall.tournament.pk)

    assert after_game(*seen(table)) == {}


@override_settings(EMBEDDED=False)
def test_until_the_standings_have_the_game_nothing_is_said(hall: Hall, table: Table) -> None:
    decide(hall, table, BALANCED)
    never = meant(table)
    publish_tournament(hall.tournament.pk)
    decide_again(hall, table)

    behind = meant(table)

    seats = [score.entry_id for score in seen(table)[1]]
    assert never == behind == [AfterGame(entry, False) for entry in seats]


def decide_again(hall: Hall, table: Table) -> None:
    tag = table.scoresheets.get(status="confirmed").tag
    correct_sheet(table=table, report=TableReport(REVERSED, if_match=tag), reason="Upside down", by=hall.rob)


@override_settings(EMBEDDED=False)
def test_another_table_that_waits_for_the_standings_keeps_nobody_waiting(hall: Hall, table: Table) -> None:
    decide(hall, table, BALANCED)
    publish_tournament(hall.tournament.pk)
    before = meant(table)
    decide(hall, table.round.tables.get(number=2), BALANCED)

    behind = meant(table)

    assert behind == before
    assert [one.is_current for one in behind] == [True] * 4


@override_settings(EMBEDDED=True)
def test_on_a_laptop_it_is_published_because_somebody_reads_it(hall: Hall, table: Table) -> None:
    decide(hall, table, BALANCED)

    found = meant(table)

    assert [one.player.rank for one in found if one.player] == [1, 2, 3, 4]


def test_of_those_who_have_played_on_nothing_is_said(hall: Hall) -> None:
    first = hall.started()
    for table in first.tables.all():
        decide(hall, table, BALANCED)
    later = hall.started().tables.get(number=1)
    decide(hall, later, BALANCED)
    publish_tournament(hall.tournament.pk)

    found = [set(after_last_game(*seen(table))) for table in (*first.tables.all(), later)]

    on = set(later.seats.values_list("entry", flat=True))
    not_on = [table.seats.exclude(entry__in=on) for table in first.tables.all()]
    assert found == [set(seats.values_list("pk", flat=True)) for seats in (*not_on, later.seats)]
    assert found[0] | found[1] != set()


@pytest.mark.parametrize("size", [8, 16])
def test_it_is_two_queries_however_many_play(
    size: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    hall = open_hall(players=size)
    table = hall.started().tables.get(number=1)
    decide(hall, table, BALANCED)
    publish_tournament(hall.tournament.pk)
    asked: tuple[Table, Sequence[Score]] = seen(table)

    with django_assert_num_queries(2):
        after_game(*asked)


def test_it_is_three_where_players_go_on(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    scene = before_the_final()
    scene.set()
    publish_tournament(scene.hall.tournament.pk)
    asked = seen(scene.main.rounds.get().tables.get(number=1))

    with django_assert_num_queries(3):
        after_game(*asked)
