"""Leavers, latecomers and substitutes: the drafts of a schedule change, published rounds never."""

from itertools import combinations

import pytest

from players.actions import add_player
from tests.tournaments.hall import Hall, open_hall
from tournaments.actions.draws.checks import check_draw
from tournaments.actions.draws.draft_rounds import publish_round
from tournaments.actions.draws.draws import draw
from tournaments.actions.draws.inputs import seats_of
from tournaments.actions.draws.plans import Plan
from tournaments.actions.draws.repairs import repair_schedule
from tournaments.actions.draws.seating_constraints import add_seating_constraint
from tournaments.actions.errors import RulesRefuse, StateRefuses
from tournaments.actions.people.entries import register
from tournaments.models import Draw, Entry, Round, SeatingConstraint, Standing
from tournaments.standings import publish_tournament
from tournaments.verification import verify_ledger


@pytest.fixture
def planned(db: None) -> Hall:
    """Sixteen players, four rounds drawn, the first published."""
    hall = open_hall(players=16)
    draw(stage=hall.stage, plan=Plan(method=Draw.Method.SCHEDULE, rounds=4), by=hall.alice)
    publish_round(round_=Round.objects.get(number=1), by=hall.alice)
    return hall


def newcomer(hall: Hall, name: str = "Late", **more: bool) -> Entry:
    return register(tournament=hall.tournament, player=add_player(name=name), by=hall.alice, **more)


def plan_of_rounds() -> list[list[list[int]]]:
    return [seats_of(round_) for round_ in Round.objects.order_by("number")]


def test_a_substitute_takes_over_the_seats_and_nothing_else_changes(planned: Hall) -> None:
    before, out, late = plan_of_rounds(), Entry.objects.get(number=5), newcomer(planned, is_substitute=True)

    stored = repair_schedule(stage=planned.stage, substitutes={out: late}, by=planned.alice)

    expected = [[[late.pk if p == out.pk else p for p in table] for table in tables] for tables in before[1:]]
    assert plan_of_rounds() == [before[0], *expected]
    assert Entry.objects.get(number=5).status == "active"  # still sits in round 1, which is published
    late.refresh_from_db()
    assert (late.is_substitute, stored.quality["repair"]) == (
        False,
        {"kept": 12, "intact": 12, "new_rematches": 0},
    )


def test_four_leave_and_the_rest_plays_at_three_tables(planned: Hall) -> None:
    before, gone = plan_of_rounds(), list(Entry.objects.filter(number__gte=13))

    repair_schedule(stage=planned.stage, leavers=gone, by=planned.alice)

    after = plan_of_rounds()
    staying = sorted(Entry.objects.filter(number__lt=13).values_list("pk", flat=True))
    assert after[0] == before[0]
    assert [sorted(p for table in tables for p in table) for tables in after[1:]] == [staying] * 3


def test_latecomers_come_in(planned: Hall) -> None:
    before, late = plan_of_rounds(), [newcomer(planned, f"Late {n}") for n in range(4)]

    repair_schedule(stage=planned.stage, joiners=late, by=planned.alice)

    after = plan_of_rounds()
    everybody = sorted(Entry.objects.values_list("pk", flat=True))
    assert after[0] == before[0]
    assert [sorted(p for table in tables for p in table) for tables in after[1:]] == [everybody] * 3


def test_substitutes_who_come_in_for_good_stand_in_the_standings(planned: Hall) -> None:
    spares = [newcomer(planned, f"Spare {n}", is_substitute=True) for n in range(4)]
    publish_tournament(planned.tournament.pk)

    repair_schedule(stage=planned.stage, joiners=spares, by=planned.alice)
    publish_tournament(planned.tournament.pk)

    assert Standing.objects.filter(entry__in=spares).count() == 4
    assert verify_ledger(planned.tournament.pk).problems == []


def test_an_odd_number_is_asked_about(planned: Hall) -> None:
    with pytest.raises(RulesRefuse) as refusal:
        repair_schedule(stage=planned.stage, leavers=[Entry.objects.get(number=5)], by=planned.alice)

    assert (refusal.value.code, Draw.objects.count()) == ("players_do_not_fill_tables", 1)


def test_or_some_sit_out_in_turn(planned: Hall) -> None:
    gone = Entry.objects.get(number=5)

    repair_schedule(stage=planned.stage, leavers=[gone], remainder="byes", by=planned.alice)

    assert [len(tables) for tables in plan_of_rounds()] == [4, 3, 3, 3]
    assert gone.pk not in {p for tables in plan_of_rounds()[1:] for table in tables for p in table}


def test_a_repair_can_be_drawn_again_and_so_can_what_was_published_before(planned: Hall) -> None:
    repair_schedule(stage=planned.stage, leavers=Entry.objects.filter(number__gte=13), by=planned.alice)
    repair_schedule(
        stage=planned.stage, joiners=[newcomer(planned, f"L{n}") for n in range(4)], by=planned.alice
    )

    verdicts = [check_draw(stored) for stored in Draw.objects.filter(rounds__isnull=False).distinct()]
    assert [(verdict.reasons, verdict.rounds) for verdict in verdicts] == [([], 1), ([], 3)]


def test_who_is_kept_apart_stays_apart(db: None) -> None:
    hall = open_hall(players=16)
    red, blue = list(Entry.objects.filter(number__lte=4)), list(Entry.objects.filter(number__in=[5, 6, 7]))
    for country, entries in (("JP", red), ("FR", blue)):
        for entry in entries:
            entry.player.country = country
            entry.player.save(update_fields=["country"])
    draw(stage=hall.stage, plan=Plan(method=Draw.Method.SCHEDULE, rounds=3, apart=["country"]), by=hall.alice)

    repair_schedule(stage=hall.stage, leavers=[red[0], *Entry.objects.filter(number__gte=14)], by=hall.alice)

    country = dict(Entry.objects.values_list("pk", "player__country"))
    met = [two for tables in plan_of_rounds() for table in tables for two in combinations(table, 2)]
    assert not [two for two in met if country[two[0]] and country[two[0]] == country[two[1]]]


def test_fixed_tables_and_seats_stay_fixed(db: None) -> None:
    hall = open_hall(players=16)
    wheelchair, player = Entry.objects.get(number=1), Entry.objects.get(number=2)
    add_seating_constraint(
        tournament=hall.tournament,
        kind=SeatingConstraint.Kind.TABLE,
        entry=wheelchair,
        table=3,
        by=hall.alice,
    )
    add_seating_constraint(
        tournament=hall.tournament, kind=SeatingConstraint.Kind.WIND, entry=player, wind=2, by=hall.alice
    )
    draw(stage=hall.stage, plan=Plan(method=Draw.Method.SCHEDULE, rounds=4), by=hall.alice)

    repair_schedule(stage=hall.stage, leavers=Entry.objects.filter(number__gte=13), by=hall.alice)

    after = plan_of_rounds()
    assert [wheelchair.pk in tables[2] for tables in after] == [True] * 4
    assert [t.index(player.pk) for tables in after for t in tables if player.pk in t] == [1] * 4


def test_the_ledger_tells_who_left_and_who_came(planned: Hall) -> None:
    out, late = Entry.objects.get(number=5), newcomer(planned)

    stored = repair_schedule(stage=planned.stage, substitutes={out: late}, by=planned.alice)

    entry = planned.tournament.ledger.get(kind="repaired")
    assert entry.content == {"draw": stored.pk, "number": 2, "left": [out.pk], "came": [late.pk]}


def test_without_drafts_there_is_nothing_to_repair(planned: Hall) -> None:
    for round_ in Round.objects.filter(number__gte=2):
        publish_round(round_=round_, by=planned.alice)

    with pytest.raises(StateRefuses):
        repair_schedule(stage=planned.stage, joiners=[newcomer(planned)], by=planned.alice)


def test_somebody_who_plays_already_does_not_come_in_again(planned: Hall) -> None:
    with pytest.raises(RulesRefuse):
        repair_schedule(
            stage=planned.stage, joiners=[Entry.objects.get(number=1)], remainder="byes", by=planned.alice
        )
