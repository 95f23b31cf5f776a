"""When a round is to begin: said by the organizer, changed until it starts, taken back, and told in the ledger."""

from datetime import UTC, date, datetime, time
from zoneinfo import ZoneInfo

import pytest
from django.db import IntegrityError, transaction

from tests.tournaments.hall import Hall, open_hall
from tournaments.actions.draws.draft_rounds import draw_round, redraw_round
from tournaments.actions.draws.draws import draw
from tournaments.actions.draws.plans import Plan
from tournaments.actions.errors import RulesRefuse, StateRefuses
from tournaments.actions.play.round_times import (
    Rhythm,
    move_times,
    plan_rhythm,
    plan_times,
    planned_times,
    set_planned_rounds,
)
from tournaments.models import Draw, PlannedRounds, Round
from tournaments.verification import verify_ledger

pytestmark = [pytest.mark.django_db, pytest.mark.database("sqlite", thorough="both")]

TEN, ELEVEN = datetime(2026, 12, 6, 10, tzinfo=UTC), datetime(2026, 12, 6, 11, tzinfo=UTC)


def test_a_time_is_set_changed_and_taken_back(hall: Hall):
    round_ = hall.draw()
    seen = []
    for at in (TEN, ELEVEN, None):
        plan_times(tournament=hall.tournament, times={round_.pk: at}, by=hall.alice)
        round_.refresh_from_db()
        seen.append((round_.planned_at, hall.last_payload()["planned_at"]))

    assert seen == [
        (TEN, "2026-12-06T10:00:00.000000Z"),
        (ELEVEN, "2026-12-06T11:00:00.000000Z"),
        (None, None),
    ]
    assert hall.kinds()[-3:] == ["round_planned"] * 3


def test_the_same_time_again_changes_nothing(hall: Hall):
    round_ = hall.draw()
    plan_times(tournament=hall.tournament, times={round_.pk: TEN}, by=hall.alice)
    before = hall.kinds()

    changed = plan_times(tournament=hall.tournament, times={round_.pk: TEN}, by=hall.alice)

    assert (changed, hall.kinds()) == ([], before)


def test_a_round_in_play_keeps_its_time(hall: Hall, round_: Round):
    with pytest.raises(StateRefuses) as refusal:
        plan_times(tournament=hall.tournament, times={round_.pk: TEN}, by=hall.alice)

    round_.refresh_from_db()
    assert (refusal.value.code, round_.planned_at) == ("round_started", None)


@pytest.mark.parametrize("year", [1, 1999, 2100, 9999])
def test_a_year_that_nobody_means_is_refused(hall: Hall, year: int):
    round_ = hall.draw()

    with pytest.raises(RulesRefuse) as refusal:
        plan_times(
            tournament=hall.tournament, times={round_.pk: datetime(year, 1, 1, tzinfo=UTC)}, by=hall.alice
        )

    round_.refresh_from_db()
    assert (refusal.value.code, round_.planned_at) == ("time_out_of_range", None)


def test_a_round_of_another_tournament_is_refused(hall: Hall):
    foreign = open_hall("other").draw()

    with pytest.raises(RulesRefuse):
        plan_times(tournament=hall.tournament, times={foreign.pk: TEN}, by=hall.alice)

    foreign.refresh_from_db()
    assert foreign.planned_at is None


def test_all_or_nothing(hall: Hall, round_: Round):
    draft = hall.draw()

    with pytest.raises(StateRefuses):
        plan_times(tournament=hall.tournament, times={draft.pk: TEN, round_.pk: TEN}, by=hall.alice)

    draft.refresh_from_db()
    assert draft.planned_at is None


@pytest.fixture
def dated(hall: Hall) -> Hall:
    hall.tournament.starts_on, hall.tournament.time_zone = date(2026, 12, 6), "Europe/Berlin"
    hall.tournament.save(update_fields=["starts_on", "time_zone"])
    return hall


def test_planned_rounds_have_their_times_before_they_are_drawn(dated: Hall):
    plan = set_planned_rounds(
        stage=dated.stage, rounds=5, minutes=75, pause=15, lunch_after=2, lunch=60, a_day=3, by=dated.alice
    )

    times = planned_times(dated.tournament, plan)

    assert [f"{at:%d %H:%M %z}" for at in times] == [
        "06 10:00 +0100",
        "06 11:30 +0100",
        "06 13:45 +0100",
        "07 10:00 +0100",
        "07 11:30 +0100",
    ]


def test_drawn_rounds_take_their_times_from_the_plan_and_the_ledger_says_so(dated: Hall):
    set_planned_rounds(stage=dated.stage, rounds=2, minutes=60, by=dated.alice)
    drawn = draw(stage=dated.stage, plan=Plan(method=Draw.Method.SCHEDULE, rounds=2), by=dated.alice)
    after_them = draw_round(stage=dated.stage, by=dated.alice)

    times = list(drawn.rounds.order_by("number").values_list("planned_at", flat=True))

    assert times == [datetime(2026, 12, 6, 9, tzinfo=UTC), datetime(2026, 12, 6, 10, tzinfo=UTC)]
    assert after_them.planned_at is None
    assert dated.kinds()[-4:-1] == ["drawn", "round_planned", "round_planned"]


def test_a_round_that_is_drawn_again_keeps_its_time(dated: Hall):
    round_ = dated.draw()
    plan_times(tournament=dated.tournament, times={round_.pk: ELEVEN}, by=dated.alice)
    set_planned_rounds(stage=dated.stage, rounds=2, minutes=60, by=dated.alice)

    again = redraw_round(round_=round_, by=dated.alice)

    assert isinstance(again, Round)
    assert again.planned_at == ELEVEN


# Monday, Tuesday, Thursday and Friday at seven, two games each; summer time begins on Sunday, 28 March 2027.
SEASON = Rhythm(
    day=date(2027, 3, 24),
    start=time(19),
    minutes=90,
    pause=15,
    a_day=2,
    weekdays=frozenset({0, 1, 3, 4}),
    breaks=((date(2027, 3, 29), date(2027, 4, 4)), (date(2027, 4, 6), date(2027, 4, 6))),
)


def clocks(hall: Hall) -> list[str]:
    """When rounds begin, by the clock of the place."""
    zone = ZoneInfo(hall.tournament.time_zone)
    rounds = Round.objects.filter(stage__tournament=hall.tournament).order_by("number")
    times = rounds.values_list("planned_at", flat=True)
    return [f"{at.astimezone(zone):%a %d.%m. %H:%M %z}" if at else "" for at in times]


def test_a_season_is_played_on_its_days_of_the_week_but_not_in_breaks(dated: Hall):
    draw(stage=dated.stage, plan=Plan(method=Draw.Method.SCHEDULE, rounds=7), by=dated.alice)

    changed = plan_rhythm(tournament=dated.tournament, rhythm=SEASON, by=dated.alice)

    assert clocks(dated) == [
        "Thu 25.03. 19:00 +0100",
        "Thu 25.03. 20:45 +0100",
        "Fri 26.03. 19:00 +0100",
        "Fri 26.03. 20:45 +0100",
        "Mon 05.04. 19:00 +0200",
        "Mon 05.04. 20:45 +0200",
        "Thu 08.04. 19:00 +0200",
    ]
    assert (len(changed), dated.kinds()[-7:]) == (7, ["round_planned"] * 7)
    assert plan_rhythm(tournament=dated.tournament, rhythm=SEASON, by=dated.alice) == []


def test_a_rule_may_begin_at_a_later_round(dated: Hall):
    draw(stage=dated.stage, plan=Plan(method=Draw.Method.SCHEDULE, rounds=3), by=dated.alice)
    second = Round.objects.get(number=2)

    plan_rhythm(tournament=dated.tournament, rhythm=SEASON, first=second, by=dated.alice)

    assert clocks(dated) == ["", "Thu 25.03. 19:00 +0100", "Thu 25.03. 20:45 +0100"]


def test_rounds_are_moved_from_one_on_and_keep_their_hour(dated: Hall):
    draw(stage=dated.stage, plan=Plan(method=Draw.Method.SCHEDULE, rounds=4), by=dated.alice)
    plan_rhythm(tournament=dated.tournament, rhythm=SEASON, by=dated.alice)
    Round.objects.filter(number=4).update(planned_at=None)

    moved = move_times(
        tournament=dated.tournament, days=14, first=Round.objects.get(number=2), by=dated.alice
    )

    assert [round_.number for round_ in moved] == [2, 3]
    assert clocks(dated) == [
        "Thu 25.03. 19:00 +0100",
        "Thu 08.04. 20:45 +0200",
        "Fri 09.04. 19:00 +0200",
        "",
    ]


def test_rounds_moved_out_of_our_years_stay(dated: Hall):
    draw(stage=dated.stage, plan=Plan(method=Draw.Method.SCHEDULE, rounds=2), by=dated.alice)
    late = datetime(2099, 12, 30, 18, tzinfo=UTC)
    times = dict.fromkeys(Round.objects.values_list("pk", flat=True), late)
    plan_times(tournament=dated.tournament, times=times, by=dated.alice)
    before = (clocks(dated), dated.kinds())

    with pytest.raises(RulesRefuse) as refusal:
        move_times(tournament=dated.tournament, days=7, by=dated.alice)

    assert (refusal.value.code, (clocks(dated), dated.kinds())) == ("time_out_of_range", before)


def test_a_season_of_150_rounds_costs_few_statements(dated: Hall, django_assert_max_num_queries):
    rounds = Round.objects.bulk_create(
        Round(stage=dated.stage, number=number, status="published") for number in range(1, 151)
    )

    with django_assert_max_num_queries(15):
        changed = plan_rhythm(tournament=dated.tournament, rhythm=SEASON, by=dated.alice)

    assert len(changed) == len(rounds)


@pytest.mark.parametrize(
    "columns",
    [
        {"minutes": 75},
        {"rounds": 61},
        {"rounds": 6, "starts_at": 1440},
        {"rounds": 6, "minutes": 601},
        {"rounds": -1},
    ],
)
def test_a_plan_without_rounds_or_of_impossible_ones_is_refused(dated: Hall, columns: dict[str, int]):
    before = dated.kinds()

    with pytest.raises(RulesRefuse) as refusal:
        set_planned_rounds(stage=dated.stage, by=dated.alice, **columns)

    assert (refusal.value.code, dated.kinds()) == ("planned_rounds", before)
    assert not PlannedRounds.objects.exists()


@pytest.mark.parametrize("year", [None, 1999, 2099])
def test_without_a_day_of_our_years_there_are_no_times(dated: Hall, year: int | None):
    dated.tournament.starts_on = date(year, 12, 31) if year else None
    plan = set_planned_rounds(stage=dated.stage, rounds=6, minutes=75, by=dated.alice)

    assert planned_times(dated.tournament, plan) == []


def test_the_database_keeps_no_plan_without_rounds(dated: Hall):
    with pytest.raises(IntegrityError, match="planned_rounds_are_some"), transaction.atomic():
        PlannedRounds.objects.create(stage=dated.stage, rounds=0)
    with pytest.raises(IntegrityError, match="planned_rounds_within_bounds"), transaction.atomic():
        PlannedRounds.objects.create(stage=dated.stage, rounds=6, minutes=601)


def test_a_plan_is_proven(dated: Hall):
    set_planned_rounds(stage=dated.stage, rounds=2, minutes=60, by=dated.alice)
    draw(stage=dated.stage, plan=Plan(method=Draw.Method.SCHEDULE, rounds=2), by=dated.alice)
    before = verify_ledger(dated.tournament.pk).problems
    Round.objects.filter(number=2).update(planned_at=ELEVEN)

    after = verify_ledger(dated.tournament.pk).problems

    # The first day was written without an action.
    assert len(after) == len(before) + 1
