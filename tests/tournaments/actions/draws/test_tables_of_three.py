"""A sanma tournament is drawn by every method, as one of four at a table is."""

import json
from collections import Counter
from itertools import combinations

import pytest

from players.actions import add_player, club_named
from seating.metrics import meetings, wind_counts
from tests.permissions import digest
from tests.tournaments.actions.refusals import refused
from tests.tournaments.hall import SEED, Hall, open_hall
from tournaments.actions.draws.checks import check_draw
from tournaments.actions.draws.draft_rounds import publish_draw
from tournaments.actions.draws.draws import draw
from tournaments.actions.draws.free_play import draw_night
from tournaments.actions.draws.inputs import history_of
from tournaments.actions.draws.plans import Plan
from tournaments.actions.draws.repairs import ScheduleChange, repair_schedule
from tournaments.actions.draws.seating_constraints import Wish, add_seating_constraint
from tournaments.actions.errors import RulesRefuse
from tournaments.actions.people.editing import edit_player
from tournaments.actions.people.entries import form_team, register
from tournaments.actions.seen_versions import player_tag
from tournaments.actions.setup.tournaments import add_stage
from tournaments.models import Draw, Entry, Round

pytestmark = [pytest.mark.django_db, pytest.mark.database("sqlite")]


@pytest.fixture
def sanma(db: None) -> Hall:
    return open_hall("sanma-cup", players=18, rulebook_id="mahjongsoul_sanma")


def drawn(hall: Hall, **plan: object) -> Draw:
    return draw(stage=hall.stage, plan=Plan(**plan), by=hall.alice, seed=SEED)  # type: ignore[arg-type]


def rematches(hall: Hall) -> int:
    return sum(times - 1 for times in meetings(history_of(hall.tournament)).values())


def test_a_schedule_of_six_rounds_has_no_rematch_and_even_winds(sanma: Hall) -> None:
    found = drawn(sanma, method="schedule", rounds=6)

    rounds = history_of(sanma.tournament)
    assert [[len(table) for table in tables] for tables in rounds] == [[3] * 6] * 6
    assert rematches(sanma) == 0
    assert {max(row[:3]) - min(row[:3]) for row in wind_counts(rounds).values()} == {0}
    assert {remark["code"] for remark in found.quality["remarks"]} >= {"no_rematches", "winds_exact"}


def test_the_longest_schedule_there_is_has_no_rematch(sanma: Hall) -> None:
    found = drawn(sanma, method="schedule", rounds=8)

    assert rematches(sanma) == 0
    assert json.loads(found.record)["record"]["request"]["all_designs"] is True


@pytest.mark.parametrize("method", ["swiss", "by_standing", "snake", "interval", "met_least", "random"])
def test_every_method_of_single_rounds_seats_tables_of_three(sanma: Hall, method: str) -> None:
    drawn(sanma, method=method)

    assert [[len(table) for table in tables] for tables in history_of(sanma.tournament)] == [[3] * 6]


@pytest.mark.slow
def test_clubs_are_kept_apart_by_every_method(sanma: Hall) -> None:
    club = club_named("Dragons")
    members = list(sanma.tournament.entries.select_related("player").order_by("number")[:4])
    for entry in members:
        edit_player(
            player=entry.player, changes={"club": club}, seen=player_tag(entry.player), by=sanma.alice
        )
    add_seating_constraint(
        tournament=sanma.tournament, wish=Wish("never", members[0], other=members[-1]), by=sanma.alice
    )
    inside = {entry.pk for entry in members}

    for method in ("random", "swiss", "by_standing", "snake", "interval", "met_least"):
        draw(
            stage=sanma.stage,
            plan=Plan(method=method, apart=["club"]),
            by=sanma.alice,
            confirm=["results_missing"],
        )

    assert all(len(inside & set(table)) < 2 for tables in history_of(sanma.tournament) for table in tables)


def test_who_is_left_over_sits_out_in_turn(sanma: Hall) -> None:
    register(tournament=sanma.tournament, player=add_player(name="Late"), by=sanma.alice)

    with pytest.raises(RulesRefuse, match="19 players do not fill tables of 3"):
        drawn(sanma, method="swiss")
    with pytest.raises(RulesRefuse, match="only by lot"):
        drawn(sanma, method="swiss", remainder="substitutes")
    found = drawn(sanma, method="schedule", rounds=3, remainder="byes")

    assert "byes_even" in {remark["code"] for remark in found.quality["remarks"]}


def test_a_night_of_free_play_is_drawn_for_those_who_are_here(sanma: Hall) -> None:
    here = list(sanma.tournament.entries.order_by("number")[:10])

    draw_night(stage=sanma.stage, present=here, by=sanma.alice, start=True)

    round_ = Round.objects.get()
    assert (round_.status, round_.tables.count(), round_.seats.count()) == ("started", 3, 9)


def in_teams(hall: Hall, size: int) -> dict[int, int]:
    """Everybody in teams of so many; the team of each entry."""
    entries = list(hall.tournament.entries.order_by("number"))
    for start in range(0, len(entries), size):
        team = form_team(tournament=hall.tournament, name=f"Team {start // size + 1}", by=hall.alice)
        Entry.objects.filter(pk__in=[one.pk for one in entries[start : start + size]]).update(team=team)
    return dict(hall.tournament.entries.values_list("pk", "team"))


@pytest.mark.slow
@pytest.mark.parametrize(("players", "size"), [(9, 3), (15, 5), (18, 3)])
def test_three_teams_meet_one_player_of_each_at_a_table(db: None, players: int, size: int) -> None:
    hall = open_hall("sanma-teams", players=players, rulebook_id="mahjongsoul_sanma")
    team_of = in_teams(hall, size)

    found = drawn(hall, method="teams", rounds=size)

    rounds = history_of(hall.tournament)
    assert [[len(table) for table in tables] for tables in rounds] == [[3] * (players // 3)] * size
    assert all(len({team_of[p] for p in table}) == 3 for tables in rounds for table in tables)
    if players == 3 * size:
        assert rematches(hall) == 0
    assert {max(row[:3]) - min(row[:3]) for row in wind_counts(rounds).values()} <= {0, 1}
    assert check_draw(found).reasons == []
    publish_draw(draw=found, by=hall.alice)


@pytest.mark.slow
def test_a_season_of_teams_goes_on_and_every_two_teams_meet(sanma: Hall) -> None:
    team_of = in_teams(sanma, 2)
    teams = len(set(team_of.values()))
    assert teams == 9

    first = drawn(sanma, method="team_season", rounds=8)
    final = add_stage(tournament=sanma.tournament, name="Final", by=sanma.alice)
    second = draw(stage=final, plan=Plan(method="teams", rounds=4), by=sanma.alice)

    rounds = history_of(sanma.tournament)
    assert len(rounds) == 12
    assert check_draw(first).reasons == check_draw(second).reasons == []
    met = Counter(
        frozenset(pair)
        for tables in rounds
        for pair in {pair for table in tables for pair in combinations(sorted(team_of[p] for p in table), 2)}
    )
    assert {len(table) for tables in rounds for table in tables} == {3}
    assert (len(met), max(met.values()) - min(met.values())) == (36, 0)


def test_whoever_leaves_is_replaced_in_the_schedule(sanma: Hall) -> None:
    drawn(sanma, method="schedule", rounds=4)
    leaver = sanma.tournament.entries.get(number=7)
    joiner = register(tournament=sanma.tournament, player=add_player(name="Late"), by=sanma.alice)

    repair_schedule(
        stage=sanma.stage,
        change=ScheduleChange(leavers=[leaver], joiners=[joiner]),
        reason="ill",
        by=sanma.alice,
    )

    seated = {entry for tables in history_of(sanma.tournament) for table in tables for entry in table}
    assert leaver.pk not in seated
    assert joiner.pk in seated
    assert rematches(sanma) == 0


def test_a_schedule_is_repaired_when_somebody_leaves_for_good(sanma: Hall) -> None:
    drawn(sanma, method="schedule", rounds=4)
    leaver = sanma.tournament.entries.get(number=7)
    before = digest()

    with pytest.raises(RulesRefuse, match="17 players do not fill tables of 3"):
        repair_schedule(stage=sanma.stage, change=ScheduleChange(leavers=[leaver]), by=sanma.alice)
    assert digest() == before
    repair_schedule(
        stage=sanma.stage, change=ScheduleChange(leavers=[leaver], remainder="byes"), by=sanma.alice
    )

    for tables in history_of(sanma.tournament):
        seated = [entry for table in tables for entry in table]
        assert {len(table) for table in tables} == {3}
        assert (len(tables), len(set(seated)), leaver.pk in seated) == (5, 15, False)
    assert rematches(sanma) == 0


@pytest.mark.parametrize("method", ["schedule", "swiss", "met_least"])
def test_anybody_can_check_how_it_was_drawn(sanma: Hall, method: str) -> None:
    found = drawn(sanma, method=method)
    publish_draw(draw=found, by=sanma.alice)

    assert check_draw(found).reasons == []


def test_no_other_tables_are_mixed_with_tables_of_three() -> None:
    hall = open_hall("sanma-cup", players=7, rulebook_id="mahjongsoul_sanma")
    plan = Plan(remainder="five")

    says = refused(
        lambda: draw(stage=hall.stage, plan=plan, by=hall.alice), RulesRefuse, "method_needs_tables_of_four"
    )

    assert says == "Tables of 5 can only be mixed with tables of four."
