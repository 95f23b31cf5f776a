"""What the same games would have come to by another rulebook, beside the official standings."""

import pytest

from scoring.errors import ScoringError
from scoring.rulebook.rulebook import load
from tests.tournaments.hall import BALANCED, Hall, open_hall, play
from tests.tournaments.standings.test_who_is_ranked import hall_with_a_substitute
from tournaments.actions.people.entries import withdraw
from tournaments.actions.play.penalties import Ruling, penalize, penalize_team
from tournaments.actions.play.rounds import close_round
from tournaments.actions.play.scoresheets.reporting import Figures
from tournaments.models import Entry, LedgerEntry, Stage, Standing, Team
from tournaments.standings import publish_standings
from tournaments.standings.rescoring import comparable_rulebooks, rescored

pytestmark = [pytest.mark.django_db, pytest.mark.database("sqlite")]


@pytest.fixture
def hall() -> Hall:
    """Two games by M-League rules, which start with 25,000: 45,000, 30,000, 15,000, 10,000 and an even one."""
    hall = open_hall()
    round_ = hall.started()
    play(round_.tables.get(number=1), hall.alice, Figures([45_000, 30_000, 15_000, 10_000]))
    play(round_.tables.get(number=2), hall.alice, Figures([26_000, 25_000, 25_000, 24_000]))
    publish_standings(hall.stage.pk)
    return hall


def totals(hall: Hall, edition: str) -> list[tuple[int | None, str, str]]:
    found = rescored(hall.stage, load(edition))
    names = dict(Entry.objects.values_list("pk", "player__name"))
    return [
        (place.shared_rank, names[tally.key], str(tally.total / found.units_per_point))
        for place, tally in found.entries
    ]


def seat_names(hall: Hall, table: int) -> list[str]:
    seats = hall.stage.rounds.get().tables.get(number=table).seats.order_by("wind")
    return list(seats.values_list("entry__player__name", flat=True))


def test_by_its_own_rulebook_it_is_the_official_table(hall):
    official = [
        (row.rank, row.entry.player.name, str(row.total / 1000))
        for row in Standing.objects.filter(stage=hall.stage)
        .select_related("entry__player")
        .order_by("position")
    ]

    assert totals(hall, "mleague") == official


def test_what_was_won_and_lost_is_settled_from_the_other_start(hall):
    east, south, west, north = seat_names(hall, 1)

    found = totals(hall, "jpml_b")

    # From 30,000: 50,000, 35,000, 20,000 and 15,000; uma 15/5, nothing to the winner.
    assert {name: total for _rank, name, total in found if name in (east, south, west, north)} == {
        east: "35.0",
        south: "10.0",
        west: "-15.0",
        north: "-30.0",
    }


def test_a_rulebook_with_finer_units_is_exact_and_penalties_stay_as_they_are(hall):
    first = Entry.objects.get(player__name=seat_names(hall, 2)[1])
    penalize(stage=hall.stage, entry=first, ruling=Ruling(20_000, "late"), by=hall.alice)

    found = rescored(hall.stage, load("wrc_2025"))
    by_entry = {tally.key: tally for _place, tally in found.entries}

    # Second and third share uma 5 and −5: 0 each, less the 20 of the referee.
    assert (found.units_per_point, by_entry[first.pk].total, by_entry[first.pk].penalty) == (
        3000,
        -60_000,
        60_000,
    )


def test_teams_are_added_up_and_their_penalties_too(hall):
    team = Team.objects.create(tournament=hall.tournament, name="Winds")
    Entry.objects.filter(player__name__in=seat_names(hall, 1)[:2]).update(team=team)
    penalize_team(stage=hall.stage, team=team, ruling=Ruling(5_000, "late"), by=hall.alice)

    found = rescored(hall.stage, load("jpml_b"))

    assert [(tally.key, tally.total, tally.own_penalty) for _place, tally in found.teams] == [
        (team.pk, 40_000, 5_000)
    ]


def test_whoever_is_listed_officially_is_listed_here(hall):
    close_round(round_=hall.stage.rounds.get(), by=hall.alice)
    withdraw(entry=Entry.objects.get(player__name=seat_names(hall, 1)[0]), by=hall.alice)
    publish_standings(hall.stage.pk)

    assert {tally.key for _place, tally in rescored(hall.stage, load("jpml_b")).entries} == set(
        Standing.objects.values_list("entry_id", flat=True)
    )


def test_a_substitutes_fixed_score_stays_fixed():
    hall, _absent, spare = hall_with_a_substitute(substitutes="fixed_score", substitute_score=-30)

    found = {name: total for _rank, name, total in totals(hall, "wrc_2025")}

    assert found[spare] == "-30.0"


def test_nothing_is_written(hall):
    before = (list(Standing.objects.values()), LedgerEntry.objects.count())

    rescored(hall.stage, load("jpml_b"))

    assert (list(Standing.objects.values()), LedgerEntry.objects.count()) == before


def test_games_at_tables_of_another_size_are_left_out(hall):
    found = rescored(hall.stage, load("tenhou_sanma"))

    assert (found.games, found.left_out) == (0, 2)


def test_a_larger_hall_takes_no_more_statements(hall, django_assert_num_queries):
    stage = Stage.objects.select_related("tournament__usual_format").get()
    with django_assert_num_queries(5):
        rescored(stage, load("jpml_b"))
    hall.started()
    for table in hall.stage.rounds.get(number=2).tables.all():
        play(table, hall.alice, BALANCED)

    with django_assert_num_queries(3):
        rescored(stage, load("jpml_b"))


def test_rulebooks_for_as_many_players_that_count_points_are_comparable():
    names = [book.identity.id for book in comparable_rulebooks(load("mleague"))]

    assert {"mleague", "jpml_b", "wrc_2025", "tenhou"} <= set(names)
    assert not {"mcr", "wsom", "tenhou_sanma", "shinhochi"} & set(names)
    assert [book.identity.id for book in comparable_rulebooks(load("tenhou_sanma"))] == [
        "mahjongsoul_sanma",
        "tenhou_sanma",
    ]
    assert comparable_rulebooks(load("mcr")) == comparable_rulebooks(load("shinhochi")) == []


def test_what_a_rulebook_leaves_open_is_said(hall):
    with pytest.raises(ScoringError) as refused:
        rescored(hall.stage, load("jpml_b").with_house_rules("x", {"result.tie": "unset"}))

    assert refused.value.code == "needs_event_setting"
