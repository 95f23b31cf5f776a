import pytest
from hypothesis import given
from hypothesis import strategies as st

from seating.constraints import SeatingConstraints, components, pack_lanes
from seating.drbg import Drbg
from seating.metrics import Bounds, Metrics, bounds, measure
from seating.quality import BrokenConstraint, as_matrix, longest_swiss, round_quality, schedule_quality
from seating.remarks import remark
from seating.requests import ScheduleRequest, SwissRequest
from seating.rounds.swiss import draw_swiss
from seating.schedules.schedule import draw_schedule
from seating.schedules.table_numbers import number_tables
from seating.search.annealing import EXPONENTIAL
from seating.winds.exact import assign_winds
from tests.seating import checker


def test_all_metrics_of_two_rounds_at_two_tables():
    schedule = [[(0, 1, 2, 3), (4, 5, 6, 7)], [(0, 1, 4, 5), (2, 3, 6, 7)]]

    assert measure(schedule) == Metrics(
        repeated_pairs=4,
        excess_meetings=4,
        repeat_weight=4,
        most_meetings=2,
        players_off_winds=4,
        rounds_off_winds=4,
        table_excess=4,
        most_table_visits=2,
        never_met=8,
        fewest_common_opponents=4,
    )
    assert bounds(8, 2) == Bounds(4, 4, 2, 0, 0, 0)


@given(st.lists(st.permutations(range(16)), min_size=1, max_size=6))
def test_metrics_agree_with_the_independent_checker(orders):
    schedule = [[tuple(o[i : i + 4]) for i in range(0, 16, 4)] for o in orders]

    metrics = measure(schedule)

    assert metrics.repeated_pairs == checker.repeats(schedule)
    assert metrics.repeat_weight == checker.repeat_weight(schedule) >= bounds(16, len(orders)).repeat_weight
    assert metrics.excess_meetings >= bounds(16, len(orders)).excess_meetings
    assert metrics.most_meetings >= bounds(16, len(orders)).most_meetings
    assert metrics.table_excess == checker.table_excess(schedule) >= bounds(16, len(orders)).table_excess
    assert metrics.rounds_off_winds == len(checker.rounds_with_uneven_winds(schedule))


@given(st.lists(st.permutations(range(20)), min_size=1, max_size=9), st.integers(0, 5))
def test_winds_are_exact_whoever_sits_where(orders, seed):
    schedule = [[tuple(o[i : i + 4]) for i in range(0, 20, 4)] for o in orders]

    seated = assign_winds(schedule, Drbg(f"w{seed}"))

    assert [[set(t) for t in r] for r in seated] == [[set(t) for t in r] for r in schedule]
    assert checker.rounds_with_uneven_winds(seated) == []
    for start in range(0, len(orders) - 3, 4):
        for player in range(20):
            winds = [t.index(player) for r in seated[start : start + 4] for t in r if player in t]
            assert sorted(winds) == [0, 1, 2, 3]


def test_numbering_tables_moves_people_about_and_keeps_the_foursomes():
    schedule = list(draw_schedule(ScheduleRequest(range(24), 6), "x").rounds)
    stuck = [sorted(r, key=min) for r in schedule]

    numbered = number_tables(stuck, Drbg("x"))

    assert [sorted(map(sorted, r)) for r in numbered] == [sorted(map(sorted, r)) for r in schedule]
    assert checker.table_excess(numbered) <= 24 < checker.table_excess(stuck)


def test_the_exponential_table_is_minus_the_logarithm_in_whole_numbers():
    assert len(EXPONENTIAL) == 1021
    assert EXPONENTIAL[0] == 1951  # 256 ln 2042
    assert EXPONENTIAL[-1] == 0
    assert sorted(EXPONENTIAL, reverse=True) == EXPONENTIAL
    assert abs(sum(EXPONENTIAL) / 1021 - 256) < 2


def test_linked_wishes_form_components_and_fill_lanes():
    assert components([(1, 2), (2, 3), (7, 8)]) == [[1, 2, 3], [7, 8]]
    assert pack_lanes([[1, 2, 3], [4, 5, 6], [7, 8]], 2, 4) is None
    # Best fit alone would put the twos together and be stuck.
    assert [len(x) for x in pack_lanes([[1] * 5, [2] * 4, [3] * 3, [4] * 2, [5] * 2], 2, 8)] == [8, 8]


@pytest.mark.parametrize(
    ("players", "rounds", "codes"),
    [
        (40, 8, {"no_rematches", "winds_exact", "tables_at_bound"}),
        (16, 5, {"no_rematches", "everybody_meets", "winds_exact", "tables_at_bound"}),
        (24, 6, {"no_rematches", "winds_exact", "tables_above_bound"}),
        (
            16,
            6,
            {
                "rematches_at_bound",
                "rematches_forced",
                "everybody_meets",
                "winds_exact",
                "tables_above_bound",
            },
        ),
        (20, 6, {"rematches_above_bound", "rematches_forced", "winds_exact", "tables_above_bound"}),
        (18, 4, {"no_rematches", "short_tables_even", "winds_uneven"}),
    ],
)
def test_the_report_says_how_good_and_why_not_better(players, rounds, codes):
    drawn = draw_schedule(ScheduleRequest(range(players), rounds), "report")

    report = schedule_quality(drawn.rounds, drawn.byes, None, drawn.method)

    assert {remark.code for remark in report.remarks} == codes


def test_the_report_names_broken_constraints():
    constraints = SeatingConstraints(rather_not=[(0, 1)])
    drawn = draw_schedule(ScheduleRequest(range(16), 5, constraints=constraints), "report")

    report = schedule_quality(drawn.rounds, constraints=constraints)

    assert report.broken_constraints == (BrokenConstraint((0, 1), times=1, hard=False),)
    assert remark("wishes_broken", pairs=1) in report.remarks


def test_a_long_swiss_is_warned_of():
    history = draw_schedule(ScheduleRequest(range(24), 5), "swiss").rounds

    report = round_quality(draw_swiss(SwissRequest(range(24), history=history), "x"), history)

    assert longest_swiss(24) == 5
    assert remark("swiss_may_repeat", safe_rounds=5) in report.remarks


def test_who_met_whom_as_a_picture():
    assert as_matrix([[(0, 1, 2, 3)], [(0, 1, 2, 3)]]) == {
        "players": [0, 1, 2, 3],
        "meetings": [[0, 2, 2, 2], [2, 0, 2, 2], [2, 2, 0, 2], [2, 2, 2, 0]],
    }
